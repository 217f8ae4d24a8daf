package ui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/ui/kit"
)

// keyed is a screen with a key.
type keyed struct{ page }

func (*keyed) Keys() []kit.Key { return []kit.Key{kit.On(kit.Keys.Review, func() {})} }

// What is drawn in a frame is found again where it was drawn.
func TestFrameFindsWhatIsAtAPlace(t *testing.T) {
	t.Parallel()
	h := &kit.Host{Styles: kit.NewStyles(kit.Auto, nil, kit.TermColors{Dark: true}), Width: 90, Height: 12}
	below, top := &page{title: "Card"}, &keyed{page{title: "Form"}}
	f := &frame{host: h, screens: &screens{host: h, open: []kit.Screen{below, top}}, waiting: 2, kept: &keptFrame{}}
	lines := strings.Split(ansi.Strip(f.draw()), "\n")
	if len(lines) != h.Height {
		t.Fatalf("%d lines on a terminal of %d", len(lines), h.Height)
	}
	column := func(line int, text string) int {
		t.Helper()
		before, _, found := strings.Cut(lines[line], text)
		if !found {
			t.Fatalf("%q is not in %q", text, lines[line])
		}
		return ansi.StringWidth(before)
	}
	if s := f.titleAt(column(0, "Card")); s != kit.Screen(below) {
		t.Errorf("%v is at the title of the card", s)
	}
	if s := f.titleAt(column(0, "Form") + 3); s != kit.Screen(top) {
		t.Errorf("%v is at the title of the form", s)
	}
	if s := f.titleAt(column(0, "›")); s != nil {
		t.Errorf("%q is between two titles", s.Title())
	}
	if !f.isCountAt(column(0, "2 wait")) {
		t.Error("no count is where one is drawn")
	}
	if f.isCountAt(column(0, "Card")) {
		t.Error("a count is at a title")
	}
	last := h.Height - 1
	shown := kit.Keys.Review.Help()
	if k, ok := f.keyAt(column(last, shown.Key+" "+shown.Desc)); !ok || k.Help() != shown {
		t.Errorf("key %v, %t", k.Help(), ok)
	}
	if _, ok := f.keyAt(0); ok {
		t.Error("a key is at the margin")
	}
}

// A status of two lines takes one from the screen, which keeps in sight what it is used with, and gives it back.
func TestLongStatusTakesALineOfTheScreen(t *testing.T) {
	t.Parallel()
	a := New(t.Context(), kit.Options{})
	t.Cleanup(a.Close)
	p := &page{title: "Page"}
	a.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	a.Perform(kit.Action{Push: p})
	height := p.Height
	for _, tt := range []struct {
		text string
		want int
	}{{"short", height}, {strings.Repeat("a long message ", 8), height - 1}, {"", height}} {
		a.Status = kit.Status{Text: tt.text}
		a.Update(tea.BlurMsg{})
		if lines := strings.Count(a.View().Content, "\n") + 1; p.Height != tt.want || lines != 24 {
			t.Errorf("%q: the screen has %d lines of %d, want %d", tt.text, p.Height, lines, tt.want)
		}
	}
}

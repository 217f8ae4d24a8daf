package kit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"a2aform/ui/kit"
)

// reader is a pager on a screen of that size, whose lines were read.
func reader(h *kit.Host, p *kit.Pager, width, height int) *kit.Pager {
	p.Layout(width, height)
	if cmd := p.Init(); cmd != nil {
		p.Update(cmd().(kit.ScreenMsg).Msg)
	}
	p.View() // the program draws it before any key
	return p
}

// numbered are lines with numbers, of which each tenth is a head.
func numbered(n int) (lines []string) {
	for i := range n {
		word := "line"
		if i%10 == 0 {
			word = "Head"
		}
		lines = append(lines, fmt.Sprintf("%s %d.", word, i))
	}
	return lines
}

// pressed gives a screen keys, and returns what the last one said.
func pressed(p *kit.Pager, names ...string) (said string) {
	for _, name := range names {
		act, _ := p.Update(kit.KeyPress(name))
		said = act.Status.Text
	}
	return said
}

// shown is the text of the pager, without colors.
func shown(p *kit.Pager) []string { return strings.Split(ansi.Strip(p.View()), "\n") }

func TestPagerSearches(t *testing.T) {
	t.Parallel()
	h := hostOf(40, 15)
	p := reader(h, kit.NewPager(h, "Card", func() []string { return numbered(95) }), 38, 8)
	if got := shown(p); len(got) != 8 || got[0] != "Head 0." || p.HiddenLines() != 87 || p.Title() != "Card" {
		t.Errorf("it begins with %q; %d lines are hidden", got, p.HiddenLines())
	}
	if act, _ := p.Update(kit.KeyPress("n")); act.Status.Text == "" && p.Keys()[1].Why != kit.NothingSearched {
		t.Errorf("n without a search: %q", p.Keys()[1].Why)
	}
	pressed(p, "/")
	if !p.IsTyping() {
		t.Fatal("/ opens no line")
	}
	pressed(p, "H", "E", "A", "d", " ", "3") // in any case
	if got := shown(p); !strings.Contains(got[0], "/ HEAd 3") || !strings.HasSuffix(strings.TrimSpace(got[0]), "1 line") || !strings.Contains(strings.Join(got, "\n"), "Head 30.") {
		t.Errorf("found %q", got)
	}
	if said := pressed(p, "enter"); said != "1 of 1 line" || p.IsTyping() {
		t.Errorf("said %q; typing: %t", said, p.IsTyping())
	}
	pressed(p, "esc")
	if got := shown(p); strings.HasPrefix(got[0], "/") || len(got) != 8 {
		t.Errorf("esc leaves %q", got)
	}
	pressed(p, "/")
	pressed(p, "esc")
	if p.IsTyping() {
		t.Error("esc leaves the empty line open")
	}
	pressed(p, "home", "/", "h", "e", "a", "d")
	for i, want := range []string{"1 of 10 lines", "2 of 10 lines", "3 of 10 lines"} {
		if said := pressed(p, []string{"enter", "n", "n"}[i]); said != want {
			t.Errorf("said %q, want %q", said, want)
		}
		if !strings.Contains(strings.Join(shown(p), "\n"), fmt.Sprintf("Head %d.", i*10)) {
			t.Errorf("%s is not in sight", want)
		}
	}
	if said := pressed(p, "N", "N", "N"); said != "10 of 10 lines" { // around the end
		t.Errorf("said %q", said)
	}
	pressed(p, "esc", "/", "z", "z")
	if said := pressed(p, "enter"); said != "no line holds it" || p.Keys()[1].Why != "no line holds it" {
		t.Errorf("said %q, and %q", said, p.Keys()[1].Why)
	}
}

// A search that begins in the middle of a text goes on from there.
func TestPagerSearchesFromTheWindowOn(t *testing.T) {
	t.Parallel()
	h := hostOf(40, 15)
	p := reader(h, kit.NewPager(h, "Card", func() []string { return numbered(95) }), 38, 8)
	if said := pressed(p, "pgdown", "pgdown", "/", "h", "e", "a", "d", "enter"); said != "3 of 10 lines" {
		t.Errorf("said %q", said)
	}
}

func TestPagerGoesFromPartToPart(t *testing.T) {
	t.Parallel()
	h := hostOf(40, 15)
	p := reader(h, kit.NewPager(h, "Traffic", func() []string { return numbered(95) }).PartsAt("request", func(l string) bool { return strings.HasPrefix(l, "Head") }), 38, 8)
	for _, step := range []struct{ key, want string }{{"]", "Head 10."}, {"tab", "Head 20."}, {"[", "Head 10."}, {"down", "line 11."}, {"shift+tab", "Head 10."}, {"[", "Head 0."}, {"[", "Head 0."}} {
		if pressed(p, step.key); shown(p)[0] != step.want {
			t.Errorf("%s: the first line is %q, want %q", step.key, shown(p)[0], step.want)
		}
	}
	if k := p.Keys(); k[0].Help().Desc != "Next request" || k[1].Help().Desc != "Previous request" {
		t.Errorf("%v", k)
	}
}

// The raw card opens at the line that was asked for, with a mark.
func TestRawCardIsMarked(t *testing.T) {
	t.Parallel()
	raw := []byte(`{"name":"A","skills":[{"id":"one"},{"id":"two"},{"id":"three"},{"id":"four"}]}`)
	h := hostOf(40, 15)
	p := reader(h, kit.NewRawCard(h, raw, func(text []byte) int {
		before, _, _ := strings.Cut(string(text), `"three"`)
		return strings.Count(before, "\n")
	}), 38, 6)
	marks := 0
	for _, l := range shown(p) {
		if strings.HasPrefix(l, "▌ ") {
			if marks++; !strings.Contains(l, `"id": "three"`) {
				t.Errorf("marked: %q", l)
			}
		}
	}
	if marks != 1 {
		t.Errorf("%d lines are marked in %q", marks, shown(p))
	}
	if got := shown(reader(h, kit.NewRawCard(h, raw, nil), 38, 6)); got[0] != "{" || got[1] != `  "name": "A",` {
		t.Errorf("without a place: %q", got)
	}
	if got := shown(reader(h, kit.NewRawCard(h, []byte(`{`), nil), 38, 6)); got[0] != "the card cannot be shown" {
		t.Errorf("of a damaged card: %q", got)
	}
}

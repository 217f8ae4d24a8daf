package kit_test

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/ui/kit"
)

// hostOf is what screens share on a terminal of that size.
func hostOf(width, height int) *kit.Host {
	return &kit.Host{Styles: kit.NewStyles(kit.Auto, nil, kit.TermColors{Dark: true}), Width: width, Height: height}
}

// drawn is a dialog over an empty screen.
func drawn(o *kit.Overlay) []string {
	width, height := o.Host.Room()
	screen := o.Host.Styles.Pane.Dim(make([]string, height), width)
	lines := o.Draw(screen)
	for i, l := range lines {
		lines[i] = strings.TrimRight(ansi.Strip(l), " ")
	}
	return lines
}

// press gives the dialog keys.
func press(h *kit.Host, names ...string) {
	for _, name := range names {
		h.UpdateOverlay(kit.KeyPress(name)) // its commands only make the cursor blink
	}
}

// place is where a text is on lines.
func place(t *testing.T, lines []string, text string) (column, line int) {
	t.Helper()
	for i, l := range lines {
		if before, _, ok := strings.Cut(l, text); ok {
			return ansi.StringWidth(before), i
		}
	}
	t.Fatalf("%q is not among\n%s", text, strings.Join(lines, "\n"))
	return 0, 0
}

// chooser is a dialog with three choices; chosen is the last one that was chosen, -1 for none.
func chooser(h *kit.Host, at int) (o *kit.Overlay, chosen *int) {
	chosen = new(int)
	*chosen = -1
	o = kit.NewChooserAt(h, "Which one?", []string{"Oslo", "Bergen", "Bodø"}, []string{"south", "west", "north"}, at, func(i int) tea.Cmd {
		*chosen = i
		return nil
	})
	h.Overlay = o
	return o, chosen
}

func TestChooserIsAnsweredByKeys(t *testing.T) {
	t.Parallel()
	for keys, want := range map[string]int{"enter": 0, "down enter": 1, "down down enter": 2, "b o d enter": 2, "2": 1, "3": 2, "esc": -1} {
		h := hostOf(80, 24)
		o, chosen := chooser(h, -1)
		o.Digits = 3
		left := 0
		o.Left = func() { left++ }
		press(h, strings.Fields(keys)...)
		if *chosen != want || h.Overlay != nil || (left == 1) != (want < 0) {
			t.Errorf("%s: %d was chosen, want %d; it is open: %t; left %d times", keys, *chosen, want, h.Overlay != nil, left)
		}
	}
	h := hostOf(80, 24)
	o, chosen := chooser(h, 2)
	o.Digits = 3
	if press(h, "4"); *chosen != -1 || h.Overlay == nil {
		t.Error("a digit without a choice has chosen something")
	}
	h = hostOf(80, 24)
	_, chosen = chooser(h, 2)
	if press(h, "enter"); *chosen != 2 {
		t.Errorf("the cursor was not at the choice in use, but at %d", *chosen)
	}
	h = hostOf(80, 24)
	_, chosen = chooser(h, -1)
	if press(h, "2"); *chosen != -1 || h.Overlay == nil {
		t.Error("a digit chooses where digits do not")
	}
}

// Whoever shows what a choice would do hears of each that the cursor comes to.
func TestChooserSaysWhereTheCursorIs(t *testing.T) {
	t.Parallel()
	h := hostOf(80, 24)
	o, _ := chooser(h, -1)
	var seen []int
	o.Moved = func(i int) { seen = append(seen, i) }
	press(h, "down", "down", "up", "enter")
	if fmt.Sprint(seen) != "[1 2 1]" {
		t.Errorf("%v", seen)
	}
}

// A click takes the choice in its line; next to the dialog it closes it, and on the border it does so, too.
func TestChooserIsAnsweredByClicks(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {160, 45}, {40, 15}} {
		for i, label := range []string{"Oslo", "Bergen", "Bodø"} {
			h := hostOf(size[0], size[1])
			o, chosen := chooser(h, -1)
			column, line := place(t, drawn(o), label)
			h.ClickOverlay(column, line)
			if *chosen != i || h.Overlay != nil {
				t.Errorf("%v: a click on %s has chosen %d; open: %t", size, label, *chosen, h.Overlay != nil)
			}
		}
	}
	h := hostOf(80, 24)
	o, _ := chooser(h, -1)
	left, top := place(t, drawn(o), "╭")
	_, bottom := place(t, drawn(o), "╰")
	right, _ := place(t, drawn(o), "╮")
	for _, at := range [][2]int{{left, top + 2}, {right, top + 2}, {left + 5, top}, {left + 5, bottom}, {0, 0}, {left - 1, top + 2}, {right + 1, top + 2}} {
		_, chosen := chooser(h, -1)
		if h.ClickOverlay(at[0], at[1]); *chosen != -1 || h.Overlay != nil {
			t.Errorf("a click at %v has chosen %d; open: %t", at, *chosen, h.Overlay != nil)
		}
	}
	for _, at := range [][2]int{{left + 1, top + 2}, {right - 1, top + 2}} {
		_, chosen := chooser(h, -1)
		if h.ClickOverlay(at[0], at[1]); *chosen < 0 {
			t.Errorf("a click at %v, inside, has chosen nothing", at)
		}
	}
}

// A list has its frame in the middle of the upper part, and all of a screen that is small.
func TestDialogIsWhereItHasSpace(t *testing.T) {
	t.Parallel()
	o, _ := chooser(hostOf(80, 24), -1)
	lines := drawn(o)
	column, line := place(t, lines, "╭")
	right, _ := place(t, lines, "╮")
	width, height := o.Host.Room()
	if gap := width - 1 - right; column != gap && column != gap-1 && column != gap+1 {
		t.Errorf("%d columns are left of it, %d right of it", column, gap)
	}
	if line == 0 || line > height/3 || !strings.Contains(lines[line], "▌Which one? ") {
		t.Errorf("it begins in line %d of %d\n%s", line, height, strings.Join(lines, "\n"))
	}
	o.Low = true
	if _, line := place(t, drawn(o), "╰"); line != height-1 {
		t.Errorf("a low one ends in line %d of %d", line, height)
	}
	small, _ := chooser(hostOf(40, 15), -1)
	lines = drawn(small)
	if text := strings.Join(lines, "\n"); strings.Contains(text, "╭") || !strings.HasPrefix(lines[0], "Which one?") || !strings.Contains(text, "Bergen") {
		t.Errorf("a small screen shows\n%s", text)
	}
}

// A line that is not good stays, with what is said of it; one that is good is taken.
func TestPromptIsEntered(t *testing.T) {
	t.Parallel()
	h := hostOf(80, 24)
	o := kit.NewPrompt(h, "save", "Save as", "a name", "draft")
	h.Overlay = o
	var typed, entered []string
	o.Typed = func(text string) tea.Cmd { typed = append(typed, text); return nil }
	o.Entered = func(text string) tea.Cmd {
		if entered = append(entered, text); text == "draft1" {
			o.Prompt.Complain("draft1 is taken")
			return nil
		}
		h.Overlay = nil
		return nil
	}
	if text := strings.Join(drawn(o), "\n"); !strings.Contains(text, "▌Save as ") || !strings.Contains(text, "draft") || !strings.Contains(text, "a name") {
		t.Errorf("it shows\n%s", text)
	}
	press(h, "1", "enter")
	if text := strings.Join(drawn(o), "\n"); h.Overlay == nil || !strings.Contains(text, "draft1 is taken") {
		t.Errorf("it shows\n%s", text)
	}
	press(h, "backspace", "2", "enter")
	if fmt.Sprint(typed) != "[draft1 draft draft2]" || fmt.Sprint(entered) != "[draft1 draft2]" || h.Overlay != nil {
		t.Errorf("typed %q, entered %q, open: %t", typed, entered, h.Overlay != nil)
	}
	h.Overlay = kit.NewPrompt(h, "save", "Save as", "a name", "draft")
	if press(h, "esc"); h.Overlay != nil {
		t.Error("esc does not close it")
	}
	for complete, want := range map[bool]string{true: "", false: "nothing completes what is typed here"} {
		o.Completes = complete
		keys := o.Keys()
		if keys[0].Help().Desc != "Save" || keys[1].Why != want || keys[2].Help().Desc != "Back" {
			t.Errorf("its keys: %v", keys)
		}
	}
}

// A text is scrolled by its keys, and closed by any other.
func TestTextIsScrolledAndClosed(t *testing.T) {
	t.Parallel()
	h := hostOf(80, 24)
	o := &kit.Overlay{Host: h, Title: "Help"}
	for i := range 40 {
		o.Text = append(o.Text, fmt.Sprintf("line %d", i))
	}
	h.Overlay = o
	o.Layout()
	if text := strings.Join(drawn(o), "\n"); !strings.Contains(text, "▌Help ") || !strings.Contains(text, "line 0") || strings.Contains(text, "line 39") {
		t.Errorf("it shows\n%s", text)
	}
	if why := o.Keys()[0].Why; why != "" {
		t.Errorf("it cannot be scrolled: %s", why)
	}
	press(h, "end")
	if text := strings.Join(drawn(o), "\n"); h.Overlay == nil || !strings.Contains(text, "line 39") || strings.Contains(text, "line 0\n") {
		t.Errorf("at its end it shows\n%s", text)
	}
	if press(h, "x"); h.Overlay != nil {
		t.Error("a key does not close it")
	}
	o.Text = []string{"short"}
	o.Layout()
	if why := o.Keys()[0].Why; why != "all of it is in sight" {
		t.Errorf("a short text: %q", why)
	}
}

// The rest of a line of help is as far in as it begins.
func TestIndentedTextIsWrappedBelowItself(t *testing.T) {
	t.Parallel()
	h := hostOf(40, 15)
	o := &kit.Overlay{Host: h, Title: "Help", Text: []string{"    " + strings.Repeat("word ", 12), strings.Repeat("word ", 12), "    fits"}}
	o.Layout()
	for i, l := range o.Lines.Lines {
		if ansi.StringWidth(l) > 38 {
			t.Errorf("line %d has %d columns", i, ansi.StringWidth(l))
		}
	}
	got := o.Lines.Lines
	if len(got) != 5 || !strings.HasPrefix(got[0], "    word") || !strings.HasPrefix(got[1], "    word") || !strings.HasPrefix(got[2], "word") || !strings.HasPrefix(got[3], "word") || got[4] != "    fits" {
		t.Errorf("%q", got)
	}
}

package picker_test

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/widget/picker"
)

func press(m *picker.Model, keys ...string) picker.Result {
	var last picker.Result
	for _, k := range keys {
		msg := tea.KeyPressMsg{Text: k, Code: []rune(k)[0]}
		switch k {
		case "enter":
			msg = tea.KeyPressMsg{Code: tea.KeyEnter}
		case "down":
			msg = tea.KeyPressMsg{Code: tea.KeyDown}
		case "space":
			msg = tea.KeyPressMsg{Text: " ", Code: ' '}
		case "backspace":
			msg = tea.KeyPressMsg{Code: tea.KeyBackspace}
		case "esc":
			msg = tea.KeyPressMsg{Code: tea.KeyEscape}
		case "home":
			msg = tea.KeyPressMsg{Code: tea.KeyHome}
		case "end":
			msg = tea.KeyPressMsg{Code: tea.KeyEnd}
		}
		last, _ = m.Update(msg)
	}
	return last
}

func labels(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("Option %d", i)
	}
	return list
}

// What begins with the filter comes before what only holds it.
func TestLabelsThatBeginWithTheFilterComeFirst(t *testing.T) {
	m := picker.New("Country", []string{"Argentina", "France", "Germany", "Greece"}, nil, -1, picker.Styles{})
	if got := press(m, "g", "enter"); got.Chosen != 2 {
		t.Errorf("chosen %d", got.Chosen)
	}
	m = picker.New("Country", []string{"Argentina", "France", "Germany", "Greece"}, nil, -1, picker.Styles{})
	if got := press(m, "g", "backspace", "enter"); got.Chosen != 0 {
		t.Errorf("chosen %d without a filter", got.Chosen)
	}
}

func TestChoose(t *testing.T) {
	tests := []struct {
		name     string
		selected int
		keys     []string
		want     picker.Result
	}{
		{"first", -1, []string{"enter"}, picker.Result{Done: true, Chosen: 0}},
		{"preselected", 7, []string{"enter"}, picker.Result{Done: true, Chosen: 7}},
		{"moved", 7, []string{"down", "enter"}, picker.Result{Done: true, Chosen: 8}},
		{"filtered", -1, []string{"N", " ", "9", "enter"}, picker.Result{Done: true, Chosen: 9}},
		{"narrowed and widened", -1, []string{"1", "9", "backspace", "2", "enter"}, picker.Result{Done: true, Chosen: 12}},
		{"no match", -1, []string{"x", "enter"}, picker.Result{Chosen: -1}},
		{"last", 3, []string{"end", "enter"}, picker.Result{Done: true, Chosen: 19}},
		{"back to the first", 3, []string{"end", "home", "enter"}, picker.Result{Done: true, Chosen: 0}},
		{"in what is typed", -1, []string{"9", "home", "1", "enter"}, picker.Result{Done: true, Chosen: 19}},
		{"closed", 3, []string{"esc"}, picker.Result{Done: true, Chosen: -1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := press(picker.New("Pick", labels(20), nil, tt.selected, picker.Styles{}), tt.keys...); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// A fuzzy filter finds labels by the beginnings of their words, last, and none by letters within words.
func TestFuzzyFilter(t *testing.T) {
	m := picker.New("Pick", []string{"Save as test case", "Tasks", "Copy as…"}, nil, -1, picker.Styles{})
	m.Fuzzy()
	if got := press(m, "t", "a", "s", "enter"); got.Chosen != 1 {
		t.Errorf("%+v", got)
	}
	m = picker.New("Pick", []string{"Save as test case", "Tasks", "Copy as…"}, nil, -1, picker.Styles{})
	m.Fuzzy()
	if press(m, "s", "t", "space", "c"); m.Matches() != 1 || m.Hovered() != 0 {
		t.Errorf("%d match, at %d", m.Matches(), m.Hovered())
	}
	m = picker.New("Pick", []string{"Send messages to another address", "Check the card"}, nil, -1, picker.Styles{})
	m.Fuzzy()
	if press(m, "n", "o", "t", "e", "s"); m.Matches() != 0 {
		t.Errorf("%d match", m.Matches())
	}
}

// A list marks what is taken, filters what is typed, and keeps its cursor when the filter is gone.
func TestListOfChoices(t *testing.T) {
	m := picker.NewList(labels(12), nil, func(i int) bool { return i == 1 }, false, picker.Styles{})
	if got := ansi.Strip(strings.Join(m.List(80, 3), "\n")); got != "    Option 0\n▌ ● Option 1\n    Option 2" {
		t.Errorf("\n%s", got)
	}
	press(m, "1", "1")
	if got := ansi.Strip(strings.Join(m.List(80, 3), "\n")); got != "▌   Option 11" || m.Filter() != "11" || m.Matches() != 1 {
		t.Errorf("\n%s", got)
	}
	if m.Unfilter(); m.Hovered() != 11 || m.CanMove(true) || !m.CanMove(false) {
		t.Errorf("at %d", m.Hovered())
	}
	if got := m.List(80, 3); m.At(0) != 9 || m.At(3) != -1 {
		t.Errorf("a click on the first line of\n%s", ansi.Strip(strings.Join(got, "\n")))
	}
	none := picker.NewList(labels(3), nil, func(int) bool { return false }, false, picker.Styles{})
	if press(none); none.Hovered() != -1 {
		t.Errorf("at %d before the cursor has moved", none.Hovered())
	}
	several := picker.NewList(labels(3), nil, func(i int) bool { return i == 2 }, true, picker.Styles{})
	if got := ansi.Strip(strings.Join(several.List(80, 3), "\n")); got != "▌ • Option 0\n  • Option 1\n  ✓ Option 2" {
		t.Errorf("\n%s", got)
	}
}

// bubbles fails there.
func TestDeleteWordBeforeLastCharacter(t *testing.T) {
	m := picker.New("Pick", labels(20), nil, -1, picker.Styles{})
	press(m, "1", "9")
	m.Update(tea.KeyPressMsg{Code: tea.KeyLeft})
	m.Update(tea.KeyPressMsg{Code: tea.KeyDelete, Mod: tea.ModAlt})
	if got := press(m, "enter"); got.Chosen != 19 {
		t.Errorf("%+v", got)
	}
}

func TestViewFitsAndShowsTheCursor(t *testing.T) {
	m := picker.New("Pick one of many", labels(500), nil, 250, picker.Styles{})
	view := ansi.Strip(m.View(20, 8))
	lines := strings.Split(view, "\n")
	if len(lines) != 8 || !strings.Contains(view, "▌ Option 250") {
		t.Errorf("view of %d lines:\n%s", len(lines), view)
	}
	for _, l := range lines {
		if ansi.StringWidth(l) > 20 {
			t.Errorf("line too wide: %q", l)
		}
	}
}

// At a label, those behind it are in sight, and no line is left empty.
func TestToTop(t *testing.T) {
	m := picker.New("Choose", labels(12), nil, -1, picker.Styles{})
	for label, first := range map[int]string{4: "▌ Option 4", 10: "  Option 8"} {
		m.ToTop(label)
		lines := m.List(20, 4)
		if m.Hovered() != label || len(lines) != 4 || ansi.Strip(lines[0]) != first {
			t.Errorf("at %d: %q", label, lines)
		}
	}
}

func TestHiddenLabelsAndNoMatchAreReported(t *testing.T) {
	m := picker.New("Pick", labels(20), nil, -1, picker.Styles{})
	m.View(40, 8)
	if got := m.Below(); got != 15 {
		t.Errorf("at the top: %d below, want 15", got)
	}
	press(m, "1", "9")
	if m.View(40, 8); m.Below() != 0 {
		t.Errorf("one label: %d below", m.Below())
	}
	press(m, "x")
	if view := ansi.Strip(m.View(40, 8)); !strings.Contains(view, "nothing matches") {
		t.Errorf("no match:\n%s", view)
	}
}

// A few labels need no filter: its line comes with what is typed.
func TestFilterOfAFewLabels(t *testing.T) {
	m := picker.New("Pick", labels(7), nil, -1, picker.Styles{})
	if view := ansi.Strip(m.View(40, 20)); view[:len("Pick\n▌ Option 0")] != "Pick\n▌ Option 0" || m.Height() != 8 {
		t.Errorf("%d lines:\n%s", m.Height(), view)
	}
	if r := m.Click(2); r.Chosen != 1 {
		t.Errorf("the second line is %d", r.Chosen)
	}
	press(m, "6")
	if view := ansi.Strip(m.View(40, 20)); !strings.Contains(view, "/ 6") || !strings.Contains(view, "1 of 7") || m.Height() != 10 {
		t.Errorf("%d lines:\n%s", m.Height(), view)
	}
	if r := m.Click(3); r.Chosen != 6 {
		t.Errorf("the line below the filter is %d", r.Chosen)
	}
	if m = picker.New("Pick", labels(8), nil, -1, picker.Styles{}); !strings.Contains(m.View(40, 20), "8 of 8") {
		t.Errorf("\n%s", m.View(40, 20))
	}
}

func TestTrailingSpacesAreNotCut(t *testing.T) {
	m := picker.New("Pick", []string{"a long label with a note", "short                   "}, []string{"note", ""}, -1, picker.Styles{})
	if view := ansi.Strip(m.View(20, 8)); !strings.Contains(view, "…") || !strings.HasSuffix(view, "\n  short") {
		t.Errorf("\n%s", view)
	}
}

func BenchmarkKey(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		m := picker.New("Pick", labels(n), nil, -1, picker.Styles{})
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				press(m, "down")
				m.View(80, 24)
			}
		})
	}
}

// Tab takes the only label that is left, and a slash, which filters on other screens, is no part of the filter.
func TestTabTakesTheOnlyLabel(t *testing.T) {
	m := picker.New("Country", []string{"Norway", "Sweden"}, nil, -1, picker.Styles{})
	if r := press(m, "/", "tab"); r.Done {
		t.Errorf("tab among two: %+v", r)
	}
	if r := press(m, "w", "e", "tab"); !r.Done || r.Chosen != 1 {
		t.Errorf("tab: %+v", r)
	}
}

// What cannot be used now is found by its name, and is not listed before.
func TestFaintLabelsAreListedWhereTheyAreTyped(t *testing.T) {
	m := picker.New("Commands", []string{"Copy", "Export", "Undo"}, nil, -1, picker.Styles{})
	m.Fuzzy()
	m.Faint(func(i int) bool { return i == 1 })
	m.Tuck(func(i int) bool { return i == 1 })
	if got := ansi.Strip(m.View(40, 8)); strings.Contains(got, "Export") || m.Len() != 2 {
		t.Errorf("%d labels:\n%s", m.Len(), got)
	}
	if got := press(m, "down", "enter"); got.Chosen != 2 {
		t.Errorf("the second label is %d", got.Chosen)
	}
	if got := press(m, "e", "x", "enter"); got.Chosen != 1 {
		t.Errorf("typed, the label is %d", got.Chosen)
	}
}

// The line of the filter is above a long list, above one that is searched, and where something is typed.
func TestFilterIsShownWhereTheListIsLong(t *testing.T) {
	labels := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	for _, c := range []struct {
		name     string
		set      func(*picker.Model)
		isFilter bool
	}{
		{"all listed", func(*picker.Model) {}, true},
		{"few listed", func(m *picker.Model) { m.Tuck(func(i int) bool { return i > 3 }) }, false},
		{"few listed, searched", func(m *picker.Model) { m.Fuzzy(); m.Tuck(func(i int) bool { return i > 3 }) }, true},
		{"few listed, typed", func(m *picker.Model) { m.Tuck(func(i int) bool { return i > 3 }); press(m, "h") }, true},
	} {
		m := picker.New("Title", labels, nil, -1, picker.Styles{})
		c.set(m)
		lines := strings.Split(ansi.Strip(m.View(40, 20)), "\n")
		if got := strings.HasPrefix(lines[1], "/ "); got != c.isFilter {
			t.Errorf("%s: %q", c.name, lines)
		}
	}
}

// A label is found by other words for it, after the labels that contain what is typed.
func TestLabelsAreFoundByOtherWords(t *testing.T) {
	m := picker.New("Commands", []string{"Export", "Chart", "A graph of calls", "Theme"}, nil, -1, picker.Styles{})
	m.Fuzzy()
	m.Terms([]string{"csv save", "graph plot", "", "settings"})
	if got := press(m, "g", "r", "a", "enter"); got.Chosen != 2 {
		t.Errorf("gra chooses %d, want the label with the word", got.Chosen)
	}
	if got := press(m, "down", "enter"); got.Chosen != 1 {
		t.Errorf("below it is %d, want the label that the word is another name of", got.Chosen)
	}
	m.Unfilter()
	if got := press(m, "s", "a", "v", "enter"); got.Chosen != 0 || m.Matches() != 1 {
		t.Errorf("sav chooses %d of %d", got.Chosen, m.Matches())
	}
	m.Unfilter()
	if press(m, "l", "o", "t"); m.Matches() != 0 {
		t.Errorf("the end of a word finds %d labels", m.Matches())
	}
}

// The keys of a picker are those that the user gives them.
func TestKeysCanBeChanged(t *testing.T) {
	was := picker.Keys
	t.Cleanup(func() { picker.Keys = was })
	picker.Keys.Choose.SetKeys("f8")
	m := picker.New("Pick", []string{"one", "two"}, nil, -1, picker.Styles{})
	if r, _ := m.Update(tea.KeyPressMsg{Code: tea.KeyEnter}); r.Done {
		t.Error("enter still chooses")
	}
	m.Update(tea.KeyPressMsg{Code: tea.KeyDown})
	if r, _ := m.Update(tea.KeyPressMsg{Code: tea.KeyF8}); !r.Done || r.Chosen != 1 {
		t.Errorf("f8 gives %+v", r)
	}
}

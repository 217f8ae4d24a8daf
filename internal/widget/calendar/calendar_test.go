package calendar_test

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/widget/calendar"
)

func day(text string) time.Time {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return time.Time{}
	}
	return t
}

func plain() calendar.Styles {
	none := lipgloss.NewStyle()
	return calendar.Styles{Title: none, Selected: none, Day: none, Dim: none}
}

var keys = map[string]tea.KeyPressMsg{
	"left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight}, "up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown},
	"pgup": {Code: tea.KeyPgUp}, "pgdown": {Code: tea.KeyPgDown}, "home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd},
	"t": {Code: 't', Text: "t"},
}

func TestAMonthIsShown(t *testing.T) {
	t.Parallel()
	m := calendar.New(day("2026-05-14"), day("2026-05-14"), time.Time{}, time.Time{}, plain())
	want := `          May 2026
 Mo  Tu  We  Th  Fr  Sa  Su 
                  1   2   3 
  4   5   6   7   8   9  10 
 11  12  13 [14] 15  16  17 
 18  19  20  21  22  23  24 
 25  26  27  28  29  30  31 
                            

Thu 14 May 2026, today
t goes to today`
	lines := m.Lines()
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("drawn as\n%s\nwant\n%s", got, want)
	}
	if len(lines) != calendar.Height {
		t.Errorf("%d lines, Height says %d", len(lines), calendar.Height)
	}
	for _, line := range lines {
		if ansi.StringWidth(line) > calendar.Width {
			t.Errorf("%q is wider than Width says", line)
		}
	}
}

func TestTheLongestDayFits(t *testing.T) {
	t.Parallel()
	longest := day("2026-09-30")
	for _, line := range calendar.New(longest, longest, time.Time{}, time.Time{}, plain()).Lines() {
		if ansi.StringWidth(line) > calendar.Width {
			t.Errorf("%q is wider than Width says", line)
		}
	}
}

func TestKeysMoveTheCursor(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ from, keys, want string }{
		{"2026-05-14", "left", "2026-05-13"},
		{"2026-05-14", "right", "2026-05-15"},
		{"2026-05-14", "up", "2026-05-07"},
		{"2026-05-14", "down down down", "2026-06-04"},
		{"2026-05-14", "pgdown", "2026-06-14"},
		{"2026-05-31", "pgdown", "2026-06-30"},
		{"2026-03-31", "pgup", "2026-02-28"},
		{"2026-01-10", "pgup", "2025-12-10"},
		{"2026-05-14", "home", "2026-05-01"},
		{"2026-05-14", "end", "2026-05-31"},
		{"2026-05-14", "pgdown t", "2026-05-10"},
		{"9999-12-31", "right", "9999-12-31"},
	} {
		m := calendar.New(day(tt.from), day("2026-05-10"), time.Time{}, time.Time{}, plain())
		for _, k := range strings.Fields(tt.keys) {
			if !m.Press(keys[k]) {
				t.Errorf("%s does nothing", k)
			}
		}
		if got := m.Day().Format(time.DateOnly); got != tt.want {
			t.Errorf("from %s, %s leads to %s; want %s", tt.from, tt.keys, got, tt.want)
		}
	}
	if m := calendar.New(day("2026-05-14"), day("2026-05-14"), time.Time{}, time.Time{}, plain()); m.Press(tea.KeyPressMsg{Code: 'x', Text: "x"}) {
		t.Error("x does something")
	}
}

func TestTheCursorStaysWithinTheBounds(t *testing.T) {
	t.Parallel()
	m := calendar.New(day("2020-01-01"), day("2026-05-14"), day("2026-05-10"), day("2026-05-20"), plain())
	if got := m.Day(); !got.Equal(day("2026-05-10")) {
		t.Errorf("the cursor begins at %s", got)
	}
	m.Press(keys["pgdown"])
	if got := m.Day(); !got.Equal(day("2026-05-20")) {
		t.Errorf("a month later is %s", got)
	}
	m.Press(keys["home"])
	if got := m.Day(); !got.Equal(day("2026-05-10")) {
		t.Errorf("the first day is %s", got)
	}
}

func TestAClickTakesADay(t *testing.T) {
	t.Parallel()
	m := calendar.New(day("2026-05-14"), day("2026-05-14"), time.Time{}, day("2026-05-20"), plain())
	for _, tt := range []struct {
		column, line int
		want         string
	}{
		{17, 2, "2026-05-01"}, {0, 4, "2026-05-11"}, {27, 4, "2026-05-17"}, {0, 2, ""}, {0, 1, ""}, {28, 4, ""}, {0, 9, ""}, {8, 6, ""},
	} {
		before := m.Day()
		ok := m.Click(tt.column, tt.line)
		want := tt.want
		if want == "" {
			want = before.Format(time.DateOnly)
		}
		if got := m.Day().Format(time.DateOnly); ok != (tt.want != "") || got != want {
			t.Errorf("a click at %d, %d leads to %s, %v; want %q", tt.column, tt.line, got, ok, tt.want)
		}
	}
}

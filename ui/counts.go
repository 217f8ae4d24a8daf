package ui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"a2aform/ui/kit"
)

// count is something that the header counts.
type count struct {
	kind countKind
	text string // drawn
}

type countKind uint8

const (
	runningTasks countKind = iota
	waitingTasks
	problems
)

// countGap separates the counts.
const countGap = "  "

// counts are what must be known on every screen: the tasks that go on, the tasks that wait for
// the user, and the problems of what the screen shows.
func (f *frame) counts() []count {
	st, all := f.host.Styles, make([]count, 0, 3)
	if n := f.running; n > 0 {
		all = append(all, count{runningTasks, st.Good.Render("● ") + st.Dim.Render(fmt.Sprintf("%d running", n))})
	}
	if n := f.waiting; n > 0 {
		all = append(all, count{waitingTasks, st.Warn.Render("? ") + st.Dim.Render(kit.Plural(n, "waits for you", "wait for you")+" ") + st.Key.Render("f5")})
	}
	if n, text, isError := f.problems(); n > 0 {
		if f.host.Width < minProblemWords {
			text = fmt.Sprint(n)
		}
		sign := st.Warn.Render("! ")
		if isError {
			sign = st.Bad.Render("✗ ")
		}
		all = append(all, count{problems, sign + st.Dim.Render(text)})
	}
	return all
}

// minProblemWords is from how many columns on the header writes the words errors and warnings.
const minProblemWords = 60

// checked is a screen that knows the problems of what it shows, and the screen that lists them.
type checked interface {
	Problems() (n int, words string, isError bool)
	OpenProblems() tea.Cmd
}

// problems counts those of what the top screen shows.
func (f *frame) problems() (n int, words string, isError bool) {
	if s, ok := f.screens.Top().(checked); ok {
		return s.Problems()
	}
	return 0, "", false
}

// countAt is what the header counts at a column.
func (f *frame) countAt(column int) (kind countKind, ok bool) {
	all := f.counts()
	end := f.host.Width - 1
	for _, c := range slices.Backward(all) {
		begin := end - lipgloss.Width(c.text)
		if column >= begin && column < end {
			return c.kind, true
		}
		end = begin - len(countGap)
	}
	return 0, false
}

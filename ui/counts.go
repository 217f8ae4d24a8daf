package ui

import (
	"fmt"

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
func (a *App) counts() []count {
	st, all := a.Styles, make([]count, 0, 3)
	if n := a.desk.running(); n > 0 {
		all = append(all, count{runningTasks, st.Good.Render("● ") + st.Dim.Render(fmt.Sprintf("%d running", n))})
	}
	if n := a.desk.waiting(); n > 0 {
		all = append(all, count{waitingTasks, st.Warn.Render("? ") + st.Dim.Render(kit.Plural(n, "waits for you", "wait for you")+" ") + st.Key.Render("f5")})
	}
	if n, text, isError := a.problems(); n > 0 {
		if a.Width < minProblemWords {
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
func (a *App) problems() (n int, words string, isError bool) {
	if s, ok := a.Top().(checked); ok {
		return s.Problems()
	}
	return 0, "", false
}

// clickCount opens what the header counts at a column.
func (a *App) clickCount(column int) (cmd tea.Cmd, isCount bool) {
	all := a.counts()
	end := a.Width - 1
	for i := len(all) - 1; i >= 0; i-- {
		begin := end - lipgloss.Width(all[i].text)
		if column >= begin && column < end {
			return a.openCount(all[i].kind), true
		}
		end = begin - len(countGap)
	}
	return nil, false
}

// openCount goes to the tasks or to the problems.
func (a *App) openCount(kind countKind) tea.Cmd {
	if kind != problems {
		a.nav.openTasks()
		return nil
	}
	if s, ok := a.Top().(checked); ok {
		return s.OpenProblems()
	}
	return nil
}

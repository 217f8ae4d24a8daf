package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"a2aform/ui/form"
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
	warnings
)

// countGap separates the counts.
const countGap = "  "

// counts are what must be known on every screen: the tasks that go on, those that wait for
// the user, and the warnings about what the screen shows.
func (a *App) counts() []count {
	st, all := a.Styles, make([]count, 0, 3)
	if n := a.running(); n > 0 {
		all = append(all, count{runningTasks, st.Good.Render("● ") + st.Dim.Render(fmt.Sprintf("%d running", n))})
	}
	if n := a.waiting(); n > 0 {
		all = append(all, count{waitingTasks, st.Warn.Render("? ") + st.Dim.Render(kit.Plural(n, "waits for you", "wait for you"))})
	}
	if n := a.warnings(); n > 0 {
		text := kit.Plural(n, "warning", "warnings")
		if a.Width < minWarningWords {
			text = fmt.Sprint(n)
		}
		all = append(all, count{warnings, st.Warn.Render("! ") + st.Dim.Render(text)})
	}
	return all
}

// minWarningWords is from how many columns on the header writes the word warnings.
const minWarningWords = 60

// warned is a screen with warnings of its own, and the screen that lists them.
type warned interface {
	Warnings() int
	OpenWarnings() kit.Action
}

// warnings counts those about what the top screen shows.
func (a *App) warnings() int {
	switch s := a.Top().(type) {
	case warned:
		return s.Warnings()
	case *form.Screen:
		if s.Form != nil {
			return len(s.Form.Notices())
		}
	}
	return 0
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

// openCount goes to the tasks or to the warnings.
func (a *App) openCount(kind countKind) tea.Cmd {
	if kind != warnings {
		a.openTasks()
		return nil
	}
	if s, ok := a.Top().(warned); ok {
		return a.Perform(s.OpenWarnings())
	}
	a.Overlay = newHelp(a) // of the form, which lists them
	return nil
}

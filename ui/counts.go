package ui

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"a2aform/ui/kit"
)

// countGap is on both sides of the counts.
const countGap = "  "

// counts are what must be known on every screen: the tasks that go on, and the tasks that wait for
// the user on other screens.
func (f *frame) counts() string {
	st, all := f.host.Styles, make([]string, 0, 2)
	if n := f.running; n > 0 {
		all = append(all, st.Good.Render("● ")+st.Dim.Render(fmt.Sprintf("%d running", n)))
	}
	if n := f.waiting; n > 0 {
		all = append(all, st.Warn.Render("? ")+st.Dim.Render(kit.Plural(n, "waits for you", "wait for you")+" ")+st.Key.Render(kit.Keys.Tasks.Help().Key))
	}
	return strings.Join(all, countGap)
}

// isCountAt reports whether the header has a count at a column.
func (f *frame) isCountAt(column int) bool {
	end := f.host.Width - 1
	return column >= end-lipgloss.Width(f.counts()) && column < end
}

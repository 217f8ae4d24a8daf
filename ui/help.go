package ui

import (
	"slices"

	"a2aform/internal/widget/shortcut"
)

// What f1 says on the screens that have one thing to explain; the others say it
// where they draw that thing.

// newHelp explains the thing that has the focus, then the keys.
func newHelp(a *App) *overlay {
	st := a.styles
	var lines []string
	lines = append(lines, a.top().help()...)
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	lines = append(lines, st.Title.Render("Keys"))
	for _, b := range slices.Concat(a.top().keys(), shortcut.On(keys.Palette), a.everywhere()) {
		if b.Enabled() && b.Help().Key != keys.Help.Help().Key {
			lines = append(lines, "  "+st.Key.Render(pad(b.Help().Key, 12))+st.Text.Render(b.Help().Desc))
		}
	}
	o := &overlay{host: a.host, text: lines}
	o.layout(a.room())
	return o
}

package ui

import (
	"slices"

	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// What f1 says on the screens that have one thing to explain; the others say it
// where they draw that thing.

// openHelp explains the thing that has the focus, then the keys.
func (a *App) openHelp() {
	st := a.Styles
	var lines []string
	lines = append(lines, a.Top().Help()...)
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	lines = append(lines, st.Title.Render("Keys"))
	for _, b := range slices.Concat(a.Top().Keys(), kit.Shown(shortcut.Key{Binding: kit.Keys.Palette}), a.everywhere()) {
		if b.Enabled() && len(b.Keys()) > 0 && b.Help().Desc != kit.Keys.Help.Help().Desc {
			lines = append(lines, "  "+st.Key.Render(kit.Pad(b.Help().Key, 12))+st.Text.Render(b.Help().Desc))
		}
	}
	o := &kit.Overlay{Host: a.Host, Title: "Help", Text: lines}
	o.Layout()
	a.Overlay = o
}

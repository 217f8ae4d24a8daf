package ui

import (
	"cmp"
	"slices"

	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// What f1 says on the screens that have one thing to explain; the others say it
// where they draw that thing.

// openHelp lists the keys of the screen by groups, and explains the thing that has the focus: first where the keys have no groups.
func (a *App) openHelp() {
	var keys []string
	own := a.Top().Keys()
	for _, group := range groupsOf(own) {
		keys = append(keys, groupHelp(a.Styles, cmp.Or(group, "Keys"), slices.DeleteFunc(slices.Clone(own), func(k kit.Key) bool { return k.Group != group }))...)
	}
	keys = append(keys, groupHelp(a.Styles, "Everywhere", slices.Concat(kit.Shown(shortcut.Key{Binding: kit.Keys.Palette}), a.everywhere()))...)
	width, _ := a.DialogRoom()
	lines := inColumns(keys, width/helpColumn, helpColumn)
	switch about := a.Top().Help(); {
	case len(about) == 0:
	case len(groupsOf(own)) == 1:
		lines = slices.Concat(about, []string{""}, lines)
	default:
		lines = slices.Concat(lines, []string{"", a.Styles.Title.Render("About this screen")}, about)
	}
	o := &kit.Overlay{Host: a.Host, Title: "Help", Text: lines}
	o.Layout()
	a.Overlay = o
}

const (
	helpColumn = 34 // cells of a column of keys
	maxColumns = 3
)

// inColumns puts groups of lines, each with an empty line at its end, into columns of a width that are about as high as one another.
func inColumns(lines []string, columns, width int) []string {
	columns = max(min(columns, maxColumns), 1)
	height := (len(lines) + columns - 1) / columns
	var all [][]string
	for len(lines) > 0 {
		n := min(height, len(lines))
		for at := n; at < len(lines) && at < n+height/4 && len(all) < columns-1; at++ { // a whole group
			if lines[at] == "" {
				n = at + 1
				break
			}
		}
		all = append(all, lines[:n])
		lines = lines[n:]
	}
	var joined []string
	for i, column := range all {
		for line, text := range column {
			if line == len(joined) {
				joined = append(joined, "")
			}
			joined[line] = kit.Pad(joined[line], i*width) + text
		}
	}
	for len(joined) > 0 && joined[len(joined)-1] == "" {
		joined = joined[:len(joined)-1]
	}
	return joined
}

// groupsOf are the groups of keys, in their order.
func groupsOf(keys []kit.Key) (groups []string) {
	for _, k := range keys {
		if !slices.Contains(groups, k.Group) {
			groups = append(groups, k.Group)
		}
	}
	return groups
}

// groupHelp are the lines of a group of keys: what works now, and an empty line.
func groupHelp(st *kit.Styles, group string, keys []kit.Key) (lines []string) {
	for _, k := range keys {
		if k.Enabled() && len(k.Keys()) > 0 && k.Help().Desc != kit.Keys.Help.Help().Desc {
			lines = append(lines, "  "+st.Key.Render(kit.Pad(k.Help().Key, 12))+st.Text.Render(k.Help().Desc))
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return append(append([]string{st.Title.Render(group)}, lines...), "")
}

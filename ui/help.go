package ui

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/run"
	"a2aform/internal/widget/picker"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/form"
	"a2aform/ui/kit"
	"a2aform/ui/kit/theme"
	"a2aform/ui/task"
)

// What f1 says on the screens that have one thing to explain; the others say it
// where they draw that thing.

// openHelp lists the keys of the screen by groups, and explains the thing that has the focus. That comes first on a form, which names f1 for
// what it has no room for.
func (a *App) openHelp() {
	var keys [][]string
	isTyped := func(k kit.Key) bool { // it is text here, as while a filter is typed
		return utf8.RuneCountInString(k.Help().Key) == 1 && !kit.IsFree(a.Top(), k.Help().Key)
	}
	own := slices.Concat(a.Top().Keys(), slices.DeleteFunc(a.added(), isTyped))
	if groupsOf(a.Top().Keys())[0] == "" { // a screen without groups
		for i, k := range own {
			if k.Group == kit.OfRun || k.Group == kit.CopyAndExport {
				own[i] = k.In("")
			}
		}
	}
	for _, group := range groupsOf(own) {
		keys = append(keys, groupHelp(a.Styles, cmp.Or(group, "Keys"), slices.DeleteFunc(slices.Clone(own), func(k kit.Key) bool { return k.Group != group })))
	}
	keys = append(keys, groupHelp(a.Styles, "Everywhere", slices.Concat(kit.Shown(shortcut.Key{Binding: kit.Keys.Palette}), a.everywhere())))
	width, _ := a.DialogRoom()
	widest := 0
	for _, l := range slices.Concat(keys...) {
		widest = max(widest, lipgloss.Width(l))
	}
	columns := max(min((width+columnGap)/(widest+columnGap), maxColumns), 1)
	lines := inColumns(keys, columns, max(widest+columnGap, min(width/columns, roomyColumn)))
	about := a.Top().Help()
	switch _, isForm := a.Top().(*form.Screen); {
	case len(about) == 0:
	case isForm:
		lines = slices.Concat(about, []string{""}, lines)
	default:
		lines = slices.Concat(lines, []string{""}, about)
	}
	o := &kit.Overlay{Host: a.Host, Title: "Help", Text: lines}
	o.Layout()
	a.Overlay = o
}

const (
	columnGap   = 2  // cells between two columns of keys
	roomyColumn = 34 // cells of a column of keys at most, unless its text is wider
	maxColumns  = 3
	wholeGroup  = 8 // lines of a group of keys that is not worth dividing
)

// inColumns puts groups of lines, each with an empty line at its end, into columns of a width, which are as low as they can be with whole
// groups. A group that is much longer than the rest goes on in the next column.
func inColumns(groups [][]string, columns, width int) []string {
	total := 0
	for _, g := range groups {
		total += len(g)
	}
	height := (total + columns - 1) / columns
	var parts [][]string
	for _, g := range groups {
		if len(g) <= max(height+height/2, wholeGroup) {
			parts = append(parts, g)
			continue
		}
		parts = slices.AppendSeq(parts, slices.Chunk(g, height))
	}
	all := stacked(parts, height)
	for ; len(all) > columns; height++ {
		all = stacked(parts, height+1)
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

// stacked puts groups into columns of a height, in order. One that is higher has a column of its own.
func stacked(groups [][]string, height int) (columns [][]string) {
	for _, g := range groups {
		if last := len(columns) - 1; last >= 0 && len(columns[last])+len(g) <= height+1 { // the empty line at the end needs no room
			columns[last] = slices.Concat(columns[last], g)
			continue
		}
		columns = append(columns, g)
	}
	return columns
}

// groupsOf are the groups of keys, in their order; what few people need and the keys that move come last.
func groupsOf(keys []kit.Key) (groups []string) {
	last := []string{kit.More, kit.Moving}
	for _, k := range keys {
		if !slices.Contains(groups, k.Group) && !slices.Contains(last, k.Group) && k.Group != kit.Rare {
			groups = append(groups, k.Group)
		}
	}
	for _, group := range last {
		if slices.ContainsFunc(keys, func(k kit.Key) bool { return k.Group == group }) {
			groups = append(groups, group)
		}
	}
	return groups
}

// groupHelp are the lines of a group of keys: what works now, and an empty line. It leaves out what needs no words: the keys that scroll,
// and shift+tab, which goes back where tab goes on.
func groupHelp(st *kit.Styles, group string, keys []kit.Key) (lines []string) {
	keys = slices.DeleteFunc(slices.Clone(keys), func(k kit.Key) bool {
		return !k.Enabled() || len(k.Keys()) == 0 || k.Group == kit.Rare || kit.IsScrollKey(k) || k.Help().Key == "shift+tab" || k.Help().Desc == kit.Keys.Help.Help().Desc
	})
	if len(keys) == 0 {
		return nil
	}
	widest := 0
	for _, k := range keys {
		widest = max(widest, lipgloss.Width(k.Help().Key))
	}
	for _, k := range keys {
		lines = append(lines, " "+st.Key.Render(kit.Pad(k.Help().Key, widest+2))+st.Text.Render(k.Help().Desc))
	}
	return append(append([]string{st.Title.Render(group)}, lines...), "")
}

// openPalette lists the actions of the screen and the history. Choosing one presses its key, or does it where it has none. One that does
// nothing just now is found by its name and says why. What few people need, and what each screen has, is behind the last row.
func (a *App) openPalette() { a.listActions(false) }

// listActions is the palette, with all that works now or with what most people need.
func (a *App) listActions(all bool) {
	own := a.Top().Keys()
	actions := slices.Concat(own, a.added(), a.everywhere())
	ofResult := slices.DeleteFunc(a.screens.ofResult(), func(k kit.Key) bool {
		return slices.ContainsFunc(actions, func(o kit.Key) bool { return o.Help().Desc == k.Help().Desc })
	})
	isOfResult := func(k kit.Key) bool {
		return slices.ContainsFunc(ofResult, func(o kit.Key) bool { return o.Help() == k.Help() })
	}
	actions = slices.DeleteFunc(append(actions, ofResult...), func(k kit.Key) bool {
		return kit.IsScrollKey(k) || k.Group == kit.Moving || k.Help() == kit.Keys.Back.Help()
	})
	isOwn := func(k kit.Key) bool {
		return slices.ContainsFunc(own, func(o kit.Key) bool { return o.Help() == k.Help() })
	}
	settings := a.settings()
	isSetting := func(k kit.Key) bool {
		return slices.ContainsFunc(settings, func(s kit.Key) bool { return s.Help() == k.Help() })
	}
	isMore := func(k kit.Key) bool { return isLater(k) && !isSetting(k) && !isOfResult(k) }
	if !all && slices.ContainsFunc(actions, isMore) {
		actions = append(actions, kit.On(kit.Bind(kit.More+"…"), func() { a.listActions(true) }))
	}
	slices.SortStableFunc(actions, func(x, y kit.Key) int { return order(x) - order(y) })
	widest, widestKey := 0, 0
	for _, k := range actions {
		widest = max(widest, lipgloss.Width(k.Help().Desc))
		widestKey = max(widestKey, lipgloss.Width(k.Help().Key))
	}
	labels, notes := make([]string, len(actions)), make([]string, len(actions))
	for i, k := range actions {
		labels[i], notes[i] = kit.Pad(k.Help().Desc, widest), k.Help().Key
		switch {
		case !k.Enabled():
			notes[i] = kit.Pad(k.Help().Key, widestKey) + "  – " + k.Why
		case isOfResult(k):
			notes[i] = kit.Pad(k.Help().Key, widestKey) + "  in the result"
		}
	}
	list := picker.New("Commands", labels, notes, -1, a.Styles.Form.Picker)
	list.Fuzzy()
	list.Faint(func(i int) bool { return !actions[i].Enabled() })
	list.Tuck(func(i int) bool {
		k := actions[i]
		return !k.Enabled() || isSetting(k) || isOfResult(k) || !all && isMore(k)
	})
	terms := make([]string, len(actions))
	for i, k := range actions {
		terms[i] = otherWords[k.Help().Desc]
	}
	list.Terms(terms)
	if all {
		list.ToTop(slices.IndexFunc(actions, isMore)) // what was not listed before
	}
	a.Overlay = &kit.Overlay{Host: a.Host, Picker: list, Chosen: func(i int) tea.Cmd {
		switch k := actions[i]; {
		case !k.Enabled():
			a.Status = kit.Status{Text: k.Help().Desc + ": " + k.Why}
			return nil
		case k.Do != nil && (len(k.Keys()) == 0 || !isOwn(k)):
			act, cmd := k.Do()
			return tea.Batch(cmd, a.Perform(act))
		default:
			return pressKey(k.Binding)
		}
	}}
}

// otherWords are what people call an action that the palette lists by another name.
var otherWords = map[string]string{
	"Answer as…":                   "shape table columns",
	"Chart":                        "graph plot bar diagram visualize",
	"Columns":                      "hide show fields",
	"Copy":                         "clipboard yank",
	"Diff":                         "compare differences changes run before",
	"Edit & resend":                "send again repeat retry change",
	"Export":                       "share csv save download excel markdown write html page report presentation slides picture",
	"Export the chat":              "save markdown transcript",
	"Filter":                       "where only query",
	"Form and result side by side": "split",
	"History":                      "runs past log",
	"Mark":                         "select check",
	"Notes for its maker":          "check card problems doctor findings",
	"Quit":                         "exit close leave",
	"Reply":                        "write back chat follow up",
	"Review":                       "send submit",
	"Send again":                   "resend repeat retry rerun refresh",
	"Save as preset":               "template favorite",
	"Search":                       "find",
	"Settings…":                    "preferences options configure",
	"Sort":                         "order arrange",
	"Start from…":                  "example preset template",
	"Summary on or off":            "statistics totals",
	"Theme":                        "colors dark light",
	"Traffic":                      "http requests network log debug wire",
	"Use in a form…":               "pipe next reuse",
}

// settings are the choices of the whole program, which the palette lists behind one row.
func (a *App) settings() []kit.Key {
	return []kit.Key{
		kit.On(kit.Keys.Theme, a.themes.open).In(kit.Rare),
		kit.On(kit.Keys.Mouse, a.toggleMouse).In(kit.Rare),
		kit.On(kit.Keys.Hints, a.coach.toggle).In(kit.Rare),
	}
}

// openSettings lists these choices and how each stands.
func (a *App) openSettings() {
	onOff := map[bool]string{true: "on", false: "off"}
	all := a.settings()
	notes := []string{cmp.Or(string(a.Options.Theme), theme.Auto), onOff[a.mouse], onOff[a.Options.Hints]}
	labels := make([]string, len(all))
	for i, k := range all {
		labels[i] = kit.Pad(k.Help().Desc, len(kit.Keys.Hints.Help().Desc))
	}
	a.Overlay = &kit.Overlay{Host: a.Host, Picker: picker.New("Settings", labels, notes, -1, a.Styles.Form.Picker), Chosen: func(i int) tea.Cmd {
		act, cmd := all[i].Do()
		return tea.Batch(cmd, a.Perform(act))
	}}
}

// order puts what most people need before the rest, what is seldom wanted after it, and what works before what does not.
func order(k kit.Key) int {
	switch {
	case !k.Enabled():
		return 3
	case k.Group == kit.Rare:
		return 2
	case k.Group == kit.More:
		return 1
	}
	return 0
}

// isLater reports what works, and is not what most people need.
func isLater(k kit.Key) bool { return k.Enabled() && order(k) > 0 }

// added are the actions that the program adds to those of the screen: what can be done with a run and its form. Those that the screen
// lists itself are left out.
func (a *App) added() []kit.Key {
	var table []kit.Key
	for _, k := range slices.Concat(a.screens.besideKeys(), a.screens.differenceKeys()) {
		table = append(table, k.In(kit.OfRun))
	}
	if a.nav.hasSaveCase() {
		table = append(table, a.nav.SaveCaseKey(a.Top()).In(kit.CopyAndExport))
	}
	if a.nav.hasReport() {
		table = append(table, a.Host.RunExportKey().In(kit.CopyAndExport))
	}
	return a.unlisted(table)
}

// unlisted are the actions that the screen does not list itself.
func (a *App) unlisted(table []kit.Key) []kit.Key {
	own := a.Top().Keys()
	return slices.DeleteFunc(table, func(k kit.Key) bool {
		return slices.ContainsFunc(own, func(o kit.Key) bool { return o.Help().Desc == k.Help().Desc })
	})
}

// everywhere are the actions that every screen has, but for those that the screen lists itself.
func (a *App) everywhere() []kit.Key {
	quit := kit.Keys.Quit
	if a.screens.Depth() == 1 {
		quit = keyOn(a.Top(), kit.PlainKeys.Quit, quit)
	}
	return a.unlisted(append([]kit.Key{
		a.nav.HistoryKey(kit.Keys.History),
		a.nav.casesKey().In(kit.Rare),
		kit.On(kit.Keys.Settings, a.openSettings).In(kit.More),
		kit.On(keyOn(a.Top(), kit.PlainKeys.Help, kit.Keys.Help), a.openHelp).In(kit.More),
		kit.On(quit, a.quit).In(kit.More),
	}, a.settings()...))
}

// keyOn is the plain binding where a screen leaves its letter free, else the other one.
func keyOn(s kit.Screen, plain, other key.Binding) key.Binding {
	if kit.IsFree(s, plain.Keys()[0]) {
		return plain
	}
	return other
}

// pressKey is the key of a binding, as if it had been pressed.
func pressKey(b key.Binding) tea.Cmd {
	return func() tea.Msg { return kit.KeyPress(b.Keys()[0]) }
}

// coachLine names the next key to somebody who uses the program for the first time; "" for
// everybody else.
func (f *frame) coachLine() string {
	if !f.host.Options.Hints || f.host.Overlay != nil {
		return ""
	}
	text := coachText(f.screens.Top())
	if text == "" {
		return ""
	}
	const begin = "First time? "
	if lipgloss.Width(begin+text) > f.host.Width-2 { // the key counts
		return " " + f.host.Styles.Text.Render(shortened(text, f.host.Width-2))
	}
	return " " + f.host.Styles.Dim.Render(begin) + f.host.Styles.Text.Render(text)
}

// shortened is a sentence as far as whole parts of it fit.
func shortened(text string, width int) string {
	for lipgloss.Width(text) > width {
		end := strings.LastIndexAny(text, ",;:")
		if end < 0 {
			return ansi.Truncate(text, width, "…")
		}
		text = text[:end] + "."
	}
	return text
}

// coachText is what a screen says to such a user.
func coachText(s kit.Screen) string {
	switch s := s.(type) {
	case kit.Coach:
		return s.Coach()
	case *form.Review:
		return "Press Enter: it sends this to the agent."
	case *form.Screen:
		if s.Form == nil {
			return ""
		}
		if len(s.Form.Showing()) > 0 {
			return "Correct what is marked ✗, then press " + shortcut.InProse(kit.Keys.Review) + "."
		}
		if s.IsComplete() && !s.IsMessage() && !s.IsAnswer() {
			return "Press " + shortcut.InProse(kit.Keys.Review) + " when it is complete."
		}
		if s.IsComplete() && s.IsAnswer() {
			return "Press " + shortcut.InProse(kit.Keys.Review) + ": it answers the agent."
		}
		if s.IsComplete() {
			return "Press " + shortcut.InProse(kit.Keys.Review) + ": you review it before it is sent."
		}
		if !s.HasExamples() {
			return "Fill in the fields marked *."
		}
		return "Fill in the fields marked *, or press " + shortcut.InProse(kit.Keys.Presets) + ": it offers examples."
	}
	return ""
}

// coach is about the hints for somebody who uses the program for the first time.
type coach struct{ host *kit.Host }

// end ends the hints with the first key on the first result.
func (c coach) end(top kit.Screen) tea.Cmd {
	t, ok := top.(*task.Screen)
	if !c.host.Options.Hints || !ok {
		return nil
	}
	if phase := t.Snapshot().Phase; phase != run.Settled && phase != run.Answered || t.Document() == nil {
		return nil
	}
	c.host.Options.Hints = false
	keep := c.host.Options.Store
	if keep == nil {
		return nil
	}
	return c.host.Writes.TrackWrites(func() tea.Msg {
		_ = keep.KeepHadResult() // else the hints come once more
		return nil
	})
}

// hintsKeptMsg is what came of keeping the choice.
type hintsKeptMsg struct{ err error }

// toggle turns the hints on or off, for good.
func (c coach) toggle() tea.Cmd {
	c.host.Options.Hints = !c.host.Options.Hints
	c.host.Status = kit.Status{Text: "First-time hints are off."}
	if c.host.Options.Hints {
		c.host.Status.Text = "First-time hints are on."
	}
	keep, on := c.host.Options.Store, c.host.Options.Hints
	if keep == nil {
		return nil
	}
	return c.host.Writes.TrackWrites(func() tea.Msg { return hintsKeptMsg{keep.KeepHints(on)} })
}

// kept says when that failed.
func (c coach) kept(m hintsKeptMsg) {
	if m.err != nil {
		c.host.Status = kit.Status{Text: c.host.Status.Text + " Not saved: " + m.err.Error(), Bad: true}
	}
}

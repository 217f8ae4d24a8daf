package form

import (
	"path/filepath"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/widget/calendar"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// loadedMsg is the content of a file, for a place of the form.
type loadedMsg struct {
	from *kit.Overlay
	path string
	to   string // a pointer
	data []byte
	v    *ojson.Value // nil where the bytes themselves are the content
	err  error
}

// largeFile is from how many bytes on a file is asked about before it becomes
// part of the value.
const largeFile = 1 << 20

// loadTarget is what a file would fill in: the focused location where it holds
// more than one value, else the whole form.
func (e *valueEditor) loadTarget() *formgen.Field {
	if x := e.page().Focused(); huhform.IsComposite(x) || x.Kind() == schema.JSON {
		return x
	}
	return e.form.Root()
}

// nameOf is a location in a sentence.
func nameOf(x *formgen.Field) string {
	if x.Parent() == nil {
		return "the whole form"
	}
	return x.Path()
}

// askForFile asks for a JSON file to load into a location.
func (e *valueEditor) askForFile(x *formgen.Field) tea.Cmd {
	to := x.Pointer()
	return e.askForPath("Load "+nameOf(x)+" from a JSON file", func(o *kit.Overlay, path string) loadedMsg {
		return readValue(loadedMsg{from: o, path: path, to: to})
	})
}

// askForBytes asks for a file to put into a binary field.
func (e *valueEditor) askForBytes(x *formgen.Field) tea.Cmd {
	to := x.Pointer()
	return e.askForPath("Fill "+nameOf(x)+" with a file", func(o *kit.Overlay, path string) loadedMsg {
		m := loadedMsg{from: o, path: path, to: to}
		m.data, m.err = kit.ReadLimited(path, limit.DataBytes.Int()/4*3) // as base64 it is longer
		return m
	})
}

// askForPath opens the line for a path; read gets what was entered, in a command.
func (e *valueEditor) askForPath(title string, read func(*kit.Overlay, string) loadedMsg) tea.Cmd {
	return kit.AskForFile(e.owner, e.host, "load", title, func(o *kit.Overlay, path string) tea.Msg { return read(o, path) })
}

// readValue reads a file of JSON.
func readValue(m loadedMsg) loadedMsg {
	if m.data, m.err = kit.ReadLimited(m.path, limit.DataBytes.Int()); m.err == nil {
		m.data = ojson.Text(m.data)
		m.v, m.err = ojson.Parse(m.data, ojson.DataLimits)
	}
	return m
}

// loaded fills a location with what was in a file, or says in the prompt why not.
func (e *valueEditor) loaded(m loadedMsg) (kit.Action, tea.Cmd) {
	if e.host.Overlay != m.from {
		return kit.Action{}, nil // it was closed
	}
	x, file := e.form.At(m.to), safe.Text(filepath.Base(m.path)).Line(0).String()
	isLarge := m.err == nil && m.v == nil && len(m.data) > largeFile
	switch {
	case m.err != nil:
		m.from.Prompt.Complain(safe.Text(kit.FileProblem(m.err)).Line(0).String())
		return kit.Action{}, nil
	case x == nil:
		return kit.Errorf("the place to fill in is not there any more"), nil
	case isLarge && m.from.Agreed != m.path:
		m.from.Agreed = m.path
		m.from.Prompt.Complain(file + " has " + formgen.ByteSize(len(m.data)) + ", all of which is sent; Enter again takes it")
		return kit.Action{}, nil
	}
	e.host.Overlay = nil
	act := kit.Infof("%s is filled in from %s; %s brings back what was there", nameOf(x), file, shortcut.InProse(huhform.Keys.Undo))
	if m.v == nil {
		act = kit.Infof("%s is filled in from %s", nameOf(x), file) // bytes are typed text, as any
	}
	e.fill(x, m)
	return act, e.owner.afterEdit()
}

// fill puts the content of a file into a location.
func (e *valueEditor) fill(x *formgen.Field, m loadedMsg) {
	switch {
	case m.v == nil:
		x.SetBytes(m.data)
	case x.Parent() == nil:
		e.form.LoadFrom(m.v, formgen.Loaded)
		e.reset()
		return
	default:
		x.LoadFrom(m.v, formgen.Loaded)
	}
	e.page().Refresh()
	e.page().Focus(x)
}

// loadTargets are the locations that a file can fill in.
func (e *valueEditor) loadTargets() []*formgen.Field {
	root := e.form.Root()
	x := e.loadTarget()
	if group := e.page().Group(); x == root && group != nil {
		x = group
	}
	if x != root {
		return []*formgen.Field{root, x}
	}
	return []*formgen.Field{root}
}

const staysHere = "a secret is not written to a file, so it is edited here only"

// cannotEdit says why the user's editor cannot open a location, "" where it can.
func cannotEdit(x *formgen.Field) string {
	switch {
	case x.IsLocked():
		return x.Path() + " is set by the agent"
	case x.IsSecret():
		return staysHere
	case !x.IsText() && !huhform.IsComposite(x):
		return "only texts, objects and lists open in an editor"
	}
	return ""
}

// openEditor opens the focused location in the user's editor: texts as they are,
// all else as JSON.
func (e *valueEditor) openEditor() (kit.Action, tea.Cmd) {
	x := e.page().Focused()
	switch {
	case formgen.DateFormat(x) != "":
		askDay(e.host, x, func() tea.Cmd {
			e.page().Focus(x)
			return e.owner.afterEdit()
		})
		return kit.Action{}, nil
	case x.IsBinary():
		return kit.Action{}, e.askForBytes(x)
	case huhform.HoldsSecret(e.form, x):
		return kit.Errorf(staysHere), nil
	}
	draft := kit.EditedMsg{Before: e.draftOf(x), To: x.Pointer()}
	cmd, err := kit.OpenEditor(e.host.Context, e.owner, draft, huhform.Suffix(x))
	if err != nil {
		return kit.Errorf("%s", err), nil
	}
	return kit.Action{}, cmd
}

// draftOf is what the editor is given.
func (e *valueEditor) draftOf(x *formgen.Field) string {
	if x.Presence() != formgen.Set {
		return ""
	}
	if x.IsText() {
		return x.Text()
	}
	return x.JSON() + "\n"
}

// edited takes the text that the editor has left.
func (e *valueEditor) edited(m kit.EditedMsg) (kit.Action, tea.Cmd) {
	x := e.form.At(m.To)
	switch {
	case m.Err != nil:
		return kit.Errorf("%s", m.Err), nil
	case m.Text == m.Before:
		return kit.Infof("the editor changed nothing"), nil
	case x == nil:
		return kit.Errorf("the place that was edited is not there any more"), nil
	}
	act := put(x, m.Text)
	e.page().Refresh()
	e.page().Focus(x)
	return act, e.owner.afterEdit()
}

// put makes a text the content of a place. Emptying it takes the place away.
func put(x *formgen.Field, text string) kit.Action {
	switch {
	case strings.TrimSpace(text) == "" && (text == "" || !x.Kind().IsString()):
		x.SetText("")
		x.SetPresence(formgen.Omitted)
	case x.Kind() == schema.JSON:
		x.SetText(text)
	case x.Kind().IsString():
		text = string(ojson.NewString(text).Compact()) // a line to type in could not show any text
		fallthrough
	case huhform.IsComposite(x):
		return putJSON(x, text)
	default:
		x.SetText(text)
	}
	return kit.Infof("%s was edited", x.Path())
}

// putJSON replaces a value. What is not JSON yet becomes the text of the location,
// with its problem.
func putJSON(x *formgen.Field, text string) kit.Action {
	err := x.SetJSON(text)
	if err == nil {
		return kit.Infof("%s was edited; %s brings back what was there", x.Path(), shortcut.InProse(huhform.Keys.Undo))
	}
	if flip := x.AsJSON(true); flip == nil {
		x.SetText(text)
	}
	return kit.Errorf("%s is kept as text, because it is not JSON yet: %s", x.Path(), err)
}

// dayDialog is a calendar for a field.
type dayDialog struct {
	*calendar.Model
	field *formgen.Field
	now   time.Time
	taken func() tea.Cmd
}

// askDay shows the month of the date in a field, or this month; taken is called once the field
// has the day that the user takes.
func askDay(h *kit.Host, x *formgen.Field, taken func() tea.Cmd) {
	now := h.Options.Clock()
	at, ok := dateOf(x.Text(), x, now)
	if !ok || x.Presence() != formgen.Set {
		at = now
	}
	low, high := x.Location().FormatRange()
	minDay, _ := dateOf(exactDay(low), x, now)
	maxDay, _ := dateOf(exactDay(high), x, now)
	st := h.Styles.Form
	days := calendar.New(at, now, minDay, maxDay, calendar.Styles{Title: st.Section, Selected: st.FocusedLabel, Day: st.Value, Dim: st.Dim})
	h.Overlay = &kit.Overlay{Host: h, Title: x.Label(), Panel: dayDialog{days, x, now, taken}}
}

func exactDay(text safe.Raw) string { return text.Exact() } //nolint:forbidigo // parsed, never drawn

// dateOf reads a text in the format of a field of dates.
func dateOf(text string, x *formgen.Field, now time.Time) (time.Time, bool) {
	return formgen.ParseDate(text, formgen.DateFormat(x), now.Location())
}

func (d dayDialog) Width() int { return calendar.Width }

func (d dayDialog) Keys() []kit.Key {
	return kit.Shown(shortcut.On(calendar.Keys.Choose, calendar.Keys.NextMonth, calendar.Keys.Today, kit.Keys.Back)...)
}

func (d dayDialog) Click(column, line int) { d.Model.Click(column, line) }

func (d dayDialog) Update(msg tea.KeyPressMsg) (closed bool, cmd tea.Cmd) {
	switch {
	case key.Matches(msg, calendar.Keys.Choose):
		d.field.SetText(formgen.FitDate(d.field, d.text()))
		return true, d.taken()
	case key.Matches(msg, kit.Keys.Back, kit.Keys.Editor):
		return true, nil
	}
	d.Press(msg)
	return false, nil
}

// text is the day in the format of the field. A date with a time keeps its time; without
// one it begins at midnight.
func (d dayDialog) text() string {
	day := d.Day()
	if formgen.DateFormat(d.field) != formgen.DateTime {
		return day.Format(time.DateOnly)
	}
	at, ok := dateOf(d.field.Text(), d.field, d.now)
	if !ok {
		at = time.Date(0, 1, 1, 0, 0, 0, 0, d.now.Location())
	}
	return time.Date(day.Year(), day.Month(), day.Day(), at.Hour(), at.Minute(), at.Second(), 0, at.Location()).Format(time.RFC3339)
}

package form

import (
	"path/filepath"

	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
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

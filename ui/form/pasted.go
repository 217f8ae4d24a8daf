package form

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/dustin/go-humanize/english"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

var _ = kit.RegisterKeys("pasted", &pastedKeys)

// pastedKeys answer the question whether a text fills in several fields.
var pastedKeys = struct{ FillIn, Keep key.Binding }{
	FillIn: kit.Bind("Fill in the fields", "enter"),
	Keep:   kit.Bind("Do not", "esc"),
}

// pasted is a text that was pasted into one field and fits several of the form, or what a command of the user made of a text.
type pasted struct {
	formgen.Pasted
	msg  tea.PasteMsg
	from string // the command; "" for a text that was pasted
}

// question asks what to do with it.
func (p *pasted) question() string {
	keys := pastedKeys.FillIn.Help().Key + " · " + pastedKeys.Keep.Help().Key
	fields := english.Plural(p.Fields(), "field", "fields")
	if p.from != "" {
		return "Fill in " + fields + " from what " + p.from + " read? " + keys + " leaves the form as it is"
	}
	return "Fill in " + fields + " from what you pasted? " + keys + " puts it here"
}

// offerPasted asks what to do with a text that fits several fields, false for any other.
func (e *valueEditor) offerPasted(msg tea.PasteMsg) bool {
	p, ok := e.form.ReadPasted(msg.Content)
	if ok {
		e.pasted = &pasted{Pasted: p, msg: msg}
	}
	return ok
}

// decidePasted fills in the fields with enter, and puts the text where the focus is with esc. No other key answers the question: a
// text of several fields is not for one of them.
func (e *valueEditor) decidePasted(press tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	p := e.pasted
	if key.Matches(press, pastedKeys.FillIn) {
		e.pasted = nil
		e.form.FillInPasted(p.Pasted)
		e.unused = p.Unused()
		e.page().Refresh()
		e.sizePage()
		return kit.Infof("%s", p.report()), nil
	}
	if !key.Matches(press, pastedKeys.Keep) {
		return kit.Action{}, nil
	}
	e.pasted = nil
	var cmd tea.Cmd
	if !e.onButton() && p.from == "" {
		_, cmd = e.page().Update(p.msg)
	}
	e.sizePage()
	return kit.Action{}, cmd
}

// keys are those that answer the question.
func (p *pasted) keys() []kit.Key {
	keep := "Put it here"
	if p.from != "" {
		keep = "Leave the form as it is"
	}
	return kit.Shown(shortcut.Key{Binding: pastedKeys.FillIn}, shortcut.Key{Binding: kit.Named(pastedKeys.Keep, keep)})
}

// report says what was filled in.
func (p *pasted) report() string {
	return english.Plural(p.Fields(), "field is", "fields are") + " filled in; " + shortcut.InProse(huhform.Keys.Undo) + " takes them back"
}

// textReaders are the commands of the user that read a text for a form.
type textReaders struct {
	host   *kit.Host
	to     kit.Screen // of the form, for the messages of commands
	schema []byte
}

// keys have the commands of the user read a text for the form.
func (r textReaders) keys() (keys []kit.Key) {
	for _, name := range kit.FormCommands(r.host) {
		shown := safe.Text(name).Line(40).String()
		keys = append(keys, kit.On(kit.Bind("Fill in by "+shown+"…"), func() { r.ask(name, shown) }))
	}
	return keys
}

// ask asks for the text that a command reads.
func (r textReaders) ask(name, shown string) {
	o := kit.NewPrompt(r.host, "read", "Fill in by "+shown, "paste or type the text that it is to read", "")
	o.Entered = func(text string) tea.Cmd {
		r.host.Overlay = nil
		ctx, line, schema := r.host.Context, r.host.Options.Commands[name].Run, r.schema
		read := kit.Later(r.to, func() tea.Msg {
			out, err := kit.RunFormCommand(ctx, line, schema, text)
			return readMsg{shown, out, err}
		})
		return tea.Batch(read, r.host.Perform(kit.Infof("%s reads the text …", shown)))
	}
	r.host.Overlay = o
}

// readMsg is what a command of the user printed.
type readMsg struct {
	name, out string
	err       error
}

// offerRead asks whether the fields that a command found are filled in.
func (e *valueEditor) offerRead(m readMsg) kit.Action {
	if m.err != nil {
		return kit.Errorf("%s: %s", m.name, m.err)
	}
	p, ok := e.form.ReadObject(m.out)
	if !ok {
		return kit.Errorf("%s printed no JSON object with values that the form takes", m.name)
	}
	e.pasted = &pasted{Pasted: p, from: m.name}
	e.sizePage()
	return kit.Action{}
}

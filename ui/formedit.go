package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// canEdit reports a place that the user's editor can open.
func canEdit(x *formgen.Field) bool {
	return (x.IsText() || huhform.IsComposite(x)) && !x.IsSecret() && !huhform.IsLocked(x)
}

// openEditor opens the focused place in the user's editor: texts as they are,
// all else as JSON.
func (s *formScreen) openEditor() (action, tea.Cmd) {
	x := s.page().Focused()
	switch {
	case huhform.IsLocked(x):
		return infof("%s is set by the agent", x.Path()), nil
	case x.IsBinary():
		return action{}, s.askForBytes(x)
	case x.IsSecret() || huhform.HoldsSecret(s.form, x):
		return errorf("a secret is not written to a file, so it is edited here only"), nil
	case !canEdit(x):
		return infof("%s is chosen here; f4 opens texts, objects and lists in your editor", x.Path()), nil
	}
	draft := editedMsg{before: s.draftOf(x), to: x.Pointer()}
	cmd, err := edit(s.host.ctx, s, draft, huhform.Suffix(x))
	if err != nil {
		return errorf("%s", err), nil
	}
	return action{}, cmd
}

// draftOf is what the editor is given.
func (s *formScreen) draftOf(x *formgen.Field) string {
	if x.Presence() != formgen.Set {
		return ""
	}
	if x.IsText() {
		return x.Text()
	}
	return x.JSON() + "\n"
}

// edited takes the text that the editor has left.
func (s *formScreen) edited(m editedMsg) (action, tea.Cmd) {
	x := s.form.At(m.to)
	switch {
	case m.err != nil:
		return errorf("%s", m.err), nil
	case m.text == m.before:
		return infof("the editor changed nothing"), nil
	case x == nil:
		return errorf("the place that was edited is not there any more"), nil
	}
	act := put(x, m.text)
	s.page().Refresh()
	s.page().Focus(x)
	return act, s.changed()
}

// put makes a text the content of a place. Emptying it takes the place away.
func put(x *formgen.Field, text string) action {
	switch {
	case strings.TrimSpace(text) == "" && (text == "" || x.Kind() != schema.String):
		x.SetText("")
		x.SetPresence(formgen.Absent)
	case x.Kind() == schema.JSON:
		x.SetText(text)
	case x.Kind() == schema.String:
		text = string(ojson.NewString(text).Compact()) // a line to type in could not show any text
		fallthrough
	case huhform.IsComposite(x):
		return putJSON(x, text)
	default:
		x.SetText(text)
	}
	return infof("%s was edited", x.Path())
}

// putJSON replaces a value. What is not JSON yet becomes the text of the place,
// with its problem.
func putJSON(x *formgen.Field, text string) action {
	err := x.SetJSON(text)
	if err == nil {
		return infof("%s was edited; ctrl+z brings back what was there", x.Path())
	}
	if flip := x.AsJSON(true); flip == nil {
		x.SetText(text)
	}
	return errorf("%s is kept as text, because it is not JSON yet: %s", x.Path(), err)
}

// newAnswerForm is the form that an agent asks its question with. submit gets what is
// filled in, in place of a review.
func newAnswerForm(h *host, agent *a2aclient.Agent, f a2aclient.Form, submit func(data []byte, secret bool) action) *formScreen {
	s := newForm(h, agent, nil, &a2aclient.Input{Name: safe.Text("the agent's question"), Schema: f.Schema})
	s.prefill, s.answer = f.Prefill, submit
	return s
}

package form

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

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
	case strings.TrimSpace(text) == "" && (text == "" || x.Kind() != schema.String):
		x.SetText("")
		x.SetPresence(formgen.Omitted)
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

package form_test

import (
	"strings"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

func TestNotSecretNameIsRemembered(t *testing.T) {
	url := apptest.Agent(t, apptest.OneForm(`{"type":"object","properties":{"api_key":{"type":"string"},"x":{"type":"string"}}}`), apptest.NoAnswer)
	keep := apptest.Home(t)
	open := func() *uitest.Driver {
		return apptest.OpenForm(uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: url, Store: keep}), 100, 24).WaitFor("The skill")).WaitFor("Api key")
	}
	open().WaitFor("looks like a secret", "goes to", url).Press("alt+k").WaitFor("Remembered for " + url).WaitGone("looks like a secret").Stop()
	open().WaitFor("▌ ○ Api key").WaitGone("looks like a secret")
}

func TestInvalidValueIsSentOnRequest(t *testing.T) {
	url := apptest.Agent(t, apptest.OneForm(`{"type":"object","required":["m"],"properties":{"n":{"type":"integer","minimum":5,"maximum":3},"m":{"type":"string"}}}`), apptest.NoAnswer)
	d := apptest.Start(t, url, 100, 24).WaitFor("The skill").Press("enter").WaitFor("M *").Press("up").WaitFor("▌ ○ N").Type("4").WaitFor("No value fits")
	d.Press("ctrl+s").WaitFor("Not sent: ", "✗ 3 problems", "▌ ● N").Press("ctrl+s").WaitFor("Not sent: ", "▌ ○ M").Press("ctrl+s").WaitFor("▌ ● N")
	d.Command("send anyway").WaitFor("› Review").Press("v").WaitFor("it breaks its schema: ", `"n": 4`)
	d.Press("y").WaitFor("Copy the message as").Press("down", "enter")
	d.WaitOutside("the command", func() bool { return strings.HasSuffix(apptest.Copied(d), "--data '{\"n\":4}' --send-invalid") })
}

func TestListFormSaysItCannotBeSent(t *testing.T) {
	url := apptest.Agent(t, apptest.OneForm(`{"type":"array","items":{"type":"string"}}`), apptest.NoAnswer)
	apptest.Start(t, url, 100, 24).WaitFor("The skill").Press("enter").WaitFor("this form cannot be sent")
}

// The card says so before the form is opened, and only where the value is not an object.
func TestSkillBadgeSaysFormCannotBeSent(t *testing.T) {
	const badge = "cannot be sent"
	list := apptest.Agent(t, apptest.OneForm(`{"$ref":"#/$defs/names","$defs":{"names":{"type":"array","items":{"type":"string"}}}}`), apptest.NoAnswer)
	apptest.Start(t, list, 100, 24).WaitFor("The skill", badge)
	object := apptest.Agent(t, apptest.OneForm(`{"type":"object","properties":{"a":{"type":"array"}}}`), apptest.NoAnswer)
	if screen := apptest.Start(t, object, 100, 24).WaitFor("The skill", "1 field").Screen(); strings.Contains(screen, badge) {
		t.Errorf("a form of an object cannot be sent:\n%s", screen)
	}
}

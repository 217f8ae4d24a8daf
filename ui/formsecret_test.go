package ui_test

import (
	"net/http"
	"strings"
	"testing"

	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

func noAnswer(http.ResponseWriter, *http.Request) {}

func TestNotSecretNameIsRemembered(t *testing.T) {
	url := agent(t, oneForm(`{"type":"object","properties":{"api_key":{"type":"string"},"x":{"type":"string"}}}`), noAnswer)
	keep := home(t)
	open := func() *uitest.Driver {
		return openForm(uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: url, Store: keep}), 100, 24).WaitFor("The skill")).WaitFor("Api key")
	}
	open().WaitFor("its name looks like", "goes to", url).Press("alt+k").WaitFor("Remembered for " + url).WaitGone("its name looks like").Stop()
	open().WaitFor("Text").WaitGone("its name looks like")
}

func TestInvalidValueIsSentOnRequest(t *testing.T) {
	url := agent(t, oneForm(`{"type":"object","required":["m"],"properties":{"n":{"type":"integer","minimum":5,"maximum":3},"m":{"type":"string"}}}`), noAnswer)
	d := start(t, url, 100, 24).WaitFor("The skill").Press("enter").WaitFor("M *").Press("up").WaitFor("▌ ○ N").Type("4").WaitFor("No value fits")
	d.Press("ctrl+s").WaitFor("Not sent. ", "and 2 more").Press("ctrl+s").WaitFor("This breaks its schema.").Press("enter").WaitGone("This breaks its schema.")
	d.Press("ctrl+s").WaitFor("This breaks its schema.").Press("down", "enter").WaitFor("› Review").Press("2").WaitFor("it breaks its schema: ", `"n": 4`)
	d.Press("y").WaitFor("Copy the message as").Press("down", "enter")
	d.WaitOutside("the command", func() bool { return strings.HasSuffix(copied(d), "--data '{\"n\":4}' --send-invalid") })
}

func TestListFormSaysItCannotBeSent(t *testing.T) {
	url := agent(t, oneForm(`{"type":"array","items":{"type":"string"}}`), noAnswer)
	start(t, url, 100, 24).WaitFor("The skill").Press("enter").WaitFor("this form cannot be sent")
}

// The card says so before the form is opened, and only where the value is not an object.
func TestSkillBadgeSaysFormCannotBeSent(t *testing.T) {
	const badge = "cannot be sent"
	list := agent(t, oneForm(`{"$ref":"#/$defs/names","$defs":{"names":{"type":"array","items":{"type":"string"}}}}`), noAnswer)
	start(t, list, 100, 24).WaitFor("The skill", badge)
	object := agent(t, oneForm(`{"type":"object","properties":{"a":{"type":"array"}}}`), noAnswer)
	if screen := start(t, object, 100, 24).WaitFor("The skill", "1 field").Screen(); strings.Contains(screen, badge) {
		t.Errorf("a form of an object cannot be sent:\n%s", screen)
	}
}

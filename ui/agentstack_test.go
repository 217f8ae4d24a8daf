package ui_test

import (
	"path/filepath"
	"testing"

	"a2aform/internal/hostile/wire"
	"a2aform/internal/ojson"
	"a2aform/ui/apptest"
)

// stacked serves an agent of testdata/wire. The function returns the metadata of the last message that it took.
func stacked(t *testing.T, name string) (url string, metadata func() string) {
	t.Helper()
	a, err := wire.Start(t.Context(), filepath.Join("..", "testdata", "wire"), name, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a.URL, func() (last string) {
		for _, q := range a.Requests() {
			if v, err := ojson.Parse(q.Params, ojson.DataLimits); q.IsMessage() && err == nil {
				last = string(v.Get("message").Get("metadata").Compact())
			}
		}
		return last
	}
}

// The form that the card declares by AgentStack's extension opens with the skill, the one that the task asks with on the run, and
// both are answered in the metadata.
func TestFormsOfAgentStack(t *testing.T) {
	t.Parallel()
	const uri = `{"https://a2a-extensions.agentstack.beeai.dev/ui/form/v1":`
	for _, size := range [][2]int{{80, 24}, {100, 30}} {
		url, metadata := stacked(t, "agentstack-form")
		d := apptest.Start(t, url, size[0], size[1]).WaitFor("2 fields", "To*  Day")
		d.Press("enter").WaitFor("Which trip?", "To *", "Day").Press("ctrl+s").WaitFor("▌ ○ To *", "✗ Required")
		d.Type("Oslo").Press("ctrl+s").WaitFor("To        Oslo", "Send  enter").Press("enter")
		d.WaitFor("More", "asks with a form")
		if got, want := metadata(), uri+`{"id":"first","values":{"to":{"type":"text","value":"Oslo"},"day":{"type":"date","value":null}}}}`; got != want {
			t.Errorf("the agent got %s, want %s", got, want)
		}
		d.Press("enter").WaitFor("More", "( ) Economy  ( ) Business", "Meals", "Terms", "default: no", "Answer  ctrl+s").Press("right", "right", "ctrl+s")
		d.WaitFor("asks for the 2nd time")
		if got, want := metadata(), uri+`{"id":"second","values":{"class":{"type":"singleselect","value":"biz"},"meals":{"type":"multiselect","value":null},"ok":{"type":"checkbox","value":false}}}}`; got != want {
			t.Errorf("the agent got %s, want %s", got, want)
		}
	}
}

// A chat shows what of a form is odd, opens it, and answers with it.
func TestFormOfAgentStackInAChat(t *testing.T) {
	t.Parallel()
	url, metadata := stacked(t, "agentstack-services")
	d := apptest.Start(t, url, 100, 30).WaitFor("3 fields", "To*").Press("c").WaitFor("A text message").Type("hi").Press("enter")
	d.WaitFor("Nearly done", "The last question.", "without an id was left out", "Enter opens it").Press("enter")
	d.WaitFor("Nearly done", "The last question.", "Contact *", "Score", "Answer  ctrl+s").Type("me").Press("ctrl+s").WaitFor("you: contact: me")
	const want = `{"https://a2a-extensions.agentstack.beeai.dev/ui/form_request/v1":{"values":{"contact":{"type":"text","value":"me"},"score":{"type":"rating","value":null}}}}`
	d.WaitOutside("the values at the agent", func() bool { return metadata() == want })
}

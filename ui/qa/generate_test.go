package qa_test

import (
	"net/http/httptest"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/internal/demo/mock"
	"a2aform/internal/qa/gen"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// checkedCard is of an agent with one form.
const checkedCard = `{"name":"Checked Agent","description":"d","version":"1","supportedInterfaces":[{"url":"http://127.0.0.1:1/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
	"capabilities":{"streaming":true,"extensions":[{"uri":"https://github.com/FacultyAI/a2a-extension-object-schemas/v1"}]},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
	"schemas":{"in":{"type":"object","properties":{"n":{"type":"integer","minimum":1,"maximum":9}},"required":["n"],"additionalProperties":false}},
	"skills":[{"id":"s","name":"Count","description":"d","tags":["t"],"inputModes":["application/json;schema=in"],"outputModes":["text/plain"]}]}`

// openGenerated opens the test cases of a mock with faults.
func openGenerated(t *testing.T, faults ...mock.Fault) *uitest.Driver {
	t.Helper()
	agent, _, err := mock.New([]byte(checkedCard), mock.Options{Faults: faults, Sample: gen.Sample})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(agent)
	t.Cleanup(server.Close)
	d := apptest.StartWith(t, kit.Options{Ref: server.URL, Store: apptest.Home(t), Demo: apptest.NoDemo, Dir: apptest.CaseFiles(t, nil)}, 100, 30).WaitFor("Checked Agent", "Count")
	return d.Press("alt+c").WaitFor("No test case yet", "+      or send values")
}

// The values of a schema are sent from the screens, and each shows how the agent took it.
func TestGeneratedValuesAreSent(t *testing.T) {
	t.Parallel()
	d := openGenerated(t).Press("+").WaitFor("Send generated values to Checked Agent?", "valid values", "the agent must also reject the invalid ones").Press("down", "enter")
	d.WaitFor("› Run", "n: null", "cases passed", "r Run again").Press("enter").WaitFor("✓ Outcome").Press("f4").WaitFor("A generated value has no file")
	d.Press("r").WaitFor("cases passed", "r Run again") // the value again, though it has no file
	d.Press("esc").WaitFor("No test case yet").Press("v").WaitFor("n: null")
}

// An agent that checks nothing is one finding.
func TestAgentThatRejectsNothingIsFound(t *testing.T) {
	t.Parallel()
	d := openGenerated(t, mock.Fault{Name: "accept-invalid"}).Press("+").WaitFor("all ").Press("down", "enter")
	d.WaitFor("✗ the agent rejects nothing: it accepted all invalid values", "expected the input is rejected")
	d.Press("s").WaitFor("in order", "✗ the agent rejects nothing") // it stays
}

// Where the agent does not accept the first value, the others say nothing, and are not sent.
func TestRejectedFirstValueEndsTheRun(t *testing.T) {
	t.Parallel()
	d := openGenerated(t, mock.Fault{Name: "reject"}).Press("+").WaitFor("all ").Press("enter")
	d.WaitFor("✗ the agent did not accept the base value", `✗ {"n":1}`)
}

// With several forms the skill is chosen first.
func TestSkillOfGeneratedValuesIsChosen(t *testing.T) {
	t.Parallel()
	d, _ := openCases(t, map[string]string{"a.toml": apptest.FightCase}, 80, 24)
	d.Press("+").WaitFor("Generate test values for", "Fight Comparison", "Trip Planner").Press("enter").WaitFor("Send generated values to Demo Agent?").Press("esc").WaitFor("fight: Lion")
}

package qa_test

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// badCard is a card that breaks rules of each level.
const badCard = `{"name":"Bad Agent","description":"A card with mistakes.","version":"1.0.0","capabilities":{"extensions":[{"uri":"https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"}]},
"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
"supportedInterfaces":[{"url":"URL","protocolBinding":"JSONRPC","protocolVersion":"1.0"},{"url":"URL/x","protocolBinding":"jsonrpc","protocolVersion":"1.0"}],
"skills":[{"id":"a","name":"A","description":"d","tags":["t"],"inputModes":["application/json;schema=missing"]},{"id":"b","name":"B","description":"d","tags":["t"],"inputModes":["application/json;schema=ok","text/plain"]}],
"schemas":{"ok":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"x":{"type":"integer","minimum":5,"maximum":1}}},"bad":{"type":"object","properties":{"y":{"$ref":"#/nope"}}}}}`

// badAgent serves badCard; it answers each call with a task that is done.
func badAgent(t *testing.T) string {
	t.Helper()
	mux := http.NewServeMux()
	url := apptest.ServeMux(t, mux)
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, strings.ReplaceAll(badCard, "URL", url))
	})
	mux.HandleFunc("POST /", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":"1","error":{"code":-32000,"message":"no"}}`)
	})
	return url
}

// The card says how many notes there are for its maker, as many as the list has before and after it was open. The list leads to the
// line of the raw card.
func TestDoctorLeadsToTheLineOfTheCard(t *testing.T) {
	t.Parallel()
	d := apptest.Start(t, badAgent(t), 100, 30).WaitFor("! 5 notes for its maker").WaitGone("✗")
	d.Press("!").WaitFor("Bad Agent › Notes for its maker", "5 notes · 4 are errors", "l Try the agent live", "▌✗ V03", "a2aform doctor --explain V03", "/supportedInterfaces/1/protocolBinding")
	d.Press("enter").WaitFor("Raw card", `▌       "protocolBinding": "jsonrpc",`, "V03: binding")
	d.Press("esc").WaitFor("▌✗ V03").Press("down").WaitFor("▌✗ O04", "add the schema, or correct the name").Press("enter").WaitFor(`▌         "application/json;schema=missing"`)
	d.Press("esc", "f").WaitFor("Errors only: 4 of 5 notes").WaitGone("! O06").Press("f").WaitFor("! O06")
	d.Press("f1").WaitFor("What the rules of doctor find").Press("esc")
	d.Press("esc").WaitFor("! 5 notes for its maker").WaitGone("✗")
}

// Doctor writes its findings, and copies a finding and the command that goes on.
func TestDoctorExportsAndCopies(t *testing.T) {
	t.Parallel()
	url := badAgent(t)
	d := apptest.Start(t, url, 100, 30).WaitFor("! 5 notes").Press("!").WaitFor("▌✗ V03", "✗ S07")
	d.Command("copy command").WaitFor("Copied: a2aform doctor --live " + url)
	d.Press("y").WaitFor("Copied the note")
	path := filepath.Join(t.TempDir(), "findings.json")
	d.Press("e").WaitFor("Export the notes: JSON").Press("ctrl+u").Paste(path).Press("enter").WaitFor("Saved as")
	text, err := os.ReadFile(path)
	var report struct{ Findings []struct{ Rule string } }
	if err != nil || json.Unmarshal(text, &report) != nil || len(report.Findings) != 5 || report.Findings[0].Rule != "V03" {
		t.Errorf("%v: %s", err, text)
	}
}

// The live checks add what the agent itself does wrong, once however often they run.
func TestDoctorChecksTheAgentLive(t *testing.T) {
	t.Parallel()
	d := apptest.Start(t, badAgent(t), 120, 40).WaitFor("! 5 notes").Press("!").WaitFor("▌✗ V03", "✗ S07")
	for range 2 {
		d.Press("l").WaitFor("The agent itself: 3 notes", "an unknown method is refused with the code -32000, not -32601", "8 notes · 4 are errors")
		d.Press("down").WaitGone("The agent itself").Press("up")
	}
	d.Press("esc").WaitFor("! 8 notes for its maker")
}

// A card without a problem says nothing, and doctor how many rules held.
func TestDoctorOfAGoodCard(t *testing.T) {
	t.Parallel()
	d := apptest.OpenDemo(t, apptest.Quick, 100, 30).WaitGone("its maker")
	d.Press("!").WaitFor("0 notes", "rules held").Press("enter").WaitFor("No note is in the list")
}

// What only the client knows is in the same list, without a rule.
func TestDoctorListsWhatTheClientNoticed(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	url := apptest.ServeMux(t, mux)
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, strings.ReplaceAll(badCard, "URL", strings.Replace(url, "http://", "http://user:pass@", 1)))
	})
	d := apptest.Start(t, url, 100, 30).WaitFor("its maker").Press("!").WaitFor("› Notes for its maker", "! –", "the card's address at", "✗ S07")
	d.Press("down", "down", "down", "down").WaitFor("▌! –", "contains a user name or password", "a2aform noticed it").Press("enter").WaitFor("about the card as a whole", "Raw card")
}

func TestGoldenDoctor(t *testing.T) {
	apptest.EachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		d := apptest.Start(t, "", w, h).WaitFor("Open an agent")
		d.Paste(badAgent(t)).Press("enter").WaitFor("its maker").Press("!").WaitFor("▌✗ V03", "✗ S07")
		golden(d, "doctor")
		d.Press("down", "down").WaitFor("▌✗ S07").Press("enter").WaitFor("▌ ")
		golden(d, "doctor-raw")
	})
}

// Levels and the cursor are told by characters where there are no colors, in ASCII too.
func TestDoctorInASCII(t *testing.T) {
	t.Parallel()
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: badAgent(t), Store: apptest.Home(t), ASCII: true}), 80, 24).WaitFor("! 5 notes")
	d.Press("!").WaitFor("|x V03", "! O06").Press("enter").WaitFor(`|       "protocolBinding"`)
}

package report_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"a2aform/internal/qa/report"
	"a2aform/internal/store/runfile"
)

const (
	runTime = `"time":"2026-11-22T22:43:36Z"`
	runCard = `{"kind":"card",` + runTime + `,"binding":"JSONRPC","protocol":"0.3.0","raw":{"name":"A","version":"1","url":"https://agent.example/a2a","protocolVersion":"0.3.0","preferredTransport":"JSONRPC","capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[{"id":"s","name":"Sell","description":"d","tags":[]}]}}`
)

// runFile is a run file of a head with some members, and of lines below the card.
func runFile(t *testing.T, head string, lines ...string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "run.jsonl")
	all := append([]string{`{"kind":"run",` + runTime + `,"version":1,"agent":"A","source":"https://agent.example",` + head + `}`, runCard}, lines...)
	if err := os.WriteFile(path, []byte(strings.Join(all, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func textInput(text string) string {
	return `{"kind":"input",` + runTime + `,"text":"` + text + `","messageId":"m"}`
}

func end(members string) string {
	return `{"kind":"end","time":"2026-11-22T22:43:38.5Z",` + members + `}`
}

// checkRecord is a verdict of a test case on a run, with one expectation that holds and some that do not.
func checkRecord(verdict string, broken int) string {
	lines := []string{`{"check":"state","expected":"completed","seen":"completed","outcome":"ok"}`}
	for i := range broken {
		lines = append(lines, fmt.Sprintf(`{"check":"value","at":"/data/%d","expected":"1","seen":"2","outcome":"failed"}`, i))
	}
	return `{"kind":"check",` + runTime + `,"outcome":"` + verdict + `","raw":{"case":"c","verdict":"` + verdict + `","lines":[` + strings.Join(lines, ",") + `]}}`
}

// Each way in which a run ends has its sentence, in a ticket and on the page, with a color of its own.
func TestHowARunEnded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ end, want, class string }{
		{end(`"outcome":"completed"`), "The agent completed the task in 2.50 s.", "good"},
		{end(`"outcome":"answered"`), "The agent answered with a message in 2.50 s.", "good"},
		{end(`"outcome":"failed"`), "The agent says that the task failed after 2.50 s.", "bad"},
		{end(`"outcome":"rejected"`), "The agent rejected the request after 2.50 s.", "bad"},
		{end(`"outcome":"canceled"`), "The agent canceled the task after 2.50 s.", "warn"},
		{end(`"outcome":"refused","code":-32602`), "The agent refused the message after 2.50 s.", "bad"},
		{end(`"outcome":"crashed"`), "The agent crashed after 2.50 s.", "bad"},
		{end(`"outcome":"lost"`), "It is unknown what happened to the message after 2.50 s.", "bad"},
		{end(`"outcome":"interrupted"`), "The run was interrupted after 2.50 s.", "warn"},
		{end(`"outcome":"completed","problems":1`), "The agent completed the task in 2.50 s. Its output breaks its schema in 1 place.", "bad"},
		{end(`"outcome":"completed","problems":2`), "The agent completed the task in 2.50 s. Its output breaks its schema in 2 places.", "bad"},
		{textInput("x"), "The run has no end.", "warn"},
	} {
		path := runFile(t, `"id":"r"`, textInput("hello"), c.end)
		if text := runTicket(t, path); !strings.Contains(text, "\n"+c.want+" ") {
			t.Errorf("%s: the ticket does not say %q:\n%s", c.end, c.want, text)
		}
		root := parse(t, runPage(t, path))
		if lead := texts(root, "lead"); len(lead) != 1 || lead[0] != c.want {
			t.Errorf("%s: the page says %q", c.end, lead)
		}
		if pills := texts(root, "pill"); len(pills) != 1 || classOfPill(root) != "pill "+c.class {
			t.Errorf("%s: %q is %q", c.end, pills, classOfPill(root))
		}
	}
}

// classOfPill is the class of the first pill.
func classOfPill(root *html.Node) string {
	for n := range root.Descendants() {
		for _, a := range n.Attr {
			if a.Key == "class" && strings.HasPrefix(a.Val, "pill") {
				return a.Val
			}
		}
	}
	return ""
}

// The verdicts of test cases on a run are summed up: the worst counts, and what does not hold is counted.
func TestVerdictsOnARun(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		checks         []string
		pills, says    string
		ticketHasLines int
	}{
		{nil, "completed", "2.50 s.", 0},
		{[]string{checkRecord("pass", 0)}, "completed test passed", "All 1 expectations hold.", 0},
		{[]string{checkRecord("fail", 1)}, "completed test failed", "1 of 2 expectations does not hold.", 1},
		{[]string{checkRecord("fail", 2)}, "completed test failed", "2 of 3 expectations do not hold.", 2},
		{[]string{checkRecord("pass", 0), checkRecord("error", 0)}, "completed test undecided", "All 2 expectations hold.", 0},
		{[]string{checkRecord("fail", 1), checkRecord("error", 0), checkRecord("pass", 0)}, "completed test failed", "1 of 4 expectations does not hold.", 1},
	} {
		path := runFile(t, `"id":"r"`, slices.Concat([]string{textInput("hello")}, c.checks, []string{end(`"outcome":"completed"`)})...)
		root := parse(t, runPage(t, path))
		if got := strings.Join(texts(root, "pill"), " "); got != c.pills {
			t.Errorf("%d checks: the pills are %q, want %q", len(c.checks), got, c.pills)
		}
		if lead := texts(root, "lead")[0]; !strings.HasSuffix(lead, c.says) {
			t.Errorf("%d checks: %q", len(c.checks), lead)
		}
		if got := strings.Count(runTicket(t, path), "\n- **"); got != c.ticketHasLines {
			t.Errorf("%d checks: the ticket has %d lines of them", len(c.checks), got)
		}
	}
}

// What was not kept is said.
func TestRunsOfWhichLittleWasKept(t *testing.T) {
	t.Parallel()
	card := strings.Replace(runCard, `"raw":{`, `"other":{`, 1)
	for _, c := range []struct {
		name         string
		path         string
		ticket, page []string
	}{
		{"private", runFile(t, `"id":"r","private":true`, end(`"outcome":"completed"`)), []string{"The form held a secret, so only the outcome of this run was kept."}, []string{"The form held a secret, so only the outcome of this run was kept."}},
		{"no input", runFile(t, `"id":"r"`, end(`"outcome":"completed"`)), []string{"The file does not say what was sent.", "What came back\n\nNothing."}, []string{"The file does not say what was sent.", "Nothing."}},
		{"failed without a reason", runFile(t, `"id":"r"`, textInput("hello"), end(`"outcome":"failed"`)), []string{"```\nhello\n```"}, []string{"hello"}},
		{"data and text", runFile(t, `"id":"r"`, `{"kind":"input",`+runTime+`,"text":"beside","raw":{"a":1},"messageId":"m"}`), []string{"a"}, []string{"beside"}},
		{"other parts", runFile(t, `"id":"r"`, `{"kind":"input",`+runTime+`,"text":"x","parts":[{"kind":"text","text":"another part"}],"messageId":"m"}`), nil, []string{"another part"}},
		{"fed", runFile(t, `"id":"r","fedBy":{"run":"r0","rows":[25],"fields":["Number","Date"]}`, textInput("x")), nil, []string{"Filled in from row 25 of run r0: Number, Date."}},
		{"fed by no field", runFile(t, `"id":"r","fedBy":{"run":"r0"}`, textInput("x")), nil, []string{"Filled in from result of run r0."}},
		{"rows", runFile(t, `"id":"r"`, textInput("x"), end(`"outcome":"completed","rows":3,"problems":1,"usage":"9 tokens"`)), nil, []string{"completed the task in 2.50 s. Its output breaks its schema in 1 place."}},
		{"no card", runFileOf(t, `{"kind":"run",`+runTime+`,"version":1,"id":"r","agent":"A"}`, card, textInput("x")), []string{"\nA\n\nWritten by"}, []string{"What was asked"}},
	} {
		for _, want := range c.ticket {
			if text := runTicket(t, c.path); !strings.Contains(text, want) {
				t.Errorf("%s: the ticket has no %q:\n%s", c.name, want, text)
			}
		}
		page := runPage(t, c.path)
		if n := strings.Count(page, `<p class="text">`); c.name == "data and text" && n != 1 || c.name == "other parts" && n != 2 {
			t.Errorf("%s: the page has %d texts", c.name, n)
		}
		all := textOf(parse(t, page))
		for _, want := range c.page {
			if !strings.Contains(all, want) {
				t.Errorf("%s: the page has no %q", c.name, want)
			}
		}
	}
}

func runFileOf(t *testing.T, lines ...string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "run.jsonl")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A thread of runs is on top of its page and its ticket, and the run that was chosen is unfolded.
func TestThreadOfRuns(t *testing.T) {
	t.Parallel()
	thread := []runfile.Info{
		{Path: runFile(t, `"id":"r1","skill":"s","skillName":"Find"`, textInput("hello"), end(`"outcome":"completed","rows":2`))},
		{Path: runFile(t, `"id":"r2","skill":"order","fedBy":{"run":"r1","rows":[25]}`, textInput("hello"), end(`"outcome":"failed"`))},
		{Path: runFile(t, `"id":"r3","fedBy":{"run":"r2","pointer":"/lines/0"}`, textInput("hello"), end(`"outcome":"completed","rows":1`))},
	}
	var ticket, page strings.Builder
	if err := report.ThreadTicket(&ticket, thread, 1); err != nil {
		t.Fatal(err)
	}
	if want := "# A: order\n\nFind (completed) ──row 25──▸ order (failed) ──/lines/0──▸ Message (completed)\n\n## 1. Find\n"; !strings.HasPrefix(ticket.String(), want) {
		t.Errorf("the ticket begins with %.300q", ticket.String())
	}
	if err := report.ThreadPage(&page, thread, 1); err != nil {
		t.Fatal(err)
	}
	root := parse(t, page.String())
	if got, want := texts(root, "notice")[0], "Find 2 rows ──row 25──▸ order failed ──/lines/0──▸ Message 1 row"; got != want {
		t.Errorf("the thread is %q, want %q", got, want)
	}
	for at, want := range []string{`id="run-1">`, `id="run-2" open>`, `id="run-3">`} {
		if !strings.Contains(page.String(), want) || !strings.Contains(page.String(), fmt.Sprintf(`<a href="#run-%d">`, at+1)) {
			t.Errorf("there is no %s in the page", want)
		}
	}
	for _, write := range []error{report.ThreadTicket(&ticket, []runfile.Info{{Path: "none"}}, 0), report.ThreadPage(&page, []runfile.Info{{Path: "none"}}, 0)} {
		if write == nil {
			t.Error("a run without a file has a page")
		}
	}
}

// event is an event of the agent, as a response of A2A 0.3 has it.
func event(at, result string) string {
	return `{"kind":"event","time":"2026-11-22T22:43:` + at + `Z","raw":` + result + `}`
}

// What happened is listed in order in a ticket: when and what.
func TestTimelineOfARun(t *testing.T) {
	t.Parallel()
	const at = `"time":"2026-11-22T22:43:37Z"`
	for _, c := range []struct{ line, said string }{
		{`{"kind":"request",` + at + `,"method":"POST","url":"https://agent.example/a2a","header":{"B":["2"],"A":["1","0"]},"raw":{}}`, "Request POST https://agent.example/a2a"},
		{`{"kind":"request",` + at + `,"method":"POST","url":"https://agent.example/a2a","header":{"A":["1"]},"text":"9 bytes with files"}`, "Request POST https://agent.example/a2a"},
		{`{"kind":"response",` + at + `,"status":200,"text":"200 OK","header":{"A":["1"]}}`, "Response 200 OK"},
		{`{"kind":"response",` + at + `,"status":399,"text":"399"}`, "Response 399"},
		{`{"kind":"response",` + at + `,"status":400,"text":"400 Bad Request","body":"why"}`, "Response 400 Bad Request why"},
		{`{"kind":"notice",` + at + `,"text":"the stream ended"}`, "Notice the stream ended"},
		{`{"kind":"notice",` + at + `,"extensions":["x","y"]}`, "Extensions x, y"},
		{`{"kind":"answer",` + at + `,"text":"yes"}`, "You answered yes"},
		{`{"kind":"canceled",` + at + `,"raw":{"id":"t"}}`, "Answer to the cancel"},
		{`{"kind":"pause",` + at + `,"outcome":"input-required"}`, "Waits input-required"},
		{`{"kind":"end",` + at + `,"outcome":"completed"}`, "End completed"},
		{`{"kind":"end",` + at + `,"outcome":"lost","error":"no answer"}`, "End lost no answer"},
		{`{"kind":"end",` + at + `,"outcome":"canceled"}`, "End canceled"},
		{event("37", `{"kind":"task","id":"t","contextId":"c","status":{"state":"working","message":{"kind":"message","messageId":"m","role":"agent","parts":[{"kind":"text","text":"on"},{"kind":"data","data":{}},{"kind":"text","text":"it"}]}}}`), "Task working on it"},
		{event("37", `{"kind":"status-update","taskId":"t","contextId":"c","final":true,"status":{"state":"failed"}}`), "State failed"},
		{event("37", `{"kind":"artifact-update","taskId":"t","contextId":"c","artifact":{"artifactId":"a","name":"Sum","parts":[{"kind":"text","text":"1"}]}}`), "Artifact Sum (1 part)"},
		{event("37", `{"kind":"message","messageId":"m","role":"agent","parts":[{"kind":"text","text":"hello"}]}`), "Message hello"},
		{event("37", `{"kind":"other"}`), "Event"},
	} {
		if shown := happened(t, textInput("x"), c.line); shown != "+1.000 s  "+c.said {
			t.Errorf("%s: the timeline is %q", c.line, shown)
		}
	}
}

// happened is what a ticket says to have happened in a run of some lines.
func happened(t *testing.T, lines ...string) string {
	t.Helper()
	_, text, _ := strings.Cut(runTicket(t, runFile(t, `"id":"r"`, lines...)), "## What happened\n\n```\n")
	text, _, _ = strings.Cut(text, "\n```\n")
	return text
}

// Of a long timeline the first and the last entries are shown.
func TestLongTimelines(t *testing.T) {
	t.Parallel()
	for entries, want := range map[int]string{100: "", 101: "1 more entry in the run file", 110: "10 more entries in the run file"} {
		lines := []string{textInput("x")}
		for i := range entries {
			lines = append(lines, `{"kind":"notice",`+runTime+`,"text":"n`+strconv.Itoa(i)+`."}`)
		}
		shown := happened(t, lines...)
		if got := strings.Count(shown, "Notice"); got != 100 || !strings.Contains(shown, " n59.") || strings.Contains(shown, " n60.") != (want == "") || !strings.Contains(shown, fmt.Sprintf(" n%d.", entries-40)) {
			t.Errorf("%d entries: %d shown, from %.30q", entries, got, shown)
		}
		if !strings.Contains(shown, want) || want == "" && strings.Contains(shown, "more") {
			t.Errorf("%d entries: the others are not counted", entries)
		}
	}
}

// The command that repeats a run gives the answers too, and passes data that its schema refuses.
func TestCommandsThatRepeatARun(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{[]string{textInput("x")}, "a2aform send https://agent.example --text x"},
		{[]string{textInput("x"), `{"kind":"answer",` + runTime + `,"text":"yes it's"}`, `{"kind":"answer",` + runTime + `,"text":"{\"a\":1}"}`, `{"kind":"answer",` + runTime + `,"text":"[1]"}`}, `a2aform send https://agent.example --text x --answer 'yes it'\''s' --answer-json '{"a":1}' --answer '[1]'`},
		{nil, ""},
	} {
		commands := commandsOf(runTicket(t, runFile(t, `"id":"r"`, c.lines...)))
		if got := strings.Join(commands, "\n"); got != c.want {
			t.Errorf("%q: %s, want %s", c.lines, got, c.want)
		}
	}
}

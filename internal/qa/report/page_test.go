package report_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/html"

	"a2aform/a2aclient"
	"a2aform/internal/demo"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/report"
	"a2aform/internal/qa/runner"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
)

// recorder keeps the bodies that an agent receives.
type recorder struct {
	mu     sync.Mutex
	bodies []string
}

func (r *recorder) take() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer func() { r.bodies = nil }()
	return r.bodies
}

// agent is the demo agent, and what it receives.
func agent(t *testing.T) (*a2aclient.Agent, *recorder) {
	t.Helper()
	seen := &recorder{}
	a := demo.New(demo.Options{Pace: time.Millisecond})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Method == http.MethodPost {
			seen.mu.Lock()
			seen.bodies = append(seen.bodies, string(body))
			seen.mu.Unlock()
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		a.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	card, err := a2aclient.Fetch(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	dialed, err := card.Dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(dialed.Close)
	return dialed, seen
}

// recorded runs a case and returns the path of its run.
func recorded(t *testing.T, a *a2aclient.Agent, text string) (path string, result *runner.Result) {
	t.Helper()
	f, problems := casefile.Parse("cases/c.toml", []byte("version = 1\n"+text), casefile.Options{})
	if problems != nil {
		t.Fatal(problems)
	}
	home := t.TempDir()
	keep, err := store.Open(func(name string) string { return map[string]string{"A2AFORM_HOME": home}[name] })
	if err != nil {
		t.Fatal(err)
	}
	runner.Run(t.Context(), f.Cases(), runner.Options{
		Agent: func(context.Context, *casefile.Case) (*a2aclient.Agent, error) { return a, nil }, Store: keep, Record: runner.RecordAll, Report: func(r *runner.Result) { result = r },
	})
	info, err := keep.FindRun("last")
	if err != nil {
		t.Fatal(err)
	}
	return info.Path, result
}

const fight = "name = 'lion <b>'\nwhy = 'T-1'\nskill = 'fight-comparison'\n[input]\njson = '''{\"a\":\"Lion's\",\"b\":\"<script>alert(1)</script>\"}'''\n[expect]\n[[expect.value]]\nat = '/data/winner'\nis = 'Bear'\n"

func runPage(t *testing.T, paths ...string) string {
	t.Helper()
	var sb strings.Builder
	if err := report.RunPage(&sb, paths, nil); err != nil {
		t.Fatal(err)
	}
	return sb.String()
}

// parse is a page that needs nothing else: no script, nothing that is fetched, each element closed by the one that opened it.
func parse(t *testing.T, text string) *html.Node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	fetching := []string{"src", "srcset", "action", "data", "poster", "background", "formaction", "ping"}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if slices.Contains([]string{"script", "link", "img", "iframe", "object", "embed", "form", "base", "svg", "audio", "video"}, n.Data) {
			t.Errorf("the page has <%s>", n.Data)
		}
		for _, a := range n.Attr {
			if slices.Contains(fetching, a.Key) || strings.HasPrefix(a.Key, "on") || strings.Contains(a.Val, "url(") {
				t.Errorf("<%s %s=%q>", n.Data, a.Key, a.Val)
			}
			if a.Key == "href" && n.Data != "a" {
				t.Errorf("<%s href=%q>", n.Data, a.Val)
			}
		}
	}
	if strings.Contains(text, "@import") || strings.Contains(text, "url(") || !strings.Contains(text, `content="default-src 'none'; style-src 'unsafe-inline'`) {
		t.Error("the style fetches something, or nothing forbids it")
	}
	balanced(t, text)
	return root
}

// balanced reports elements that are not closed as they were opened.
func balanced(t *testing.T, text string) {
	t.Helper()
	var open []string
	for z := html.NewTokenizer(strings.NewReader(text)); ; {
		switch z.Next() {
		case html.ErrorToken:
			if len(open) > 0 {
				t.Errorf("not closed: %q", open)
			}
			return
		case html.StartTagToken:
			if name, _ := z.TagName(); !slices.Contains([]string{"meta", "br", "hr"}, string(name)) {
				open = append(open, string(name))
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			if len(open) == 0 || open[len(open)-1] != string(name) {
				t.Fatalf("</%s> closes %q", name, open)
			}
			open = open[:len(open)-1]
		}
	}
}

// texts are the texts of the elements with a class.
func texts(root *html.Node, class string) (list []string) {
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "class" && slices.Contains(strings.Fields(a.Val), class) }) {
			list = append(list, textOf(n))
		}
	}
	return list
}

func textOf(n *html.Node) string {
	var sb strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			sb.WriteString(d.Data)
		}
	}
	return sb.String()
}

func TestRunPageHoldsTheRun(t *testing.T) {
	t.Parallel()
	a, _ := agent(t)
	path, _ := recorded(t, a, fight)
	if err := runfile.Insert(path, runfile.Line{Kind: runfile.Note, Time: time.Now(), Text: safe.Text("look at <i>this</i>\x1b[31m")}); err != nil {
		t.Fatal(err)
	}
	text := runPage(t, path)
	root := parse(t, text)
	all := textOf(root)
	for _, want := range []string{
		"test failed", "expectations does not hold", "T-1", "lion <b>", `"Bear"`, "look at <i>this</i>␛[31m", // verdict and notes
		"Lion's", "<script>alert(1)</script>", // what was asked
		"Fight result", "Winner", // what came back
		"Demo Agent", "The run file is in this page",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	embedded(t, text, path)
}

// A page is for people who asked for a result: it has the form by its labels, what the agent said and the result, and nothing of how
// they came.
func TestRunPageIsNotTechnical(t *testing.T) {
	t.Parallel()
	a, _ := agent(t)
	path, _ := recorded(t, a, fight)
	all := textOf(parse(t, runPage(t, path)))
	for _, not := range []string{"POST", "200 OK", "Content-Type", "SendStreamingMessage", "jsonrpc", "JSON", "http://", "curl", "a2aform send", "Card of the agent", "schema ", "No schema"} {
		if _, body, _ := strings.Cut(all, "What was asked"); strings.Contains(strings.ReplaceAll(body, ".jsonl", ""), not) {
			t.Errorf("the page has %q", not)
		}
	}
	card := strings.NewReplacer(`"capabilities":{}`, `"capabilities":{"extensions":[{"uri":"https://a2a-extensions.example/object-schemas/v1"}]},"schemas":{"query":{"type":"object","properties":{"limit":{"type":"integer","title":"At most"}}}}`,
		`"skills":[{`, `"skills":[{"inputModes":["application/json;schema=query"],`).Replace(runCard)
	said := func(state, text string) string {
		return event("37", `{"kind":"status-update","taskId":"t","contextId":"c","status":{"state":"`+state+`","message":{"kind":"message","messageId":"`+text+`","role":"agent","parts":[{"kind":"text","text":"`+text+`"}]}}}`)
	}
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"a task with a question":  {[]string{said("working", "Reading the ledger"), said("input-required", "All of them?"), `{"kind":"answer",` + runTime + `,"text":"yes"}`, said("completed", "8 invoices")}, "Reading the ledger\nAll of them?\nYou yes\n8 invoices\n"},
		"a failure":               {[]string{said("working", "Reading the ledger"), said("failed", "The ledger is locked"), end(`"outcome":"failed"`)}, "Reading the ledger\nThe ledger is locked\n"},
		"a failure without words": {[]string{event("37", `{"kind":"status-update","taskId":"t","contextId":"c","final":true,"status":{"state":"failed"}}`), end(`"outcome":"failed"`)}, "the agent gave no reason\n"},
		"nothing":                 {[]string{end(`"outcome":"completed"`)}, "Nothing.\n"},
	} {
		head := `{"kind":"run",` + runTime + `,"version":1,"id":"r","agent":"A","skill":"s","schema":"query","input":"0"}`
		root := parse(t, runPage(t, runFileOf(t, append([]string{head, card, `{"kind":"input",` + runTime + `,"raw":{"limit":8},"messageId":"m"}`}, c.lines...)...)))
		parts := texts(root, "part")
		if asked := strings.Join(strings.Fields(parts[0]), " "); asked != "What was asked At most8" {
			t.Errorf("%s: asked %q", name, asked)
		}
		if got, ok := strings.CutPrefix(parts[1], "What came back\n"); !ok || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Of many messages a page has the last.
func TestRunPageOfManyMessages(t *testing.T) {
	t.Parallel()
	lines := []string{textInput("x")}
	for i := range 63 {
		lines = append(lines, event("37", fmt.Sprintf(`{"kind":"status-update","taskId":"t","contextId":"c","status":{"state":"working","message":{"kind":"message","messageId":"m%d","role":"agent","parts":[{"kind":"text","text":"step %d."}]}}}`, i, i)))
	}
	said := texts(parse(t, runPage(t, runFile(t, `"id":"r"`, lines...))), "said")
	if len(said) != 61 || said[0] != "3 messages before" || said[1] != "step 3." || said[60] != "step 62." {
		t.Errorf("%d: %q", len(said), said)
	}
}

// The top names the agent once, and the form that was filled in says nothing of the name of its schema.
func TestRunPageSaysThingsOnce(t *testing.T) {
	t.Parallel()
	a, _ := agent(t)
	path, _ := recorded(t, a, fight)
	root := parse(t, runPage(t, path))
	if top := texts(root, "top")[0]; strings.Count(top, "Demo Agent") != 1 || !strings.Contains(top, "The agent completed the task in ") {
		t.Errorf("the top is %q", top)
	}
	if asked := texts(root, "part")[0]; !strings.Contains(asked, "What was asked") || strings.Contains(asked, "schema ") {
		t.Errorf("the form is %q", asked)
	}
}

// embedded checks that the run comes out of the page as it was, with its card.
func embedded(t *testing.T, text, path string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "r.html")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := report.EmbeddedRun(file)
	var want bytes.Buffer
	if err := errors.Join(err, store.CopyRun(&want, path)); err != nil || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%v; %d bytes, want %d", err, len(got), want.Len())
	}
	if err := os.WriteFile(file, []byte("<p>"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := report.EmbeddedRun(file); err == nil {
		t.Error("a page without a run has one")
	}
}

// The command of curl runs as it stands in the ticket, and sends the bytes that were sent.
func TestCurlSendsTheSameBytes(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("there is no curl")
	}
	a, seen := agent(t)
	path, _ := recorded(t, a, fight)
	sent := seen.take()
	commands := commandsOf(runTicket(t, path))
	if len(commands) != 2 || len(sent) != 1 {
		t.Fatalf("%q, %d requests", commands, len(sent))
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-c", commands[1])
	cmd.Env = append(os.Environ(), "no_proxy=*", "NO_PROXY=*")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if again := seen.take(); !slices.Equal(again, sent) {
		t.Errorf("%q, want %q", again, sent)
	}
}

// Pages of several runs, and of runs without much in them.
func TestRunPagesOfOtherRuns(t *testing.T) {
	t.Parallel()
	a, _ := agent(t)
	one, _ := recorded(t, a, "skill = 'small-talk'\n[input]\ntext = 'hello'\n")
	two, _ := recorded(t, a, "skill = 'expense-report'\n[input]\njson = '''{\"title\":\"Visit\",\"currency\":\"EUR\",\"items\":[{\"date\":\"2026-03-02\",\"what\":\"Hotel\",\"category\":\"lodging\",\"amount\":131.00,\"billable\":true}],\"note\":null,\"confirmed\":true}'''\n[[turn]]\ntext = \"it's yes\"\n")
	dir := t.TempDir()
	bare := filepath.Join(dir, "bare.jsonl")
	if err := os.WriteFile(bare, []byte(`{"kind":"run","time":"2026-11-22T22:43:36Z","version":1,"id":"<i>","agent":"A"}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	broken, _ := recorded(t, a, "skill = 'fight-comparison'\n[input]\ninvalid = true\njson = '{\"a\":1}'\n")
	all, ticket := textOf(parse(t, runPage(t, one, two, bare, broken))), runTicket(t, one, two, bare, broken)
	for _, want := range []string{"4 runs", "rejected the request", "must be text", "hello", "answered with a message", "You it's yes", "131.00", "has no end"} {
		if !strings.Contains(all, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	for _, want := range []string{`'{"a":1}' --send-invalid`, `--answer 'it'\''s yes'`, "You answered it's yes"} {
		if !strings.Contains(ticket, want) {
			t.Errorf("the ticket has no %q", want)
		}
	}
}

// A page of many large runs has a limit, too, and says which runs it leaves out.
func TestRunPageStaysBelowItsLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it is about size, not about goroutines")
	}
	t.Parallel()
	a, _ := agent(t)
	path, _ := recorded(t, a, "skill = 'small-talk'\n[input]\ntext = 'hello'\n")
	event := `{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"` + strings.Repeat("<long> ", 20_000) + `"}]}}`
	for range 30 {
		if err := runfile.Insert(path, runfile.Line{Kind: runfile.Event, Time: time.Now(), Raw: []byte(event)}); err != nil {
			t.Fatal(err)
		}
	}
	text := runPage(t, slices.Repeat([]string{path}, 8)...)
	all := textOf(parse(t, text))
	for _, want := range []string{"more runs did not fit", "The run file is in this page"} {
		if !strings.Contains(all, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if len(text) > 20<<20 {
		t.Errorf("%d bytes", len(text))
	}
}

func testPage(t *testing.T, results ...*runner.Result) string {
	t.Helper()
	var sb strings.Builder
	w := report.NewTestPage(&sb)
	err := w.Begin(time.Now(), len(results))
	var sum report.Summary
	for _, r := range results {
		sum.Add(r)
		err = errors.Join(err, w.Case(r))
	}
	if err := errors.Join(err, w.End(&sum, time.Second)); err != nil {
		t.Fatal(err)
	}
	return sb.String()
}

func TestTestPageBeginsWithWhatFails(t *testing.T) {
	t.Parallel()
	a, _ := agent(t)
	_, passes := recorded(t, a, "name = 'passes'\nskill = 'small-talk'\n[input]\ntext = 'hello'\n")
	_, fails := recorded(t, a, fight)
	root := parse(t, testPage(t, passes, fails))
	all := textOf(root)
	if strings.Index(all, "lion <b>") > strings.Index(all, "passes") {
		t.Error("the case that fails is not the first")
	}
	for _, want := range []string{"1 of 2 cases failed", "T-1", `"Bear"`, "Lion's", "<script>alert(1)</script>", "winner", " cases/c.toml", "a2aform runs report "} {
		if !strings.Contains(all, want) {
			t.Errorf("the page has no %q", want)
		}
	}
}

// A page has a limit, whatever agents send and however many cases fail.
func TestTestPageStaysBelowItsLimit(t *testing.T) {
	t.Parallel()
	long := ojson.NewString(strings.Repeat("long <text> ", 20_000))
	document := ojson.NewObject(ojson.Member{Name: "input", Value: long}, ojson.Member{Name: "data", Value: ojson.NewObject(ojson.Member{Name: "a", Value: long})})
	var results []*runner.Result
	for i := range 300 {
		lines := []check.Line{{Check: "value", At: "/data", Expected: "is 1", Seen: strings.Repeat("x", 1000), Outcome: check.Failed}}
		attempt := runner.Attempt{Result: &check.Result{Verdict: check.Fail, Lines: lines, Document: document}, Iteration: 1, Messages: 1, Took: time.Second}
		results = append(results, &runner.Result{Case: &casefile.Case{Path: "c.toml", Name: fmt.Sprint("case ", i)}, Verdict: check.Fail, Repeats: 1, Need: 1, Attempts: []runner.Attempt{attempt}, Took: time.Second})
	}
	text := testPage(t, results...)
	all := textOf(parse(t, text))
	for _, want := range []string{"in all)", "more cases did not fit into the page", "300 of 300 cases failed"} {
		if !strings.Contains(all, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if len(text) > 20<<20 {
		t.Errorf("%d bytes", len(text))
	}
}

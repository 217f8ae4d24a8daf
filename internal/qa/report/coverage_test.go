package report_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/hostile/qatest"
	"a2aform/internal/qa/report"
)

// drawer is an agent whose form has a list of two shapes.
func drawer(t *testing.T) *a2aclient.Agent {
	t.Helper()
	var server *httptest.Server
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			_, _ = fmt.Fprintf(w, `{"name":"Shapes","description":"d","version":"1","supportedInterfaces":[{"url":"%s/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
"capabilities":{"extensions":[{"uri":"https://a2a-extensions.example/object-schemas/v1"}]},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
"schemas":{"drawing":{"type":"object","properties":{"title":{"type":"string"},"shapes":{"type":"array","items":{"oneOf":[
{"title":"Square","type":"object","required":["side"],"properties":{"side":{"type":"integer"}}},
{"title":"Circle","type":"object","required":["radius"],"properties":{"radius":{"type":"integer"}}}]}}}}},
"skills":[{"id":"draw","name":"Draw","description":"d","tags":["t"],"inputModes":["application/json;schema=drawing"],"outputModes":["text/plain"]}]}`, server.URL)
			return
		}
		var call struct{ ID json.RawMessage }
		_ = json.NewDecoder(r.Body).Decode(&call)
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"done"}]}}}`, call.ID)
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
	return dialed
}

// Coverage is what cases send. Every report says it, and lists what no case sends.
func TestCoverageOfCases(t *testing.T) {
	t.Parallel()
	sum := report.Summary{Coverage: report.NewCoverage()}
	shapes := drawer(t)
	for _, text := range []string{
		"skill = 'draw'\n[input]\njson = '{\"shapes\": [{\"side\": 1}, {\"side\": 2}]}'\n",
		"skill = 'draw'\n[input]\ninvalid = true\njson = '{\"title\": 1, \"shapes\": [{\"radius\": 1}]}'\n", // which covers nothing
	} {
		_, result := recorded(t, shapes, text)
		sum.Add(result)
	}
	if got, want := sum.Coverage.Line(), "coverage: 1 of 1 skill · 2 of 3 fields · 1 of 2 branches"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, r := range qatest.Results(t) {
		sum.Add(r)
	}
	line := "coverage: 4 of 6 skills · 14 of 17 fields · 2 of 9 choices · 1 of 2 branches"
	if got := sum.Coverage.Line(); got != line {
		t.Errorf("%s, want %s", got, line)
	}
	unsent := []string{
		"trip-planner: no case", "send-parcel: no case",
		"draw /title: optional, in no case", "expense-report /perDiem: optional, in no case", "expense-report /days: optional, in no case",
		"draw /shapes/*: Circle", `expense-report /currency: "USD", "GBP", "CHF", "JPY"`, `expense-report /items/*/category: "travel", "meals", "other"`,
	}
	var inJSON struct {
		Summary struct{ Unsent []string }
	}
	if err := json.Unmarshal([]byte(ended(t, "json", &sum)), &inJSON); err != nil || !slices.Equal(inJSON.Summary.Unsent, unsent) {
		t.Errorf("%v, not sent: %q", err, inJSON.Summary.Unsent)
	}
	if text := ended(t, "text", &sum); !strings.Contains(text, "not sent  "+strings.Join(unsent, "\nnot sent  ")+"\n"+line+"\n") {
		t.Errorf("the report is\n%s", text)
	}
	page := ended(t, "html", &sum)
	if all := textOf(parse(t, page)); !strings.Contains(all, line) || strings.Count(page, "<li>") != len(unsent) {
		t.Error("the page has no coverage")
	}
}

// ended is a report without a case.
func ended(t *testing.T, format string, sum *report.Summary) string {
	t.Helper()
	var sb strings.Builder
	w := report.New(format, &sb)
	switch format {
	case "text":
		w = report.NewText(&sb)
	case "html":
		w = report.NewTestPage(&sb)
	}
	if err := w.Begin(time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC), 0); err != nil {
		t.Fatal(err)
	}
	if err := w.End(sum, 61*time.Second); err != nil {
		t.Fatal(err)
	}
	return sb.String()
}

func TestSummaries(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		sum            report.Summary
		headline, line string
		verdict        string // the mark of the report as Markdown
	}{
		{report.Summary{}, "no case was checked", "0 cases · 0 passed · 0 failed · 0 errors · 0 skipped · 0 messages sent · 1 m 01 s", "!"},
		{report.Summary{Cases: 1, Passed: 1, Messages: 1}, "1 case passed", "1 case · 1 passed · 0 failed · 0 errors · 0 skipped · 1 message sent · 1 m 01 s", "✓"},
		{report.Summary{Cases: 3, Passed: 2, Skipped: 1}, "2 of 3 cases passed, the others are skipped", "3 cases · 2 passed · 0 failed · 0 errors · 1 skipped · 0 messages sent · 1 m 01 s", "✓"},
		{report.Summary{Cases: 2, Skipped: 2}, "all cases are skipped", "2 cases · 0 passed · 0 failed · 0 errors · 2 skipped · 0 messages sent · 1 m 01 s", "–"},
		{report.Summary{Cases: 2, Passed: 1, Flaky: 1, Violating: 1}, "1 of 2 cases is flaky", "2 cases · 1 passed · 0 failed · 1 flaky · 1 with a note · 0 errors · 0 skipped · 0 messages sent · 1 m 01 s", "~"},
		{report.Summary{Cases: 3, Passed: 1, Flaky: 2, Repaired: 1}, "2 of 3 cases are flaky", "3 cases · 1 passed · 0 failed · 2 flaky · 1 repaired · 0 errors · 0 skipped · 0 messages sent · 1 m 01 s", "~"},
		{report.Summary{Cases: 2, Passed: 1, Errors: 1}, "1 of 2 cases could not be checked", "2 cases · 1 passed · 0 failed · 1 error · 0 skipped · 0 messages sent · 1 m 01 s", "!"},
		{report.Summary{Cases: 2, Passed: 2, NotRun: 3}, "3 of 5 cases did not run", "2 cases · 2 passed · 0 failed · 0 errors · 0 skipped · 3 not run · 0 messages sent · 1 m 01 s", "!"},
		{report.Summary{Cases: 2, Failed: 1, Flaky: 1}, "1 of 2 cases failed", "2 cases · 0 passed · 1 failed · 1 flaky · 0 errors · 0 skipped · 0 messages sent · 1 m 01 s", "✗"},
		{report.Summary{Cases: 1200, Failed: 1100, Errors: 100}, "1,100 of 1,200 cases failed, 100 could not be checked", "1,200 cases · 0 passed · 1,100 failed · 100 errors · 0 skipped · 0 messages sent · 1 m 01 s", "✗"},
	} {
		if got := c.sum.Headline(); got != c.headline {
			t.Errorf("%+v: %q, want %q", c.sum, got, c.headline)
		}
		if got := ended(t, "text", &c.sum); got != c.line+"\n" {
			t.Errorf("%+v: %q, want %q", c.sum, got, c.line)
		}
		markdown := ended(t, "md", &c.sum)
		if !strings.HasPrefix(markdown, "### "+c.verdict+" a2aform: "+c.headline+"\n") {
			t.Errorf("%+v: %.200q", c.sum, markdown)
		}
		if got := strings.Contains(markdown, "3 cases did not run: the command ended first."); got != (c.sum.NotRun > 0) {
			t.Errorf("%+v: that cases did not run is said: %t", c.sum, got)
		}
		junit, page := ended(t, "junit", &c.sum), textOf(parse(t, ended(t, "html", &c.sum)))
		validate(t, junit)
		if got := strings.Contains(junit, `name="3 cases did not run"`); got != (c.sum.NotRun > 0) || !strings.Contains(junit, fmt.Sprintf(` tests="%d"`, c.sum.Cases+min(c.sum.NotRun, 1))) {
			t.Errorf("%+v: %s", c.sum, junit)
		}
		if got := strings.Contains(page, "Not run3"); got != (c.sum.NotRun > 0) || !strings.Contains(page, c.headline) {
			t.Errorf("%+v: the page is %.500q", c.sum, page)
		}
	}
}

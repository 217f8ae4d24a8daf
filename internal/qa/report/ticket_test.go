package report_test

import (
	"bytes"
	"strings"
	"testing"

	"a2aform/internal/qa/report"
	"a2aform/render/markdown"
)

func runTicket(t *testing.T, paths ...string) string {
	t.Helper()
	var out bytes.Buffer
	if err := report.RunTicket(&out, paths, nil); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// commandsOf are the commands for a shell in a ticket.
func commandsOf(ticket string) (list []string) {
	for _, b := range markdown.Read(ticket, false) {
		if b.Kind == markdown.Code && b.Lang == "sh" {
			list = append(list, strings.Join(b.Lines, "\n"))
		}
	}
	return list
}

// A ticket has what was asked, what came back, what a test found and how to repeat it, and nothing that was sent becomes markup.
func TestTicketOfARun(t *testing.T) {
	t.Parallel()
	a, _ := agent(t)
	path, _ := recorded(t, a, fight)
	text := runTicket(t, path)
	for _, want := range []string{
		"# Demo Agent: Fight Comparison: ", "## What was asked\n\n", "Lion's", "alert(1)", "## What came back\n", "Winner", "## Repeat it\n\n```sh\na2aform send http://", "```sh\ncurl -sS ", `"method":"SendStreamingMessage"`, "  Request POST http://", "  Response 200 OK\n", "  Task submitted", "  State completed", "  Artifact Fight result",
		"- **value** `/data/winner` expected `\"Bear\"`, seen ", "expectations does not hold", "Demo Agent 1.0.0 · A2A 1.0 JSONRPC · http://", "Credentials are masked.\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if asked := text[strings.Index(text, "## What was asked"):strings.Index(text, "## What happened")]; strings.Contains(asked, "<script>") {
		t.Errorf("what was sent is markup in\n%s", asked)
	}
	var headings []string
	for _, b := range markdown.Read(text, false) {
		if b.Kind == markdown.Heading && b.Level <= 2 {
			headings = append(headings, b.Runs[0].Text)
		}
	}
	if strings.Join(headings[1:], ", ") != "What was asked, What came back, What happened, Repeat it" {
		t.Errorf("the headings are %q", headings)
	}
}

// A message with a fence in it stays in its own, and a long result is cut between two lines.
func TestTicketOfOtherRuns(t *testing.T) {
	t.Parallel()
	a, _ := agent(t)
	talk, _ := recorded(t, a, "skill = 'small-talk'\n[input]\ntext = '''hello\n```\n# not a heading'''\n")
	long, _ := recorded(t, a, "skill = 'fight-comparison'\n[input]\njson = '''{\"a\":\"Lion\",\"b\":\""+strings.Repeat("a long way\\n", 3000)+"\"}'''\n")
	text := runTicket(t, talk, long)
	for _, want := range []string{"# 2 runs\n", "\n## 1. Small Talk", "````\nhello\n```\n# not a heading\n````\n", "\n## 2. Fight Comparison", "### What came back", "Cut here: all of it is too long for a ticket."} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%.3000s", want, text)
		}
	}
	if len(text) > 60_000 {
		t.Errorf("the ticket has %d bytes", len(text))
	}
}

package run_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/hostile/wire"
	"a2aform/internal/run"
	"a2aform/ui/uitest"
)

// changing hides what is another in each run: times and ids.
var changing = regexp.MustCompile(`"\d{4}-\d\d-\d\dT[^"]*"|"id":"[0-9a-f]{8}"`)

// TestRecordedAgentsAreDescribed compares all that is known of a run with each recorded agent, and its run file, with golden files.
func TestRecordedAgentsAreDescribed(t *testing.T) {
	t.Parallel()
	dir := filepath.Join("..", "..", "testdata", "wire")
	files, _ := filepath.Glob(filepath.Join(dir, "*.json"))
	if len(files) < 20 {
		t.Fatalf("%d agents", len(files))
	}
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		if name == "long-answer" { // 1,566 pieces
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			uitest.Text(t, "wire-"+name, uitest.Mask(changing.ReplaceAllString(runOf(t, dir, name), `"…"`)))
		})
	}
}

func runOf(t *testing.T, dir, name string) string {
	t.Helper()
	served, err := wire.Start(t.Context(), dir, name, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(served.Close)
	card, err := a2aclient.Fetch(t.Context(), served.Address)
	if err != nil {
		return err.Error()
	}
	agent, err := card.Dial()
	if err != nil {
		return err.Error()
	}
	t.Cleanup(agent.Close)
	keep := home(t)
	p := &run.Plan{Agent: agent, Text: "Hello"}
	if len(card.Skills) > 0 {
		p.Skill = &card.Skills[0]
	}
	r := run.Start(t.Context(), p, run.Options{Store: keep, Record: true, Protocol: true})
	now := wait(t, r)
	r.Close()
	var b strings.Builder
	fmt.Fprintf(&b, "%s %q, %s\n", now.Outcome(), now.OutcomeText(), now.Reason().Exact())
	fmt.Fprintf(&b, "closing %q, live %q, asked again %q, waits for the next %t, a reply %t, failed %t, accepted %t\n", now.Closing().Exact(), now.LiveText(), now.AskedAgain(),
		now.AwaitsNext(), now.IsReply(), now.HasFailed(), now.IsAccepted())
	b.WriteString(uitest.Dump(now.Results()))
	now.Plan, now.Log, now.ID = nil, nil, now.Plan.Tag
	b.WriteString(uitest.Dump(now))
	written, _ := filepath.Glob(filepath.Join(keep.RunsDir(), "*.jsonl"))
	for _, path := range written {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if !strings.Contains(line, `"kind":"tool"`) { // which build wrote the file
				b.WriteString(line)
			}
		}
	}
	return b.String()
}

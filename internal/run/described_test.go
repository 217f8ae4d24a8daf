package run_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/demo"
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

// demoData are what the forms of the demo agent are filled in with.
var demoData = map[string]string{
	"fight-comparison": `{"a":"Lion","b":"Tiger"}`,
	"trip-planner":     `{"destination":"Lisbon","firstDay":"2026-05-14","nights":1,"pace":"relaxed","traveller":{"name":"Ada"}}`,
	"expense-report":   `{"title":"Visit","currency":"EUR","items":[{"date":"2026-03-02","what":"Hotel","category":"lodging","amount":131.00,"billable":true}],"note":null,"confirmed":true}`,
}

// TestDemoRunsAreDescribed compares how a message of each skill of the demo agent is sent, and all that is known of its run, with a golden file.
func TestDemoRunsAreDescribed(t *testing.T) {
	t.Parallel()
	var n atomic.Int64
	a := agent(t, demoOf(t, demo.Options{Pace: time.Millisecond, NewID: func() string { return fmt.Sprintf("id-%d", n.Add(1)) }}))
	var b strings.Builder
	for i := range a.Card().Skills {
		skill := &a.Card().Skills[i]
		plans := []*run.Plan{{Agent: a, Skill: skill, Text: "Which planets are there?"}}
		if data := demoData[skill.ID.Exact()]; data != "" {
			plans = append(plans, &run.Plan{Agent: a, Skill: skill, Input: &skill.Inputs[0], Data: []byte(data)})
		}
		for _, p := range plans {
			describePlan(&b, p)
			r := run.Start(t.Context(), p, run.Options{Store: home(t), Record: true})
			now := wait(t, r)
			if now.Phase == run.Paused {
				if err := r.Answer("yes", nil); err != nil {
					t.Fatal(err)
				}
				now = wait(t, r)
			}
			describeRun(&b, r, now)
			r.Close()
		}
	}
	uitest.Text(t, "demo", uitest.Mask(changing.ReplaceAllString(b.String(), `"…"`)))
}

func describePlan(b *strings.Builder, p *run.Plan) {
	p.Request().MessageID = "message-1"
	curl, err := p.Curl()
	command, errStandard := p.StandardCommand()
	preview, errPreview := p.Preview()
	fmt.Fprintf(b, "== %s %q, message %q, notice %q, can repeat %t\n%s\n%s %v\n%s %v\n%v %s", p.Skill.ID.Exact(), p.Asked().Exact(), p.Message().Exact(), p.Notice(), p.CanRepeat(), p.Command(),
		curl, err, command, errStandard, errPreview, uitest.Dump(preview))
	for _, out := range p.Promised() {
		fmt.Fprintf(b, "promised %s\n", out.Name.Exact())
	}
}

func describeRun(b *strings.Builder, r *run.Run, now run.Snapshot) {
	fmt.Fprintf(b, "-- %s %q, %d answers, reason %q, closing %q, live %q, irregular %v\n", now.Outcome(), now.OutcomeText(), now.Answers, now.Reason().Exact(), now.Closing().Exact(), now.LiveText(), now.Irregularities)
	for i := range now.Timeline.Len() {
		e := now.Timeline.Entry(i)
		fmt.Fprintf(b, "%s %s %q %q, said %q\n", e.Kind, e.StateText(), e.Text.Exact(), e.Note, e.Said().Exact())
	}
	for _, one := range now.Log {
		fmt.Fprintf(b, "came %s %s %s\n", one.Kind, one.State, one.ID.Exact())
	}
	fmt.Fprintf(b, "title %q, usage %q, problems %d, rows %d\n", now.Details.Title().Exact(), now.Details.Usage().Exact(), now.Problems, now.Rows)
	for _, section := range r.Document().Sections {
		fmt.Fprintf(b, "section %d blocks\n", len(section.Blocks))
	}
}

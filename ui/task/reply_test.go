package task

import (
	"strings"
	"testing"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

func newReply(now *run.Snapshot) *reply { return &reply{now: now, line: kit.NewInput("")} }

// A line that was begun stays open when the agent goes on by itself; an empty one does not.
func TestReplyStaysOpenForWhatWasTyped(t *testing.T) {
	t.Parallel()
	for text, isOpen := range map[string]bool{"Red, ple": true, " ": false} {
		now := &run.Snapshot{Phase: run.Paused}
		r := newReply(now)
		r.follow(true)
		r.line.SetValue(text)
		now.Phase = run.Working
		if r.follow(false); r.isOpen != isOpen {
			t.Errorf("with %q it is open: %t", text, r.isOpen)
		}
		now.Phase = run.Settled
		if r.follow(false); r.isOpen {
			t.Errorf("with %q it is open after the task", text)
		}
	}
}

// Where a text is not JSON, nothing is sent, and the text stays.
func TestReplyChecksJSON(t *testing.T) {
	t.Parallel()
	r := newReply(&run.Snapshot{Phase: run.Paused})
	r.isData = true
	r.line.SetValue(`{"color": red}`)
	if err := r.send(); err == nil || !strings.HasPrefix(err.Error(), "the answer is not JSON: ") {
		t.Errorf("the error is %v", err)
	}
	if r.line.Value() != `{"color": red}` || len(r.past) != 0 {
		t.Errorf("the line is %q, and %d answers are kept", r.line.Value(), len(r.past))
	}
}

// Of a long question the last lines are in sight, as many as the screen is high.
func TestReplyShowsTheEndOfAQuestion(t *testing.T) {
	t.Parallel()
	question := &a2a.Message{}
	for range 100 {
		question.Parts = append(question.Parts, a2a.Part{Kind: a2a.PartText, Text: safe.Text("Which one?")})
	}
	question.Parts = append(question.Parts, a2a.Part{Kind: a2a.PartText, Text: safe.Text("The red one?")})
	r := newReply(&run.Snapshot{Phase: run.Paused, Question: question})
	st := kit.NewStyles(kit.Auto, nil, kit.TermColors{Dark: true})
	lines := r.questionLines(40, 10, st)
	if len(lines) > 12 || !strings.Contains(lines[len(lines)-1], "The red one?") {
		t.Errorf("%d lines, the last is %q", len(lines), lines[len(lines)-1])
	}
}

// What was answered before is filled in where the form has the name, unless the agent filled
// it in.
func TestReplyFillsInWhatWasAnswered(t *testing.T) {
	t.Parallel()
	f := a2a.Form{Schema: []byte(`{"properties": {"date": {}, "time": {}, "seats": {}}}`), Prefill: []byte(`{"time": "18:00"}`)}
	prefill, some := withLastAnswer(f, []byte(`{"date": "2026-12-01", "time": "19:00", "name": "Ada"}`))
	if want := `{"time":"18:00","date":"2026-12-01"}`; !some || string(prefill) != want {
		t.Errorf("it fills in %s, want %s", prefill, want)
	}
	if _, some := withLastAnswer(f, nil); some {
		t.Error("it fills in something of no answer")
	}
}

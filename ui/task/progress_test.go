package task

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// The steps of a run follow its events: sent, at work once the agent said or sent something, and how it ended.
func TestStepsOfARun(t *testing.T) {
	t.Parallel()
	states := map[kit.StepState]string{kit.Ahead: ".", kit.StepActive: ">", kit.StepDone: "✓", kit.StepFailed: "✗", kit.StepStopped: "■", kit.StepWaiting: "?", kit.StepTrouble: "!"}
	at := time.Unix(100, 0)
	state := run.Entry{Kind: run.StateEntry, State: a2a.StateWorking}
	submitted := run.Entry{Kind: run.StateEntry, State: a2a.StateSubmitted}
	words := run.Entry{Kind: run.MessageEntry, Text: safe.Text("Weighing")}
	notice := run.Entry{Kind: run.NoticeEntry, Note: "The stream broke off."}
	for _, tt := range []struct {
		what    string
		now     run.Snapshot
		entries []run.Entry
		want    string
	}{
		{"nothing came", run.Snapshot{Phase: run.Sending}, nil, ">Sending .Working .Done"},
		{"it was not taken", run.Snapshot{Phase: run.Errored}, nil, "✗Interrupted"},
		{"it was taken", run.Snapshot{Phase: run.Working, FirstEvent: at}, []run.Entry{submitted}, "✓Sent >Accepted .Working .Done"},
		{"the agent says that it works", run.Snapshot{Phase: run.Working, FirstEvent: at}, []run.Entry{submitted, state}, "✓Sent >Working .Done"},
		{"the agent speaks", run.Snapshot{Phase: run.Working, FirstEvent: at}, []run.Entry{words}, "✓Sent >Working .Done"},
		{"a result came", run.Snapshot{Phase: run.Working, FirstEvent: at, FirstArtifact: at}, nil, "✓Sent >Working .Done"},
		{"the connection", run.Snapshot{Phase: run.Working, FirstEvent: at}, []run.Entry{state, notice}, "✓Sent ✓Working !The stream broke off. .Done"},
		{"the connection again and again", run.Snapshot{Phase: run.Working, FirstEvent: at, Reconnects: 2}, []run.Entry{state}, "✓Sent ✓Working !Connection lost. Reconnecting (2 of 5)… .Done"},
		{"done", run.Snapshot{Phase: run.Settled, State: a2a.StateCompleted, FirstEvent: at, FirstArtifact: at}, nil, "✓Done"},
		{"done with problems", run.Snapshot{Phase: run.Settled, State: a2a.StateCompleted, FirstEvent: at, Problems: 2}, nil, "✓Done · ✗ 2 problems"},
		{"canceled", run.Snapshot{Phase: run.Settled, State: a2a.StateCanceled, FirstEvent: at}, []run.Entry{state}, "■Canceled"},
		{"failed", run.Snapshot{Phase: run.Settled, State: a2a.StateFailed, FirstEvent: at}, []run.Entry{state}, "✗Failed"},
		{"answered", run.Snapshot{Phase: run.Answered, FirstEvent: at}, []run.Entry{words}, "✓Answered"},
	} {
		var lines timeline
		lines.fit(60, false, kit.NewStyles(kit.Auto, nil, kit.TermColors{Dark: true}))
		for _, e := range tt.entries {
			tt.now.Timeline.Add(e)
		}
		lines.take(tt.now.Timeline, time.Minute)
		p := progress{now: &tt.now, timeline: &lines, clock: func() time.Time { return at }}
		var got []string
		for _, s := range p.steps() {
			got = append(got, states[s.State]+s.Text)
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: %s, want %s", tt.what, s, tt.want)
		}
	}
}

// Only what took two seconds or more is told.
func TestTimesThatAreTold(t *testing.T) {
	t.Parallel()
	from := time.Unix(100, 0)
	in := func(ms int) time.Time { return from.Add(time.Duration(ms) * time.Millisecond) }
	for _, tt := range []struct {
		now  run.Snapshot
		want string
	}{
		{run.Snapshot{Started: from}, "[]"},
		{run.Snapshot{Started: from, FirstEvent: in(1999), FirstArtifact: in(1999), LongestGap: 1999 * time.Millisecond}, "[]"},
		{run.Snapshot{Started: from, FirstEvent: in(2000), FirstArtifact: in(3100), LongestGap: 2 * time.Second}, "[longest silence 2.0 s replied in 2.0 s first result in 3.1 s]"},
		{run.Snapshot{Started: from, FirstEvent: in(10), FirstArtifact: in(3100), Answers: 1}, "[]"},
	} {
		p := progress{now: &tt.now}
		if got := fmt.Sprint(p.times()); got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
}

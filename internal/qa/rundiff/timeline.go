package rundiff

import (
	"fmt"
	"io"
	"strings"
	"time"

	"a2aform/internal/qa/report"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// step is a state of a task or a message, and how long after the start of its run it came.
type step struct {
	after time.Duration
	what  string
}

const (
	maxSteps  = 100 // of a timeline
	stepWidth = 38  // cells of a step, so that two fit into a line of 80
)

func stepsOf(now *run.Snapshot) (steps []step) {
	for i := range now.Timeline.Len() {
		e := now.Timeline.Entry(i)
		if e.Kind == run.NoticeEntry {
			continue
		}
		what := e.Text.Line(maxName).String()
		if e.Kind == run.StateEntry && e.State != "" {
			what = string(e.State)
		}
		steps = append(steps, step{max(e.At.Sub(now.Started), 0), what})
	}
	return steps
}

// WriteTimelines writes the timelines of both runs side by side: each state and message, and how long after the start of its run it
// came.
func (r *Report) WriteTimelines(w io.Writer) error {
	var sb strings.Builder
	sb.WriteString("\n" + pad("A", stepWidth) + "  B\n")
	n := max(len(r.A.steps), len(r.B.steps))
	for i := range min(n, maxSteps) {
		sb.WriteString(strings.TrimRight(pad(stepText(r.A.steps, i), stepWidth)+"  "+stepText(r.B.steps, i), " ") + "\n")
	}
	if n > maxSteps {
		fmt.Fprintf(&sb, "… and %s\n", report.Counted(n-maxSteps, "more line", "more lines"))
	}
	_, err := io.WriteString(w, sb.String())
	return err
}

func stepText(steps []step, i int) string {
	if i >= len(steps) {
		return ""
	}
	return safe.Text(fmt.Sprintf("%7s  %s", report.Seconds(steps[i].after), steps[i].what)).Line(stepWidth).String()
}

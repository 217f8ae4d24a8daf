package outcome

import (
	"fmt"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/run"
	"a2aform/internal/store/runfile"
	"a2aform/ui/kit"
)

// Text is how many rows came, how many problems they have, or the outcome itself.
func Text(outcome string, code, problems, rows int) string {
	switch {
	case problems > 0:
		return "✗ " + kit.Plural(problems, "problem", "problems")
	case code != 0:
		return fmt.Sprintf("%s %d", outcome, code)
	case outcome == string(a2a.StateInputRequired), outcome == string(a2a.StateAuthRequired):
		return "waits"
	case outcome == string(a2a.StateCompleted) && rows > 0:
		return kit.Plural(rows, "row", "rows")
	case outcome == string(a2a.StateCompleted):
		return "done"
	}
	return outcome
}

// Tone is what the color of an outcome means.
type Tone uint8

// The tones.
const (
	Running Tone = iota
	Good
	Bad
	Warning
	Unknown
)

// Mark is the sign before an outcome, and its tone.
func Mark(outcome string) (mark string, tone Tone) {
	switch outcome {
	case string(a2a.StateCompleted), string(run.Answered):
		return "✓", Good
	case string(a2a.StateFailed), string(a2a.StateRejected), run.Refused, run.Crashed, run.Lost, run.Interrupted:
		return "✗", Bad
	case string(a2a.StateCanceled):
		return "■", Warning
	case string(a2a.StateInputRequired), string(a2a.StateAuthRequired):
		return "?", Warning
	case runfile.Unfinished:
		return "…", Unknown
	}
	return "●", Running
}

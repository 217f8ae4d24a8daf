package kit

import (
	"fmt"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/run"
	"a2aform/internal/store/runfile"
)

// OutcomeText is how many rows came, how many problems they have, or the outcome itself.
func OutcomeText(outcome string, code, problems, rows int) string {
	switch {
	case problems > 0:
		return "✗ " + Plural(problems, "problem", "problems")
	case code != 0:
		return fmt.Sprintf("%s %d", outcome, code)
	case outcome == string(a2a.StateInputRequired), outcome == string(a2a.StateAuthRequired):
		return "waits"
	case outcome == string(a2a.StateCompleted) && rows > 0:
		return Plural(rows, "row", "rows")
	case outcome == string(a2a.StateCompleted):
		return "done"
	}
	return outcome
}

// OutcomeTone is what the color of an outcome means.
type OutcomeTone uint8

// The tones.
const (
	ToneRunning OutcomeTone = iota
	ToneGood
	ToneBad
	ToneWarning
	ToneUnknown
)

// OutcomeMark is the sign before an outcome, and its tone.
func OutcomeMark(outcome string) (mark string, tone OutcomeTone) {
	switch outcome {
	case string(a2a.StateCompleted), string(run.Answered):
		return "✓", ToneGood
	case string(a2a.StateFailed), string(a2a.StateRejected), run.Refused, run.Crashed, run.Lost, run.Interrupted:
		return "✗", ToneBad
	case string(a2a.StateCanceled):
		return "■", ToneWarning
	case string(a2a.StateInputRequired), string(a2a.StateAuthRequired):
		return "?", ToneWarning
	case runfile.Unfinished:
		return "…", ToneUnknown
	}
	return "●", ToneRunning
}

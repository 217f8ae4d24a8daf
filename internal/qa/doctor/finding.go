package doctor

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"a2aform/internal/safe"
	"a2aform/internal/version"
)

// Level says how bad a finding is.
type Level string

// The levels.
const (
	Error   Level = "error"
	Warning Level = "warning"
	Note    Level = "note"
)

// rank orders levels, the worst first.
func (l Level) rank() int { return slices.Index([]Level{Error, Warning, Note}, l) }

// AtLeast reports whether the level is as bad as another one, or worse.
func (l Level) AtLeast(other Level) bool { return l.rank() <= other.rank() }

// Sign returns the character that marks the level in lists.
func (l Level) Sign() string {
	switch l {
	case Error:
		return "✗"
	case Warning:
		return "!"
	}
	return "·"
}

// Finding is one way in which something breaks a rule. The texts What, Why and Fix are safe to
// show; Pointer is as it came.
type Finding struct {
	Rule     string          `json:"rule"`
	Level    Level           `json:"level"`
	Result   string          `json:"result,omitempty"` // undecided, of a check of the agent itself
	Pointer  string          `json:"at"`               // JSON Pointer into the document as received
	Line     int             `json:"line,omitempty"`   // from 1; 0 where the document has no such location
	Column   int             `json:"column,omitempty"` // from 1, in characters
	What     string          `json:"what"`
	Why      string          `json:"why"`
	Fix      string          `json:"fix"`
	Evidence json.RawMessage `json:"evidence,omitempty"`
}

// Undecided is the result of a check whose question could not be answered.
const Undecided = "undecided"

func isUndecided(f Finding) bool { return f.Result == Undecided }

// says is what the finding says where a report has no column for its result.
func (f *Finding) says() string {
	if isUndecided(*f) {
		return Undecided + ": " + f.What
	}
	return f.What
}

const (
	maxCalls = 2   // that a report for people shows of a finding
	maxCall  = 400 // bytes of one
)

// calls are the calls that show a finding, and the answers, on lines for people; nil for a finding of the card.
func (f *Finding) calls() (lines []string) {
	var list []exchange
	if isUndecided(*f) || json.Unmarshal(f.Evidence, &list) != nil {
		return nil
	}
	for _, x := range list[:min(len(list), maxCalls)] {
		sent := string(x.Request)
		for _, frame := range x.Frames {
			if sent == "" && strings.Contains(frame, "> ") {
				sent = strings.TrimPrefix(frame, "> ")
			}
		}
		lines = append(lines, "sent: "+safe.Text(sent).Line(maxCall).String(), "answered: "+safe.Text(x.Answer).Line(maxCall).String())
	}
	return lines
}

// ReportRule describes a rule for reports.
type ReportRule struct {
	ID     string `json:"id"`
	Level  Level  `json:"level"`
	Text   string `json:"text"`   // what the rule demands
	Source string `json:"source"` // where that is written
	Why    string `json:"why"`
	Fix    string `json:"fix"`
}

// Report is what the rules found in one document or agent.
type Report struct {
	Target   string         `json:"target"`  // a path or URL as the user gave it, or where it was read
	Version  string         `json:"version"` // of this program
	Findings []Finding      `json:"findings"`
	Held     []string       `json:"held"`              // rules that were checked and found nothing
	Omitted  map[string]int `json:"omitted,omitempty"` // findings left out, by rule
	Stopped  string         `json:"stopped,omitempty"` // why the checks ended before all were done; "" where all were
}

// NewReport returns a report without findings.
func NewReport(target string) *Report {
	return &Report{Target: target, Version: version.Version(), Findings: []Finding{}, Held: []string{}}
}

// Checked returns how many rules were checked.
func (r *Report) Checked() int {
	rules := map[string]bool{}
	for _, f := range r.Findings {
		rules[f.Rule] = true
	}
	return len(rules) + len(r.Held)
}

// Count returns how many findings are of a level, those left out not counted.
func (r *Report) Count(level Level) (n int) {
	for i := range r.Findings {
		if r.Findings[i].Level == level {
			n++
		}
	}
	return n
}

// LeftOut returns how many findings are left out.
func (r *Report) LeftOut() (n int) {
	for _, more := range r.Omitted {
		n += more
	}
	return n
}

// Sort orders findings by level, then by location.
func (r *Report) Sort() {
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Level.rank(), b.Level.rank()), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Rule, b.Rule))
	})
}

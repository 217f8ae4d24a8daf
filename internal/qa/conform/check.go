package conform

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"a2aform/internal/nearest"
	"a2aform/internal/qa/finding"
	"a2aform/internal/safe"
)

// Level is how strong the sentence of a check is.
type Level string

// The levels, the strongest first.
const (
	Must   Level = "must"
	Should Level = "should"
	May    Level = "may"
)

// Levels are all levels, the strongest first.
var Levels = []Level{Must, Should, May}

// Includes reports whether a level is as strong as another, or stronger.
func (l Level) Includes(other Level) bool {
	return slices.Index(Levels, other) <= slices.Index(Levels, l)
}

// Outcome is how a check ended.
type Outcome string

// The outcomes. Warn is of a should, Info of a may.
const (
	Pass      Outcome = "pass"
	Fail      Outcome = "fail"
	Warn      Outcome = "warn"
	Info      Outcome = "info"
	Undecided Outcome = "undecided"
)

// Check is one sentence of a specification, and what it demands.
type Check struct {
	ID       string
	Level    Level
	Title    string
	Sentence string
	Fix      string
}

// Result is how a check ended, for one form where it is about forms.
type Result struct {
	*Check
	Form     string // "" for the agent as a whole
	Outcome  Outcome
	What     string // what was seen, or why nothing was
	Decide   string // what would decide an undecided check
	Evidence []Exchange
	Found    []finding.Finding // of the rules of doctor, where the check is about the card

	// Crashed says that the agent answered with an internal error, which fails a check of any level.
	Crashed bool
}

// Remedy says what to do about a result that is no pass.
func (r *Result) Remedy() string {
	switch {
	case r.Outcome == Undecided:
		return "to decide it: " + r.Decide
	case r.Crashed:
		return "fix: answer with an error that says what is wrong; the log of the agent may say why it crashed"
	case r.Outcome == Fail, r.Outcome == Warn:
		return "fix: " + r.Fix
	}
	return ""
}

// Exchange is a message and what came back.
type Exchange struct {
	Request json.RawMessage `json:"request,omitempty"`
	Frames  []string        `json:"frames,omitempty"`
	Answer  string          `json:"answer"`
}

//go:embed checks.txt
var checksText string

// Checks are all checks, in order.
var Checks = sync.OnceValue(func() (list []*Check) {
	for line := range strings.Lines(checksText) {
		fields := strings.SplitN(strings.TrimSpace(line), "\t", 5)
		list = append(list, &Check{ID: fields[0], Level: Level(fields[1]), Title: fields[2], Sentence: fields[3], Fix: fields[4]})
	}
	return list
})

// Find returns the check of an id, nil for none.
func Find(id string) *Check {
	if i := index(id); i >= 0 {
		return Checks()[i]
	}
	return nil
}

func index(id string) int {
	return slices.IndexFunc(Checks(), func(c *Check) bool { return strings.EqualFold(c.ID, id) })
}

// Extensions are the groups of checks, as --ext names them, with the prefix of their ids.
var Extensions = map[string]string{"object-schemas": "OS", "extensions": "EX"}

// Select returns the ids of a group of checks, or those that ids name; OS3 names all of §3, and OS3.6 names OS3.6a to
// OS3.6e.
func Select(group string, ids []string) (selected []string, err error) {
	for _, c := range Checks() {
		if len(ids) == 0 && strings.HasPrefix(c.ID, Extensions[group]) {
			selected = append(selected, c.ID)
		}
	}
	for _, id := range ids {
		before := len(selected)
		for _, c := range Checks() {
			rest, ok := strings.CutPrefix(strings.ToUpper(c.ID), strings.ToUpper(id))
			if ok && (strings.HasPrefix(rest, ".") || strings.Trim(rest, "ABCDE") == "") && !slices.Contains(selected, c.ID) {
				selected = append(selected, c.ID)
			}
		}
		if len(selected) == before && Find(id) == nil {
			return nil, unknown(id)
		}
	}
	return selected, nil
}

func unknown(id string) error {
	var ids []string
	for _, c := range Checks() {
		ids = append(ids, c.ID)
	}
	if near := nearest.Name(id, ids); near != "" {
		return fmt.Errorf("there is no check %s; did you mean %s?", safe.Text(id).Line(40), near)
	}
	return fmt.Errorf("there is no check %s; the checks are %s", safe.Text(id).Line(40), strings.Join(ids, ", "))
}

// Failure says why an agent does not conform to sentences of a level and stronger ones, "" where it does. That nothing could be
// decided by messages is no conformance.
func (r *Report) Failure(level Level) string {
	failed := 0
	for _, one := range r.Results {
		isBad := one.Outcome == Fail || one.Outcome == Warn && level != Must
		if isBad && (level.Includes(one.Level) || one.Crashed) {
			failed++
		}
	}
	switch {
	case failed > 0:
		return "the agent does not conform: " + count(failed, "result") + " failed"
	case r.decided() == 0:
		return "no check of a MUST could be decided by messages to the agent"
	}
	return ""
}

// decided is how many results of a MUST were decided by messages; -1 where none was asked for.
func (r *Report) decided() (n int) {
	if len(r.Results) > 0 {
		n = -1
	}
	for _, one := range r.Results {
		if one.Level != Must || cardRules[one.ID] != nil {
			continue
		}
		n = max(n, 0)
		if one.Outcome != Undecided {
			n++
		}
	}
	return n
}

// Summary counts the results of each level.
func (r *Report) Summary() string {
	counts := map[Outcome]int{}
	musts := 0
	for _, one := range r.Results {
		counts[one.Outcome]++
		if one.Level == Must && one.Outcome == Fail {
			musts++
		}
	}
	return fmt.Sprintf("%d passed · %d failed (%d of them a MUST) · %d warned · %d info · %d undecided\n%s · %s", counts[Pass], counts[Fail], musts,
		counts[Warn], counts[Info], counts[Undecided], count(len(r.Results), "result"), count(r.Messages, "message"))
}

package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/diff"
	"a2aform/internal/qa/runner"
	"a2aform/internal/safe"
)

// marks are the signs of the verdicts.
var marks = map[check.Verdict]string{check.Pass: "✓", check.Fail: "✗", check.Flaky: "~", check.Error: "!", check.Skip: "–"}

// Mark is the sign of a verdict.
func Mark(v check.Verdict) string { return marks[v] }

const (
	maxName = 120 // bytes of the name of a case
	maxSeen = 300 // bytes of what was seen
)

func line(text string, limit int) string { return safe.Text(text).Line(limit).String() }

// Lines are a case for people: one line, and below it one for each expectation that does not hold.
func Lines(r *runner.Result) []string { return linesOf(r, Expectations, toldOf(r)) }

// linesOf are a case on lines, with those of its attempts as expectations has them, and what is told of it.
func linesOf(r *runner.Result, expectations func(*runner.Result, *runner.Attempt) []check.Line, said []told) []string {
	head := marks[r.Verdict] + " " + line(r.Case.Name, maxName)
	switch {
	case r.Verdict == check.Skip:
		return []string{head + "  skipped: " + line(r.Skip, maxSeen)}
	case r.Err != nil:
		return []string{head, "    error  " + line(r.Err.Error(), maxSeen*4)}
	case r.Repeats > 1:
		head += "  " + passes(r)
	}
	list := []string{head + "  " + seconds(r.Took)}
	list = append(list, variations(r)...)
	for i := range r.Attempts {
		a := &r.Attempts[i]
		if len(r.Attempts) == 1 && a.Run != "" {
			list[0] += "  run " + line(a.Run, maxName)
		}
		if a.Written != "" {
			list = append(list, "    written "+line(a.Written, maxName)+changed(r, a))
		}
		for _, l := range expectations(r, a) {
			if l.Outcome != check.OK {
				list = append(list, "    "+attemptPrefix(r, a)+Line(l))
			}
		}
	}
	for _, n := range said {
		list = append(list, "    "+n.word+"  "+line(n.text, maxSeen))
	}
	if r.Case.Why != "" && r.Verdict != check.Pass {
		list = append(list, "    why    "+line(r.Case.Why, maxSeen))
	}
	return list
}

// passes says how many attempts of a case passed, and how many must, where that is not all of them.
func passes(r *runner.Result) string {
	text := fmt.Sprintf("%d of %d passed", r.Passed, r.Repeats)
	if r.Need < r.Repeats {
		text += fmt.Sprintf(", %d needed", r.Need)
	}
	return text
}

// changed says what a golden file that was written has in place of what: the first change, and how many more there are.
func changed(r *runner.Result, a *runner.Attempt) string {
	lines := folded(r, a)
	if lines == nil {
		lines = slices.DeleteFunc(slices.Clone(a.Lines), func(l check.Line) bool { return l.Check != "same" || l.At == "" })
	}
	if len(lines) == 0 {
		return ""
	}
	l, text := lines[0], ""
	if more := len(lines) - 1; more > 0 {
		text = " and " + english.Plural(more, "more change", "more changes")
	}
	return ": " + line(cmp.Or(l.About, l.At), maxName) + "  " + line(l.Expected, maxValue) + " → " + line(strings.TrimPrefix(l.Seen, "written: "), maxValue) + text
}

// told is what is told of a case beside its verdict: a rule that the agent broke, or what the client put right.
type told struct{ word, text string }

// toldOf is what is told of the attempts of a case, each once.
func toldOf(r *runner.Result) (list []told) {
	for _, v := range violations(r) {
		list = append(list, noteOf(v))
	}
	return append(list, repairsOf(r)...)
}

func noteOf(v check.Violation) told { return told{"note", v.What + " (" + v.ID + ")"} }

func repairsOf(r *runner.Result) (list []told) {
	for _, text := range repairs(r) {
		list = append(list, told{"repaired", text})
	}
	return list
}

// sentence begins the text with what it is.
func (t *told) sentence() string { return strings.ToUpper(t.word[:1]) + t.word[1:] + ": " + t.text }

// violations are the rules that attempts of a case violate.
func violations(r *runner.Result) (list []check.Violation) {
	for _, a := range r.Attempts {
		if a.Result == nil {
			continue
		}
		for _, v := range a.Violations {
			if !slices.ContainsFunc(list, func(o check.Violation) bool { return o.ID == v.ID }) {
				list = append(list, v)
			}
		}
	}
	return list
}

// repairs are what the client put right in the attempts of a case, each once.
func repairs(r *runner.Result) (list []string) {
	for _, a := range r.Attempts {
		if a.Result == nil {
			continue
		}
		for _, text := range a.Repairs {
			if !slices.Contains(list, text) {
				list = append(list, text)
			}
		}
	}
	return list
}

const (
	maxVaried       = 8  // places that are listed
	maxVariedPassed = 2  // likewise of a case that passes
	maxValues       = 4  // of a place
	maxValue        = 60 // bytes
)

// variations name the places whose values differ between the attempts of a case: /data/winner: Tiger 4, Lion 1.
func variations(r *runner.Result) (list []string) {
	places, limit := Variations(r), maxVaried
	if r.Verdict == check.Pass {
		limit = maxVariedPassed
	}
	for i, p := range places {
		if i == limit {
			return append(list, "    varies "+english.Plural(len(places)-i, "more place", "more places"))
		}
		list = append(list, "    varies "+PlaceText(p))
	}
	return list
}

// Variations are the places of state, text and output that differ between the attempts of a case.
func Variations(r *runner.Result) []diff.VaryingPlace {
	if len(r.Attempts) < 2 {
		return nil
	}
	outputs := make([]*ojson.Value, len(r.Attempts))
	for i, a := range r.Attempts {
		if a.Result == nil || a.Document == nil {
			continue
		}
		var list []ojson.Member
		for _, m := range a.Document.Members() {
			if m.Name == "state" || m.Name == "text" {
				list = append(list, m)
			}
		}
		outputs[i] = ojson.NewObject(append(list, a.Golden.Members()...)...)
	}
	return diff.Varying(outputs)
}

// PlaceText is a place and how often it had which value.
func PlaceText(p diff.VaryingPlace) string {
	text := line(p.At, maxName) + ": "
	if p.IsUnique() && len(p.Values) > maxValues {
		return text + fmt.Sprintf("%d different values", len(p.Values))
	}
	for i, v := range p.Values {
		if i > 0 {
			text += ", "
		}
		if i == maxValues {
			return text + english.Plural(len(p.Values)-i, "other value", "other values")
		}
		text += valueText(v) + " " + strconv.Itoa(len(v.In))
	}
	return text
}

// valueText is a value of a place, cut.
func valueText(v diff.VaryingValue) string {
	switch {
	case v.JSON == nil:
		return "missing"
	case v.JSON.Is(ojson.String) && v.JSON.Text() != "":
		return line(v.JSON.Text(), maxValue)
	}
	return line(string(v.JSON.Compact()), maxValue)
}

// attemptPrefix names an attempt of a case that has several.
func attemptPrefix(r *runner.Result, a *runner.Attempt) string {
	if len(r.Attempts) < 2 {
		return ""
	}
	return strings.TrimSpace("#"+label(a)+" "+line(a.Run, maxName)) + "  "
}

// label is the number of an attempt.
func label(a *runner.Attempt) string { return strconv.Itoa(a.Iteration) }

// labelsOf are the attempts that had a value.
func labelsOf(r *runner.Result, v diff.VaryingValue) (list []string) {
	for _, i := range v.In {
		list = append(list, label(&r.Attempts[i]))
	}
	return list
}

// Line is an expectation and what was seen, on one line.
func Line(l check.Line) string {
	text := line(l.Check, maxName)
	if at := cmp.Or(l.About, l.At); at != "" {
		text += " " + line(at, maxName)
	}
	if l.Expected+l.Seen == "" {
		return text
	}
	text += "  expected " + line(l.Expected, maxSeen) + "; "
	if l.Outcome == check.NotReached {
		text += "not reached: "
	} else {
		text += "seen: "
	}
	text += line(l.Seen, maxSeen)
	if l.Why != "" {
		text += " (" + line(l.Why, maxSeen) + ")"
	}
	return text
}

// text writes a run as lines for people. A note for the agent's maker is told once, at the end.
type text struct {
	w           io.Writer
	notes       []note
	unexpecting int      // cases that passed and expect nothing
	checked     []string // what was checked of them
}

// note is a rule that the agent broke, and in how many cases.
type note struct {
	check.Violation
	cases int
}

// NewText is the writer of lines for people, each of them with one call of Write.
func NewText(w io.Writer) Writer { return &text{w: w} }

func (t *text) Begin(time.Time, int) error { return nil }

func (t *text) Case(r *runner.Result) error {
	t.noteChecked(r)
	t.addNotes(r)
	for _, l := range linesOf(r, Expectations, repairsOf(r)) {
		if _, err := io.WriteString(t.w, l+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// addNotes counts the notes of a case.
func (t *text) addNotes(r *runner.Result) {
	for _, v := range violations(r) {
		i := slices.IndexFunc(t.notes, func(n note) bool { return n.ID == v.ID })
		if i < 0 {
			i, t.notes = len(t.notes), append(t.notes, note{Violation: v})
		}
		t.notes[i].cases++
	}
}

// noteChecked notes what was checked of a case that passed and expects nothing.
func (t *text) noteChecked(r *runner.Result) {
	if r.Verdict != check.Pass || r.Case.Input.Invalid || len(check.Describe(&r.Case.Expect)) > 0 ||
		slices.ContainsFunc(r.Case.Turns, func(turn casefile.Turn) bool { return turn.Expect != nil }) {
		return
	}
	t.unexpecting++
	for _, a := range r.Attempts {
		if a.Result == nil {
			continue
		}
		for _, l := range a.Lines {
			if !slices.Contains(t.checked, l.Check) {
				t.checked = append(t.checked, l.Check)
			}
		}
	}
}

// minTimes is how many attempts the times of a summary need: those of fewer are in the lines of the cases.
const minTimes = 5

// minShare is how many attempts 95 % of them need to be other than all.
const minShare = 20

func (t *text) End(s *Summary, took time.Duration) error {
	text := ""
	if s.end.count >= minTimes {
		for _, t := range s.Times() {
			text += fmt.Sprintf("until the %s: half of the runs took %s or less, ", t.Until, seconds(t.P50))
			if t.Count >= minShare {
				text += fmt.Sprintf("95 %% of them %s or less, ", seconds(t.P95))
			}
			text += "the slowest " + seconds(t.Slowest) + "\n"
		}
	}
	if s.Coverage != nil {
		for _, unsent := range s.Coverage.unsent() {
			text += "not sent  " + unsent + "\n"
		}
		text += s.Coverage.Line() + "\n"
	}
	for _, n := range t.notes {
		text += "note  " + line(noteOf(n.Violation).text, maxSeen)
		if n.cases > 1 {
			text += ", in " + english.Plural(n.cases, "case", "cases")
		}
		text += "\n"
	}
	text += s.Line(took) + "\n"
	if len(t.checked) > 0 {
		text += english.Plural(t.unexpecting, "case has", "cases have") + " no expectations, so only " + english.WordSeries(t.checked, "and") + " " +
			english.PluralWord(len(t.checked), "was", "were") + " checked\n"
	}
	_, err := io.WriteString(t.w, text)
	return err
}

// Summary counts the verdicts of a run. Cases are added one by one.
type Summary struct {
	Cases     int `json:"cases"`
	Passed    int `json:"passed"`
	Failed    int `json:"failed"`
	Flaky     int `json:"flaky"`
	Errors    int `json:"errors"`
	Skipped   int `json:"skipped"`
	NotRun    int `json:"notRun,omitempty"`    // cases that the command did not begin before it ended; they are none of Cases
	Violating int `json:"violating,omitempty"` // cases with a violation
	Repaired  int `json:"repaired,omitempty"`  // cases in which the client put something right
	Messages  int `json:"messages"`            // that were sent, answers among them

	Coverage *Coverage `json:"-"` // nil where it was not asked for

	firstEvent, firstArtifact, end distribution // of the attempts that sent something
}

// Add counts a case.
func (s *Summary) Add(r *runner.Result) {
	s.Cases++
	if s.Coverage != nil {
		s.Coverage.add(r)
	}
	if len(violations(r)) > 0 {
		s.Violating++
	}
	if len(repairs(r)) > 0 {
		s.Repaired++
	}
	for i := range r.Attempts {
		a := &r.Attempts[i]
		s.Messages += a.Messages
		if a.Messages > 0 && a.Result != nil {
			s.end.add(a.Took)
			s.firstEvent.addSeen(a.Document.At("/ms/firstEvent"))
			s.firstArtifact.addSeen(a.Document.At("/ms/firstArtifact"))
		}
	}
	switch r.Verdict {
	case check.Pass:
		s.Passed++
	case check.Fail:
		s.Failed++
	case check.Flaky:
		s.Flaky++
	case check.Error:
		s.Errors++
	case check.Skip:
		s.Skipped++
	}
}

// verdict is the verdict on all cases: the worst one.
func (s *Summary) verdict() check.Verdict {
	switch {
	case s.Failed > 0:
		return check.Fail
	case s.Errors > 0 || s.NotRun > 0 || s.Cases == 0:
		return check.Error
	case s.Flaky > 0:
		return check.Flaky
	case s.Passed == 0:
		return check.Skip
	}
	return check.Pass
}

// Line is the summary of a run, on one line.
func (s *Summary) Line(took time.Duration) string {
	parts := []string{english.Plural(s.Cases, "case", "cases"), grouped(s.Passed) + " passed", grouped(s.Failed) + " failed"}
	if s.Flaky > 0 {
		parts = append(parts, grouped(s.Flaky)+" flaky")
	}
	if s.Violating > 0 {
		parts = append(parts, grouped(s.Violating)+" with a note")
	}
	if s.Repaired > 0 {
		parts = append(parts, grouped(s.Repaired)+" repaired")
	}
	parts = append(parts, english.Plural(s.Errors, "error", "errors"), grouped(s.Skipped)+" skipped")
	if s.NotRun > 0 {
		parts = append(parts, grouped(s.NotRun)+" not run")
	}
	parts = append(parts, english.Plural(s.Messages, "message", "messages")+" sent", seconds(took))
	return strings.Join(parts, " · ")
}

// seconds is a time in seconds, a short one in milliseconds and a long one in minutes.
func seconds(d time.Duration) string {
	if d < 100*time.Millisecond {
		return fmt.Sprintf("%d ms", d.Milliseconds())
	}
	if d >= time.Minute {
		d = d.Round(time.Second)
		return fmt.Sprintf("%d m %02d s", d/time.Minute, d%time.Minute/time.Second)
	}
	return fmt.Sprintf("%.2f s", d.Seconds())
}

// Headline says in a few words how the run ended.
func (s *Summary) Headline() string {
	of := " of " + english.Plural(s.Cases+s.NotRun, "case", "cases")
	switch s.verdict() {
	case check.Fail:
		text := grouped(s.Failed) + of + " failed"
		if s.Errors > 0 {
			text += ", " + grouped(s.Errors) + " could not be checked"
		}
		return text
	case check.Error:
		switch {
		case s.Cases == 0:
			return "no case was checked"
		case s.Errors == 0:
			return grouped(s.NotRun) + of + " did not run"
		}
		return grouped(s.Errors) + of + " could not be checked"
	case check.Flaky:
		return grouped(s.Flaky) + of + " " + english.PluralWord(s.Flaky, "is", "are") + " flaky"
	case check.Skip:
		return "all cases are skipped"
	case check.Pass:
	}
	if s.Skipped > 0 {
		return grouped(s.Passed) + of + " passed, the others are skipped"
	}
	return english.Plural(s.Cases, "case", "cases") + " passed"
}

// grouped is a number as it is written beside those of [english.Plural].
func grouped(n int) string { return humanize.Comma(int64(n)) }

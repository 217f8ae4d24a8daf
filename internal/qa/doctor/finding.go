package doctor

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"a2aform/internal/ojson"
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

// sort orders findings by level, then by location.
func (r *Report) sort() {
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Level.rank(), b.Level.rank()), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Rule, b.Rule))
	})
}

//go:embed rules.toml
var ruleSource []byte

// Rule is one rule.
type Rule struct {
	ID     string `toml:"id"`
	Level  Level  `toml:"level"`
	Text   string `toml:"text"`   // what the rule demands
	Source string `toml:"source"` // where that is written
	Why    string `toml:"why"`
	Fix    string `toml:"fix"`
	// Dialects are those of cards that the rule is about; none for all.
	Dialects []string `toml:"dialects"`
	// Live says that the rule sends requests to the agent.
	Live bool `toml:"live"`
	// Base names the card that Trips and Holds change, as JSON Merge Patch (RFC 7396) does. Items of
	// an array are changed as members named by their index.
	Base    string   `toml:"base"`
	Trips   string   `toml:"trips"`   // makes a card that breaks the rule
	Holds   string   `toml:"holds"`   // makes a card that does not
	Entails []string `toml:"entails"` // rules that the card of Trips breaks too
	// Exact says that Trips is a card as it is written, and no patch.
	Exact bool   `toml:"exact"`
	From  string `toml:"from"` // the URL that the examples are from, "" for a file
}

// SendsMessages reports a rule that is checked by messages to the agent.
func (r *Rule) SendsMessages() bool { return r.Live && !strings.HasPrefix(r.ID, "L") }

type ruleFile struct {
	Rule []*Rule           `toml:"rule"`
	Base map[string]string `toml:"base"`
}

var readRules = sync.OnceValue(func() *ruleFile {
	var f ruleFile
	if err := toml.Unmarshal(ruleSource, &f); err != nil {
		panic(fmt.Sprintf("rules.toml: %s", err)) // it is part of the program
	}
	return &f
})

// AllRules returns all rules, in the order of their ids.
func AllRules() []*Rule { return readRules().Rule }

// FindRule returns the rule of an id, nil for none. Case does not matter.
func FindRule(id string) *Rule {
	i := slices.IndexFunc(AllRules(), func(r *Rule) bool { return strings.EqualFold(r.ID, id) })
	if i < 0 {
		return nil
	}
	return AllRules()[i]
}

// UnknownRule returns the error that there is no rule of an id.
func UnknownRule(id string) error {
	var ids []string
	for _, r := range AllRules() {
		ids = append(ids, r.ID)
	}
	words := "there is no rule " + safe.Text(id).Line(20).String()
	if near := safe.Nearest(id, ids); near != "" {
		words += "; did you mean " + near + "?"
	}
	return errors.New(words)
}

// SelectRules returns the rules that some patterns such as O04 or S* name; all for no pattern.
func SelectRules(patterns []string) ([]*Rule, error) {
	if len(patterns) == 0 {
		return AllRules(), nil
	}
	chosen := map[*Rule]bool{}
	for _, pattern := range patterns {
		found := false
		for _, r := range AllRules() {
			if ok, err := path.Match(strings.ToUpper(strings.TrimSpace(pattern)), r.ID); err == nil && ok {
				chosen[r], found = true, true
			}
		}
		if !found {
			return nil, UnknownRule(pattern)
		}
	}
	return slices.DeleteFunc(slices.Clone(AllRules()), func(r *Rule) bool { return !chosen[r] }), nil
}

// Report returns the rule as reports describe it.
func (r *Rule) Report() ReportRule {
	return ReportRule{ID: r.ID, Level: r.Level, Text: r.Text, Source: r.Source, Why: r.Why, Fix: r.Fix}
}

// writtenRules are values that are too large for the file of rules, by what it has for them.
var writtenRules = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer(`"LARGE"`, `"`+strings.Repeat("x", 300<<10)+`"`, `"DEEP"`, strings.Repeat("[", 300)+strings.Repeat("]", 300))
})

// TripsCard returns a card that breaks the rule.
func (r *Rule) TripsCard() []byte { return r.card(r.Trips) }

// HoldsCard returns a card that does not.
func (r *Rule) HoldsCard() []byte {
	if r.Exact {
		return r.card("{}")
	}
	return r.card(r.Holds)
}

func (r *Rule) card(patch string) []byte {
	if r.Exact && patch == r.Trips {
		return []byte(strings.TrimSpace(patch))
	}
	base, err := ojson.Parse([]byte(readRules().Base[r.Base]), ojson.CardLimits)
	if err == nil && strings.TrimSpace(patch) != "" {
		var change *ojson.Value
		if change, err = ojson.Parse([]byte(writtenRules().Replace(patch)), ojson.Limits{}); err == nil {
			base = mergeRules(base, change)
		}
	}
	if err != nil {
		panic(fmt.Sprintf("rules.toml: %s: %s", r.ID, err)) // it is part of the program
	}
	return append(base.Indent("  "), '\n')
}

// TripsPart returns the members of the card that break the rule, as text.
func (r *Rule) TripsPart() string {
	if r.Exact {
		return strings.TrimSpace(r.Trips)
	}
	return rulePart(r.TripsCard(), r.Trips)
}

// HoldsPart returns the same members of a card that does not break it.
func (r *Rule) HoldsPart() string {
	if r.Exact {
		return rulePart(r.HoldsCard(), "{}")
	}
	return rulePart(r.HoldsCard(), r.Trips)
}

// shortenedRules takes back what is too large to be shown.
var shortenedRules = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer(strings.Repeat("x", 300<<10), "… 300 KiB …", strings.Repeat("[", 300)+strings.Repeat("]", 300), "[[[ … 300 lists in one another … ]]]")
})

// rulePart returns the members of a card that a patch changes; the whole card for an empty patch.
func rulePart(card []byte, patch string) string {
	v, err := ojson.Parse(card, ojson.Limits{})
	change, err2 := ojson.Parse([]byte(patch), ojson.Limits{})
	if err != nil || err2 != nil || change.Len() == 0 {
		return shortenedRules().Replace(string(card))
	}
	var members []ojson.Member
	for _, m := range v.Members() {
		if change.Get(m.Name) != nil {
			members = append(members, m)
		}
	}
	if len(members) == 0 {
		return "{}"
	}
	object := ojson.NewObject(members...)
	if text := string(object.Compact()); shortenedRules().Replace(text) != text {
		return shortenedRules().Replace(text)
	}
	return string(object.Indent("  "))
}

// mergeRules applies a JSON Merge Patch (RFC 7396), and to arrays an object of changes by index.
func mergeRules(to, patch *ojson.Value) *ojson.Value {
	if !patch.Is(ojson.Object) {
		return patch
	}
	if to.Is(ojson.Array) {
		items := slices.Clone(to.Items())
		for _, m := range patch.Members() {
			if i, err := strconv.Atoi(m.Name); err == nil && i < len(items) {
				items[i] = mergeRules(items[i], m.Value)
			} else {
				items = append(items, m.Value)
			}
		}
		return ojson.NewArray(items...)
	}
	var members []ojson.Member
	for _, m := range to.Members() {
		change := patch.Get(m.Name)
		switch {
		case change == nil:
			members = append(members, m)
		case !change.Is(ojson.Null):
			members = append(members, ojson.Member{Name: m.Name, Value: mergeRules(m.Value, change)})
		}
	}
	for _, m := range patch.Members() {
		if to.Get(m.Name) == nil && !m.Value.Is(ojson.Null) {
			members = append(members, ojson.Member{Name: m.Name, Value: mergeRules(nil, m.Value)})
		}
	}
	return ojson.NewObject(members...)
}

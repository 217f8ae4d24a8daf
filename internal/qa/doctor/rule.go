package doctor

import (
	_ "embed"
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
)

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

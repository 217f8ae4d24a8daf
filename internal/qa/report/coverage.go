package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/runner"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// Coverage is what the cases send of what the forms of the cards declare: skills, fields, choices and branches.
type Coverage struct {
	cards  []*a2aclient.Card
	skills map[string]bool // that were sent something
	items  map[string]*coverItem
	order  []string // of items
}

// coverItem is something that a form declares.
type coverItem struct {
	form, at, what string
	kind           coverKind
	sent           bool
}

type coverKind int

const (
	coverField coverKind = iota
	coverChoice
	coverBranch
)

const (
	maxCoverDepth = 12    // of a form
	maxCovered    = 20000 // items
)

// NewCoverage returns a coverage of no case.
func NewCoverage() *Coverage {
	return &Coverage{skills: map[string]bool{}, items: map[string]*coverItem{}}
}

// add adds what a case sent. What is invalid on purpose covers nothing.
func (c *Coverage) add(r *runner.Result) {
	card := r.Card()
	if card == nil {
		return
	}
	if !slices.Contains(c.cards, card) {
		c.cards = append(c.cards, card)
	}
	form := r.InputSchema()
	for i := range r.Attempts {
		a := &r.Attempts[i]
		if a.Messages == 0 || a.Result == nil || r.Case.Input.Invalid {
			continue
		}
		c.skills[r.Case.Skill] = true
		if input := a.Document.Get("input"); form.Document != nil && form.Document.Compile() == nil {
			c.walk(r.Case.Skill, "", form.Document.Root(), input, 0)
		}
	}
}

// item returns something that a form declares, and notes whether it was sent.
func (c *Coverage) item(kind coverKind, form, at, what string, sent bool) {
	key := fmt.Sprint(form, "\x00", at, "\x00", kind, "\x00", what)
	known := c.items[key]
	if known == nil {
		if len(c.order) == maxCovered {
			return
		}
		known = &coverItem{form: form, at: at, what: what, kind: kind}
		c.items[key], c.order = known, append(c.order, key)
	}
	known.sent = known.sent || sent
}

// walk notes what is declared at a place, and what a value has of it.
func (c *Coverage) walk(form, at string, l schema.Location, v *ojson.Value, depth int) {
	if v == nil || depth > maxCoverDepth {
		return
	}
	r := l.For(v)
	for _, u := range r.Unions() {
		for i, label := range u.Labels() {
			c.item(coverBranch, form, at, label, i == u.Picked)
		}
	}
	picked := r.ChoiceOf(v)
	for i, choice := range r.Choices() {
		c.item(coverChoice, form, at, string(choice.Value.Compact()), i == picked)
	}
	if v.Is(ojson.Object) {
		for _, p := range r.Properties() {
			below := ojson.Pointer(at, p.Name)
			what := "optional"
			if p.Required {
				what = "required"
			}
			c.item(coverField, form, below, what, v.Get(p.Name) != nil)
			c.walk(form, below, p.Location, v.Get(p.Name), depth+1)
		}
	}
	for i, item := range v.Items() {
		c.walk(form, at+"/*", r.Item(i), item, depth+1)
	}
}

// ids are the ids of the skills of all cards, each once.
func (c *Coverage) ids() (list []safe.Raw) {
	for _, card := range c.cards {
		for _, s := range card.Skills {
			if !slices.Contains(list, s.ID) {
				list = append(list, s.ID)
			}
		}
	}
	return list
}

// Line counts what is covered.
func (c *Coverage) Line() string {
	var all, sent [3]int
	for _, item := range c.items {
		if all[item.kind]++; item.sent {
			sent[item.kind]++
		}
	}
	skills := 0
	for _, id := range c.ids() {
		if c.skills[id.Exact()] {
			skills++
		}
	}
	parts := []string{fmt.Sprintf("coverage: %d of %s", skills, english.Plural(len(c.ids()), "skill", "skills"))}
	for kind, noun := range [...]string{coverField: "field", coverChoice: "choice", coverBranch: "branch"} {
		if all[kind] > 0 {
			parts = append(parts, fmt.Sprintf("%d of %s", sent[kind], english.Plural(all[kind], noun, nouns[noun])))
		}
	}
	return strings.Join(parts, " · ")
}

var nouns = map[string]string{"field": "fields", "choice": "choices", "branch": "branches"}

// unsent lists what no case sends, a line for each place.
func (c *Coverage) unsent() (lines []string) {
	for _, id := range c.ids() {
		if !c.skills[id.Exact()] {
			lines = append(lines, id.Line(maxName).String()+": no case")
		}
	}
	var keys []string
	missing := map[string][]string{}
	for _, key := range c.order {
		item := c.items[key]
		if item.sent {
			continue
		}
		place := line(item.form, maxName) + " " + line(item.at, maxName)
		if item.kind == coverField {
			lines = append(lines, place+": "+item.what+", in no case")
			continue
		}
		if _, known := missing[place]; !known {
			keys = append(keys, place)
		}
		missing[place] = append(missing[place], line(item.what, maxValue))
	}
	for _, place := range keys {
		lines = append(lines, place+": "+strings.Join(missing[place], ", "))
	}
	return lines
}

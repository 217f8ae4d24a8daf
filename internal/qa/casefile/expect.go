package casefile

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"a2aform/internal/ojson"
	"a2aform/render/jq"
)

// states are the outcomes that state and states take.
var states = []string{
	"submitted", "working", "input-required", "auth-required", "completed", "failed", "rejected", "canceled",
}

// outcomes are the states, and how a run ends without one.
var outcomes = slices.Concat(states, []string{"answered", "refused", "lost", "interrupted"})

func (r *reader) expect(n *node, e *Expect) {
	var output string
	r.table(n, "expect", fields{
		"state":     r.words(&e.States, "state", outcomes),
		"output":    r.word(&output, "output", []string{"valid", "invalid", "any"}),
		"schemas":   r.texts(&e.Schemas, "schemas"),
		"artifacts": r.count(&e.Artifacts, "artifacts"), "parts": r.count(&e.Parts, "parts"),
		"settled": r.duration(&e.Settled, "settled"), "first-event": r.duration(&e.FirstEvent, "first-event"),
		"first-artifact": r.duration(&e.FirstArtifact, "first-artifact"),
		"states":         r.words(&e.Sequence, "states", append([]string{Gap}, states...)),
		"that":           func(n *node) { r.that(n, e) },
		"value":          func(n *node) { r.values(n, e) },
	})
	e.Output = Output(output)
}

// words reads one or more of the known words.
func (r *reader) words(into *[]string, name string, known []string) func(*node) {
	read := r.textOrTexts(into, name)
	return func(n *node) {
		read(n)
		if len(*into) == 0 {
			r.problemf(n, "%s is empty", name)
		}
		for _, word := range *into {
			if !slices.Contains(known, word) {
				r.problemf(n, "%s %s is not known: use %s", name, word, strings.Join(known, ", "))
			}
		}
	}
}

func (r *reader) word(into *string, name string, known []string) func(*node) {
	return func(n *node) {
		r.text(into, name)(n)
		if n.kind == unstable.String && !slices.Contains(known, *into) {
			r.problemf(n, "%s %s is not known: use %s", name, *into, strings.Join(known, ", "))
		}
	}
}

// that reads a jq expression, or tables with one each.
func (r *reader) that(n *node, e *Expect) {
	if n.kind == unstable.String {
		e.That = append(e.That, r.query(n, That{JQ: n.text}))
		return
	}
	for _, item := range r.list(n, "expect.that") {
		var that That
		r.table(item, "expect.that", fields{"jq": r.text(&that.JQ, "jq"), "why": r.text(&that.Why, "why")})
		if item.get("jq") == nil {
			r.problemf(item, "[[expect.that]] needs jq")
			continue
		}
		e.That = append(e.That, r.query(item.get("jq"), that))
	}
}

func (r *reader) query(n *node, that That) That {
	query, err := jq.Parse(that.JQ)
	if err != nil {
		r.problemf(n, "jq: %s", err)
	}
	that.Query = query
	return that
}

func (r *reader) values(n *node, e *Expect) {
	for _, item := range r.list(n, "expect.value") {
		e.Values = append(e.Values, r.expectedValue(item))
	}
}

// expectedValue reads a place and its relation.
func (r *reader) expectedValue(n *node) (v Value) {
	var relations []Relation
	before := len(r.problems)
	operand := func(relation Relation, read func(*node)) func(*node) {
		return func(n *node) {
			relations = append(relations, relation)
			v.Relation = relation
			read(n)
		}
	}
	anything := func(n *node) {
		if v.Operand = value(n); v.Operand == nil {
			r.problemf(n, "this is no JSON value: write it as text in quotes")
		}
	}
	known := fields{
		"at": r.text(&v.At, "at"), "why": r.text(&v.Why, "why"), "within": func(n *node) { r.within(n, &v) },
		"is": operand(Is, anything), "not": operand(Not, anything), "in": operand(In, anything), "near": operand(Near, anything),
		"type": operand(Type, anything), "exists": operand(Exists, anything),
		"matches": operand(Matches, func(n *node) { r.pattern(n, &v) }),
		"length": operand(Length, func(n *node) {
			length := &v.Length
			r.count(&length, "length")(n)
			v.Length = *length
		}),
	}
	r.table(n, "expect.value", known)
	switch {
	case len(r.problems) > before:
	case n.get("at") == nil:
		r.problemf(n, `[[expect.value]] needs at: a JSON Pointer into the verdict document, such as "/data/winner"`)
	case v.At != "" && !strings.HasPrefix(v.At, "/"):
		r.problemf(n.get("at"), "at is a JSON Pointer: it begins with /")
	case len(relations) != 1:
		names := slices.DeleteFunc(slices.Sorted(maps.Keys(known)), func(name string) bool { return name == "at" || name == "why" || name == "within" })
		r.problemf(n, "[[expect.value]] has one of %s", strings.Join(names, ", "))
	default:
		r.operand(n, &v)
	}
	return v
}

var jsonTypes = []string{"null", "boolean", "integer", "number", "string", "array", "object"}

// operand checks that the operand suits the relation.
func (r *reader) operand(n *node, v *Value) {
	at := n.get(string(v.Relation))
	switch {
	case v.Relation == Near && !v.Operand.Is(ojson.Number):
		r.problemf(at, "near is a number")
	case v.Relation == Near && v.Within == nil:
		r.problemf(at, `near needs within: a number, or a share such as "1%%"`)
	case v.Relation != Near && n.get("within") != nil:
		r.problemf(n.get("within"), "within goes with near")
	case v.Relation == In && (!v.Operand.Is(ojson.Array) || v.Operand.Len() == 0):
		r.problemf(at, "in is a list of values")
	case v.Relation == Type && !slices.Contains(jsonTypes, v.Operand.Text()):
		r.problemf(at, "type is one of %s", strings.Join(jsonTypes, ", "))
	case v.Relation == Exists && !v.Operand.Is(ojson.Bool):
		r.problemf(at, "exists is true or false")
	}
}

// within reads a number, or a share in percent.
func (r *reader) within(n *node, v *Value) {
	text, isPercent := strings.CutSuffix(n.text, "%")
	v.Percent = isPercent
	if n.kind == unstable.String && isPercent {
		if literal, err := ojson.NewNumber(text); err == nil {
			v.Within = ojson.Rat(literal.Text())
		}
	} else {
		v.Within = number(n)
	}
	if v.Within == nil || v.Within.Sign() < 0 {
		r.problemf(n, `within is a number, or a share such as "1%%"`)
	}
}

// pattern reads a regular expression. The engine's time is linear in the text.
func (r *reader) pattern(n *node, v *Value) {
	var text string
	r.text(&text, "matches")(n)
	pattern, err := regexp.Compile(text)
	if err != nil {
		r.problemf(n, "matches is a regular expression (RE2): %s", err)
	}
	v.Pattern = pattern
}

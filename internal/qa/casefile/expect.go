package casefile

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/tomlfile"
	"a2aform/render/export"
)

// outcomes are the states of a task, and how a run ends without one.
var outcomes = []string{
	"submitted", "working", "input-required", "auth-required", "completed", "failed", "rejected", "canceled",
	"answered", "refused", "crashed", "lost", "interrupted",
}

// Expectations of a state that several outcomes satisfy.
const (
	AcceptedState = "accepted" // the agent works on the input, has, asks, or answers by a message
	AnyState      = "any"      // but for a crash, and where nothing was learned
)

// expected are what the state of an expectation may be.
var expected = append(slices.Clone(outcomes), AcceptedState, AnyState)

func (r *reader) expect(n *tomlfile.Node, e *Expect) {
	var output string
	r.Table(n, "expect", tomlfile.Fields{
		"state":          r.words(&e.States, "state", expected),
		"output":         r.word(&output, "output", []string{"valid", "invalid", "any"}),
		"schemas":        r.Texts(&e.Schemas, "schemas"),
		"artifacts":      r.count(&e.Artifacts, "artifacts"),
		"settled":        r.Duration(&e.Settled, "settled"),
		"first-artifact": r.Duration(&e.FirstArtifact, "first-artifact"),
		"that":           func(n *tomlfile.Node) { r.that(n, e) },
		"run":            func(n *tomlfile.Node) { r.program(n, e) },
		"value":          func(n *tomlfile.Node) { r.values(n, e) },
		"same":           func(n *tomlfile.Node) { r.same(n, e) },
	})
	e.Output = Output(output)
}

// program reads the path of a program, which is below the root of the repository.
func (r *reader) program(n *tomlfile.Node, e *Expect) {
	name := ""
	r.Text(&name, "run")(n)
	switch {
	case n.Kind != tomlfile.String:
	case r.roots == nil:
		r.Problemf(n, "move run to the case: it is a file of its repository")
	default:
		path, _ := r.path(n, "run", name)
		if path, err := filepath.Abs(path); err == nil {
			e.Run = path
		}
	}
}

// words reads one or more of the known words.
func (r *reader) words(into *[]string, name string, known []string) func(*tomlfile.Node) {
	read := r.TextOrTexts(into, name)
	return func(n *tomlfile.Node) {
		read(n)
		if len(*into) == 0 {
			r.Problemf(n, "%s is empty", name)
		}
		for _, word := range *into {
			if !slices.Contains(known, word) {
				r.Problemf(n, "%s %s is not known: use %s", name, word, strings.Join(known, ", "))
			}
		}
	}
}

func (r *reader) word(into *string, name string, known []string) func(*tomlfile.Node) {
	return func(n *tomlfile.Node) {
		r.Text(into, name)(n)
		if n.Kind == tomlfile.String && !slices.Contains(known, *into) {
			r.Problemf(n, "%s %s is not known: use %s", name, *into, strings.Join(known, ", "))
		}
	}
}

// that reads a jq expression, or tables with one each.
func (r *reader) that(n *tomlfile.Node, e *Expect) {
	if n.Kind == tomlfile.String {
		e.That = append(e.That, r.query(n, That{JQ: n.Text}))
		return
	}
	for _, item := range r.List(n, "expect.that") {
		var that That
		r.Table(item, "expect.that", tomlfile.Fields{"jq": r.Text(&that.JQ, "jq"), "why": r.Text(&that.Why, "why")})
		if item.Get("jq") == nil {
			r.Problemf(item, "[[expect.that]] needs jq")
			continue
		}
		e.That = append(e.That, r.query(item.Get("jq"), that))
	}
}

func (r *reader) query(n *tomlfile.Node, that That) That {
	query, err := export.ParseQuery(that.JQ)
	if err != nil {
		r.Problemf(n, "jq: %s", err)
	}
	that.Query = query
	return that
}

func (r *reader) values(n *tomlfile.Node, e *Expect) {
	for _, item := range r.List(n, "expect.value") {
		e.Values = append(e.Values, r.expectedValue(item))
	}
}

// expectedValue reads a place and its relation.
func (r *reader) expectedValue(n *tomlfile.Node) (v Value) {
	var relations []Relation
	before := len(r.Problems)
	operand := func(relation Relation, read func(*tomlfile.Node)) func(*tomlfile.Node) {
		return func(n *tomlfile.Node) {
			relations = append(relations, relation)
			v.Relation = relation
			read(n)
		}
	}
	anything := func(n *tomlfile.Node) {
		if v.Operand = tomlfile.Value(n); v.Operand == nil {
			r.Problemf(n, "this is not a JSON value: write it as text in quotes")
		}
		r.placeholders(n, v.Operand.Text())
	}
	known := tomlfile.Fields{
		"at": r.Text(&v.At, "at"), "why": r.Text(&v.Why, "why"), "within": func(n *tomlfile.Node) { r.within(n, &v) },
		"is": operand(Is, anything), "not": operand(Not, anything), "in": operand(In, anything), "near": operand(Near, anything),
		"type": operand(Type, anything), "exists": operand(Exists, anything), "of-format": operand(OfFormat, anything),
		"matches": operand(Matches, func(n *tomlfile.Node) { r.pattern(n, &v) }),
		"length": operand(Length, func(n *tomlfile.Node) {
			length := &v.Length
			r.count(&length, "length")(n)
			v.Length = *length
		}),
	}
	r.Table(n, "expect.value", known)
	switch {
	case len(r.Problems) > before:
	case n.Get("at") == nil:
		r.Problemf(n, `[[expect.value]] needs at: a JSON Pointer into the verdict document, such as "/data/winner"`)
	case v.At != "" && !strings.HasPrefix(v.At, "/"):
		r.Problemf(n.Get("at"), "at is a JSON Pointer: it begins with /")
	case len(relations) != 1:
		names := slices.DeleteFunc(slices.Sorted(maps.Keys(known)), func(name string) bool { return name == "at" || name == "why" || name == "within" })
		r.Problemf(n, "[[expect.value]] needs exactly one of %s", strings.Join(names, ", "))
	default:
		r.operand(n, &v)
	}
	return v
}

var jsonTypes = []string{"null", "boolean", "integer", "number", "string", "array", "object"}

// operand checks that the operand fits the relation.
func (r *reader) operand(n *tomlfile.Node, v *Value) {
	at := n.Get(string(v.Relation))
	if v.Relation != Near && n.Get("within") != nil {
		r.Problemf(n.Get("within"), "within goes with near")
		return
	}
	switch v.Relation {
	case Near:
		r.checkNear(at, v)
	case In:
		if !v.Operand.Is(ojson.Array) || v.Operand.Len() == 0 {
			r.Problemf(at, "in is a list of values")
		}
	case Type:
		if !slices.Contains(jsonTypes, v.Operand.Text()) {
			r.Problemf(at, "type is one of %s", strings.Join(jsonTypes, ", "))
		}
	case OfFormat:
		r.checkFormat(at, v.Operand.Text())
	case Exists:
		if !v.Operand.Is(ojson.Bool) {
			r.Problemf(at, "exists is true or false")
		}
	case Is, Not, Matches, Length: // take any operand
	}
}

func (r *reader) checkNear(at *tomlfile.Node, v *Value) {
	isFilled := v.Operand.Is(ojson.String) && placeholder.MatchString(v.Operand.Text())
	if !v.Operand.Is(ojson.Number) && !isFilled {
		r.Problemf(at, "near is a number")
	} else if v.Within == nil {
		r.Problemf(at, `near needs within: a number, or a share such as "1%%"`)
	}
}

// within reads a number, or a share in percent.
func (r *reader) within(n *tomlfile.Node, v *Value) {
	text, isPercent := strings.CutSuffix(n.Text, "%")
	v.Percent = isPercent
	if n.Kind == tomlfile.String && isPercent {
		if literal, err := ojson.NewNumber(text); err == nil {
			v.Within = ojson.Rat(literal.Text())
		}
	} else {
		v.Within = tomlfile.Number(n)
	}
	if v.Within == nil || v.Within.Sign() < 0 {
		r.Problemf(n, `within is a number, or a share such as "1%%"`)
	}
}

// pattern reads a regular expression. The engine's time is linear in the text.
func (r *reader) pattern(n *tomlfile.Node, v *Value) {
	var text string
	r.Text(&text, "matches")(n)
	pattern, err := regexp.Compile(text)
	if err != nil {
		r.Problemf(n, "matches is a regular expression (RE2): %s", err)
	}
	v.Pattern = pattern
}

// HasQuestion reports whether the end that is expected may be a question of the agent.
func (e *Expect) HasQuestion() bool {
	return slices.ContainsFunc(e.States, func(state string) bool {
		return state == "input-required" || state == AcceptedState || state == AnyState
	})
}

package casefile

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/fileschema"
	"a2aform/internal/tomlfile"
	"a2aform/render/export"
)

// Expectations of a state that several outcomes satisfy.
const (
	AcceptedState = fileschema.AcceptedState
	AnyState      = fileschema.AnyState
)

// expect reads what is expected; n and from are nil where a file does not say it.
func (r *reader) expect(n *tomlfile.Node, from *fileschema.Expect) (e Expect) {
	if from == nil {
		return e
	}
	e = Expect{
		States: from.State.Words, Output: Output(from.Output), Schemas: from.Schemas, Artifacts: countOf(from.Artifacts),
		Settled: time.Duration(from.Settled), FirstArtifact: time.Duration(from.FirstArtifact),
		Run: r.program(n.Get("run"), from.Run), Same: r.same(n.Get("same"), from.Same),
	}
	for i, that := range from.That {
		e.That = append(e.That, r.query(n.At("/that/"+strconv.Itoa(i)+"/jq"), That{JQ: that.JQ, Why: that.Why}))
	}
	for i, value := range from.Values {
		e.Values = append(e.Values, r.expectedValue(n.Get("value").Items[i], value))
	}
	return e
}

func countOf(from *fileschema.Count) *Count {
	switch {
	case from == nil:
		return nil
	case from.Max == nil:
		return &Count{from.Min, -1}
	}
	return &Count{from.Min, *from.Max}
}

// program reads the path of a program, which is below the root of the repository.
func (r *reader) program(n *tomlfile.Node, name string) string {
	if n == nil {
		return ""
	}
	if r.roots == nil {
		r.Problemf(n, "move run to the case: it is a file of its repository")
		return ""
	}
	path, _ := r.path(n, "run", name)
	if absolute, err := filepath.Abs(path); err == nil {
		return absolute
	}
	return ""
}

func (r *reader) query(n *tomlfile.Node, that That) That {
	query, err := export.ParseQuery(that.JQ)
	if err != nil {
		r.Problemf(n, "jq: %s", err)
	}
	that.Query = query
	return that
}

// relations are those that a value can have.
var relations = []Relation{Is, Not, Near, In, Matches, Type, Exists, Length, OfFormat}

// expectedValue reads a place and its relation, of which there is one.
func (r *reader) expectedValue(n *tomlfile.Node, from fileschema.Value) Value {
	v := Value{At: from.At, Why: from.Why}
	for _, relation := range relations {
		if n.Get(string(relation)) != nil {
			v.Relation = relation
		}
	}
	at, within := n.Get(string(v.Relation)), n.Get("within")
	if within != nil {
		r.within(within, &v)
	}
	if v.Relation != Near && within != nil {
		r.Problemf(within, "within goes with near")
	}
	switch v.Relation {
	case Matches: // the engine's time is linear in the text
		pattern, err := regexp.Compile(from.Matches)
		if err != nil {
			r.Problemf(at, "matches is a regular expression (RE2): %s", err)
		}
		v.Pattern = pattern
	case Length:
		v.Length = *countOf(from.Length)
	case OfFormat:
		r.checkFormat(at, from.OfFormat)
	case Near, Is, Not, In, Type, Exists: // take their operand
	}
	if v.Relation != Matches && v.Relation != Length {
		v.Operand = tomlfile.Value(at)
		r.placeholders(at, v.Operand.Text())
	}
	if v.Relation == Near {
		r.checkNear(at, &v)
	}
	return v
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

// HasQuestion reports whether the end that is expected may be a question of the agent.
func (e *Expect) HasQuestion() bool {
	return slices.ContainsFunc(e.States, func(state string) bool {
		return state == "input-required" || state == AcceptedState || state == AnyState
	})
}

package report

import (
	"strconv"
	"strings"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/diff"
	"a2aform/internal/safe"
)

// RunDiff is how two sides differ.
type RunDiff struct {
	A, B    *DiffSide
	Rules   *diff.Rules
	Changes []diff.Change
	Equal   int // places that are equal
	Facts   []DiffFact
}

// DiffFact is something of both runs besides their output.
type DiffFact struct {
	Name, A, B string
	Differs    bool // in a way that counts: times, agents and cards may differ
}

// CompareRuns compares two sides.
func CompareRuns(a, b *DiffSide, rules *diff.Rules) *RunDiff {
	found := diff.Compare(a.Output, b.Output, rules)
	r := &RunDiff{A: a, B: b, Rules: rules, Changes: found.Changes, Equal: found.Equal}
	if !a.IsGolden() && !b.IsGolden() {
		r.addFacts()
	}
	return r
}

func (r *RunDiff) addFacts() {
	counts := func(name string, a, b string) { r.Facts = append(r.Facts, DiffFact{name, a, b, a != b}) }
	tells := func(name string, a, b string) { r.Facts = append(r.Facts, DiffFact{name, a, b, false}) }
	a, b := r.A, r.B
	if a.Skill != b.Skill {
		tells("skill", a.Skill, b.Skill)
	}
	counts("state", a.State(), b.State())
	counts("output", validity(a), validity(b))
	if x, y := a.text("/refused/code"), b.text("/refused/code"); x != y {
		counts("code", x, y)
	}
	for _, f := range []struct{ name, at string }{{"agent", "/agent/name"}, {"version", "/agent/version"}, {"protocol", "/agent/protocol"}, {"binding", "/agent/binding"}} {
		if x, y := a.text(f.at), b.text(f.at); x != y {
			tells(f.name, x, y)
		}
	}
	if a.text("/agent/card") != b.text("/agent/card") {
		tells("card", "", "not that of A")
	}
	if !ojson.Equal(a.document.Get("input"), b.document.Get("input")) {
		tells("input", "", "not that of A")
	}
	if x, y := a.States(), b.States(); x != y {
		tells("states", x, y)
	}
	for _, f := range []struct {
		name string
		of   func(*DiffSide) time.Duration
	}{{"first event", (*DiffSide).FirstEvent}, {"first artifact", (*DiffSide).FirstArtifact}, {"settled", (*DiffSide).Settled}} {
		if x, y := f.of(a), f.of(b); x > 0 && y > 0 {
			tells(f.name, Seconds(x), Seconds(y))
		}
	}
}

func validity(s *DiffSide) string {
	if n := s.Problems(); n > 0 {
		return Counted(n, "problem", "problems")
	}
	return "valid"
}

// Differs reports a difference that counts.
func (r *RunDiff) Differs() bool { return r.Different() > 0 }

// Different counts the differences that count.
func (r *RunDiff) Different() (n int) {
	for _, c := range r.Changes {
		if c.Allowed == "" {
			n++
		}
	}
	for _, f := range r.Facts {
		if f.Differs {
			n++
		}
	}
	return n
}

// Label is the place of a change as people read it: the path in the data, of other parts after the name of the artifact where there are several.
func (r *RunDiff) Label(c diff.Change) string {
	output := r.B.Output
	if c.Kind == diff.Removed {
		output = r.A.Output
	}
	steps := ojson.Tokens(c.At)
	switch {
	case len(steps) == 0:
		return "output"
	case len(steps) == 1:
		return steps[0]
	case steps[0] != "artifacts":
		return r.path(output.Get(steps[0]), steps[1:], pointer(steps[:1]))
	}
	artifacts := output.Get("artifacts")
	artifact := artifacts.At("/" + steps[1])
	name := "artifact " + number(steps[1])
	if v := artifact.Get("name"); v.Is(ojson.String) {
		name = safe.Text(v.Text()).Line(maxSideName).String()
	}
	var lead []string
	switch len(steps) {
	case 2, 3:
		if steps[len(steps)-1] == "name" {
			return "name of artifact " + number(steps[1])
		}
		return name
	case 4:
		return name + " › part " + number(steps[3])
	}
	if artifacts.Len() > 1 {
		lead = append(lead, name)
	}
	if artifact.Get("parts").Len() > 1 {
		lead = append(lead, "part "+number(steps[3]))
	}
	path := r.path(output.At(pointer(steps[:5])), steps[5:], pointer(steps[:5]))
	if path == "" {
		path = steps[4] // the data, text, file or tag itself
	}
	return strings.Join(append(lead, path), " › ")
}

// number is the number of an index, from 1.
func number(index string) string {
	i, err := strconv.Atoi(index)
	if err != nil {
		return index
	}
	return strconv.Itoa(i + 1)
}

func pointer(steps []string) (at string) {
	for _, step := range steps {
		at = ojson.Pointer(at, step)
	}
	return at
}

// path writes the steps below a value like "lines[2].date", with the member by which items are told apart where there is one.
func (r *RunDiff) path(v *ojson.Value, steps []string, at string) string {
	var sb strings.Builder
	for _, step := range steps {
		array, below := v, ojson.Pointer(at, step)
		v = v.Get(step)
		if array.Is(ojson.Array) {
			v = array.At(ojson.Pointer("", step))
			sb.WriteString("[" + r.item(v, step, at) + "]")
		} else {
			if sb.Len() > 0 {
				sb.WriteByte('.')
			}
			sb.WriteString(safe.Text(step).Line(maxSideName).String())
		}
		at = below
	}
	return sb.String()
}

// item names an item of an array: by its index, or by the member that tells items apart.
func (r *RunDiff) item(v *ojson.Value, index, array string) string {
	for pattern, by := range r.Rules.By {
		if by != "" && v.Get(by) != nil && diff.Matches(ojson.Tokens(pattern), ojson.Tokens(array)) {
			return by + "=" + safe.Text(v.Get(by).Text()).Line(maxSideName).String()
		}
	}
	return index
}

package casefile

import (
	"fmt"
	"hash/maphash"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/fileschema"
	"a2aform/internal/schema/message"
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

// same reads how the output is compared with a golden file; n and from are nil where it is not.
func (r *reader) same(n *tomlfile.Node, from *fileschema.Same) *Same {
	if from == nil {
		return nil
	}
	s := &Same{File: r.Relative(from.File), Ignore: from.Ignore, Formats: from.Formats, Unordered: from.Unordered}
	r.goldenName(n.Get("file"), from.File)
	if number := n.Get("number"); number != nil {
		for _, m := range number.Members {
			s.Numbers = append(s.Numbers, Tolerance{m.Name, tomlfile.Number(m.Value)})
		}
	}
	r.checkPatterns(n, s)
	if !r.options.AnyFiles {
		s.roots = r.roots
	}
	return s
}

// goldenName checks the name of a golden file. What an agent answered must not name a file that is read or written.
func (r *reader) goldenName(n *tomlfile.Node, name string) {
	r.placeholders(n, name)
	for _, found := range placeholder.FindAllStringSubmatch(name, -1) {
		if kind, _, _ := strings.Cut(found[1], "."); kind != "row" && kind != "var" && kind != "case" {
			r.Problemf(n, "file: %s is not known before the case is sent; name the file with ${case}, ${row.NAME} or ${var.NAME}", found[0])
		}
	}
}

// checkPatterns refuses places that are none, and formats that are not known.
func (r *reader) checkPatterns(n *tomlfile.Node, s *Same) {
	patterns := slices.Clone(s.Ignore)
	for _, t := range s.Numbers {
		patterns = append(patterns, t.At)
	}
	for at := range s.Unordered {
		patterns = append(patterns, at)
	}
	slices.Sort(patterns)
	for _, at := range patterns {
		if !strings.HasPrefix(at, "/") {
			r.Problemf(n, "%s is not a JSON Pointer: it begins with /, * is one step and ** any number of them", at)
		}
	}
	for _, name := range s.Formats {
		r.checkFormat(n.Get("formats"), name)
	}
}

// checkFormat reports an unknown format.
func (r *reader) checkFormat(n *tomlfile.Node, name string) {
	if _, ok := message.Formats[name]; !ok {
		r.Problemf(n, "the format %s is not known: use %s", name, strings.Join(slices.Sorted(maps.Keys(message.Formats)), ", "))
	}
}

// checkGoldenFiles reports the first case of each file whose golden file another case has, too: both would be compared with the
// output of one. The entries of a matrix may have one, because they send the same.
func checkGoldenFiles(files []*File) (problems []*tomlfile.Problem) {
	seed, seen := maphash.MakeSeed(), map[uint64]bool{} // hashes, because a table can be larger than memory
	for _, f := range files {
		if f.same == nil {
			continue
		}
		row := -1
		for c := range f.Cases() {
			hash := maphash.String(seed, c.Expect.Same.File)
			if seen[hash] && row != c.Row {
				problems = append(problems, sharedGolden(files, f, c))
				break
			}
			seen[hash], row = true, c.Row
		}
	}
	return problems
}

// sharedGolden is the problem of a case whose golden file an earlier case has, too.
func sharedGolden(files []*File, f *File, c *Case) *tomlfile.Problem {
	other := ""
	for earlier := range All(files) {
		if earlier.Expect.Same != nil && earlier.Expect.Same.File == c.Expect.Same.File {
			other = earlier.Name
			break
		}
	}
	path := c.Expect.Same.File
	if near, err := filepath.Rel(filepath.Dir(f.Path), path); err == nil {
		path = filepath.ToSlash(near)
	}
	return &tomlfile.Problem{Path: f.Path, Line: f.same.Line, Column: f.same.Column, Text: fmt.Sprintf("the cases %s and %s have the same golden file %s; give each its own, such as golden/${case}.json", other, c.Name, path)}
}

package check

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/run"
	"a2aform/render"
)

// moments checks what is expected of each turn.
func (e *evaluation) moments() {
	for i := range e.subject.Moments {
		m := &e.subject.Moments[i]
		expect := m.Turn.Expect
		if expect == nil && m.Turn.Do != casefile.Tagged {
			continue
		}
		if expect == nil {
			expect = &casefile.Expect{}
		}
		turn := &evaluation{result: newResult(Subject{Now: m.Now, Began: e.began()}), expect: expect, ended: true}
		switch {
		case expect.States != nil:
			turn.add(Line{Check: "state", Expected: anyOf(expect.States), Seen: turn.outcome}, slices.Contains(expect.States, turn.outcome))
		case m.Turn.Do == casefile.Tagged:
			turn.tagged()
		}
		turn.times()
		turn.content()
		for _, l := range turn.lines {
			l.Check = fmt.Sprintf("turn %d: %s", i+1, l.Check)
			e.lines = append(e.lines, l)
		}
	}
}

// tagged checks that a message with tagged data was rejected, because the task is already there (seed 000 §3).
func (e *evaluation) tagged() {
	how := e.classify()
	l := Line{Check: "state", Expected: "the message is rejected", Seen: e.seenState(how)}
	if how == Nothing {
		e.notReached(l)
		return
	}
	e.add(l, how == Rejected || how == Answered || how == Accepted && e.subject.Now.Err != nil)
}

// Document is the verdict document of a run, which placeholders of later turns see.
func Document(s Subject) *ojson.Value { return newResult(s).document }

// addToDocument adds to the verdict document what the case knows: its turns and its row.
func (r *result) addToDocument(c *casefile.Case) {
	turns := make([]*ojson.Value, 0, len(r.subject.Moments))
	for _, m := range r.subject.Moments {
		seen := newResult(Subject{Now: m.Now})
		turns = append(turns, ojson.NewObject(
			member("do", ojson.NewString(string(m.Turn.Do))), member("state", ojson.NewString(seen.outcome)), member("refused", seen.refusal()),
			member("ask", textOrNull(seen.ask)), member("text", ojson.NewString(seen.text)), member("data", seen.data()),
		))
	}
	list := slices.Clone(r.document.Members())
	for i, m := range list {
		if m.Name == "turns" {
			list[i].Value = ojson.NewArray(turns...)
		}
	}
	if c.Cells != nil {
		var cells []ojson.Member
		for _, cell := range c.Cells {
			v := cell.JSON
			if v == nil {
				v = ojson.NewString(cell.Text)
			}
			cells = append(cells, member(cell.Name, v))
		}
		list = append(list, member("row", ojson.NewObject(cells...)))
	}
	r.document = ojson.NewObject(list...)
}

// maxDifferences bounds the lines of one comparison.
const maxDifferences = 50

// same compares the output with the golden file. It returns what that would hold.
func (e *evaluation) same(c *casefile.Case) *ojson.Value {
	s := c.Expect.Same
	l := Line{Check: "same", Expected: "as in " + s.File}
	if near, err := filepath.Rel(filepath.Dir(c.Path), s.File); err == nil {
		l.Expected = "as in " + filepath.ToSlash(near)
	}
	if !e.hasOutput() {
		l.Seen = "no output"
		e.notReached(l)
		return nil
	}
	output := e.golden()
	want, err := ReadGolden(s.File)
	if err != nil {
		l.Seen = err.Error()
		e.add(l, false)
		return output
	}
	differences := CompareGolden(want, output, s)
	for i, d := range differences {
		if i == maxDifferences {
			e.add(Line{Check: "same", Expected: l.Expected, Seen: fmt.Sprintf("and %d more differences", len(differences)-i)}, false)
			break
		}
		expected, seen := shortPair(d.Want, d.Got)
		e.add(Line{Check: "same", At: d.At, Expected: expected, Seen: seen}, false)
	}
	if differences == nil {
		l.Seen = "the same"
		e.add(l, true)
	}
	return output
}

// Golden is the output of a run as a golden file has it.
func Golden(now run.Snapshot) *ojson.Value { return newResult(Subject{Now: now}).golden() }

// golden is the output as a golden file has it.
func (r *result) golden() *ojson.Value {
	var artifacts []*ojson.Value
	for _, a := range r.artifacts {
		var parts []*ojson.Value
		for _, p := range a.parts {
			parts = append(parts, p.golden())
		}
		artifacts = append(artifacts, ojson.NewObject(member("name", textOrNull(a.name)), member("parts", ojson.NewArray(parts...))))
	}
	return ojson.NewArray(artifacts...)
}

func (p *part) golden() *ojson.Value {
	tag := member("tag", textOrNull(p.tag))
	switch p.kind {
	case render.TextPart:
		return ojson.NewObject(tag, member("text", ojson.NewString(p.text)))
	case render.FilePart:
		return ojson.NewObject(tag, member("file", fileDocument(p.file)))
	}
	return ojson.NewObject(tag, member("data", p.data))
}

// fileDocument tells a file by its content, or by its address where no content came.
func fileDocument(f *render.File) *ojson.Value {
	list := []ojson.Member{member("name", textOrNull(exact(f.Name))), member("type", textOrNull(exact(f.MediaType)))}
	data, err := f.Bytes()
	if err != nil {
		return ojson.NewObject(append(list, member("url", textOrNull(exact(f.URL))))...)
	}
	digest := sha256.Sum256(data)
	return ojson.NewObject(append(list, member("bytes", number(len(data))), member("sha256", ojson.NewString(hex.EncodeToString(digest[:]))))...)
}

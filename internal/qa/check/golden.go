package check

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/diff"
	"a2aform/internal/run"
	"a2aform/internal/store"
	"a2aform/internal/store/atomicfile"
	"a2aform/render"
)

// GoldenDifference is a place at which two values differ.
type GoldenDifference struct {
	At        string       // a JSON Pointer into the new value, of an item that is missing into the old one
	Want, Got *ojson.Value // nil where there is none
}

// CompareGolden lists the differences of an output from a golden one that the case does not allow.
func CompareGolden(want, got *ojson.Value, s *casefile.Same) (list []GoldenDifference) {
	for _, c := range diff.Compare(want, got, GoldenRules(s)).Changes {
		if c.Allowed == "" {
			list = append(list, GoldenDifference{c.At, c.A, c.B})
		}
	}
	return list
}

// GoldenRules are what a case allows to differ.
func GoldenRules(s *casefile.Same) *diff.Rules {
	rules := &diff.Rules{Ignore: s.Ignore, Formats: s.Formats, By: s.Unordered, ByIndex: true}
	for _, t := range s.Numbers {
		rules.Within = append(rules.Within, diff.Tolerance{At: t.At, Within: t.Within})
	}
	return rules
}

// maxDifferences bounds the lines of one comparison.
const maxDifferences = 50

// same compares the output with the golden file. It returns what that has where the output differs, nil elsewhere.
func (e *evaluation) same(c *casefile.Case, output *ojson.Value) *ojson.Value {
	s := c.Expect.Same
	l := Line{Check: "same", Expected: "as saved in " + s.File}
	if near, err := filepath.Rel(filepath.Dir(c.Path), s.File); err == nil {
		l.Expected = "as saved in " + filepath.ToSlash(near)
	}
	if !e.hasOutput() {
		l.Seen = "no output"
		e.notReached(l)
		return nil
	}
	err := s.Check()
	var want *ojson.Value
	if err == nil {
		want, err = ReadGolden(s.File)
	}
	if err != nil {
		l.Seen, l.NoGolden = err.Error(), errors.Is(err, ErrNoGolden)
		e.add(l, false)
		return nil
	}
	differences := CompareGolden(want, output, s)
	for i, d := range differences {
		if i == maxDifferences {
			e.add(Line{Check: "same", Expected: l.Expected, Seen: fmt.Sprintf("and %d more differences", len(differences)-i)}, false)
			break
		}
		expected, seen := ShortPair(d.Want, d.Got)
		e.add(Line{Check: "same", At: d.At, Expected: expected, Seen: seen}, false)
	}
	if differences == nil {
		l.Seen = "the same"
		e.add(l, true)
		return nil
	}
	return want
}

// Golden is the output of a run as a golden file has it.
func Golden(now run.Snapshot) *ojson.Value { return newResult(Subject{Now: now}).golden() }

// golden is the output as a golden file has it: data and artifacts, with the places of the verdict document. What is at /data is
// there alone.
func (r *result) golden() *ojson.Value {
	var list []ojson.Member
	first := r.dataPart()
	if first != nil && first.kind == render.DataPart {
		list = append(list, member("data", first.data))
	}
	var artifacts []*ojson.Value
	for _, a := range r.artifacts {
		var parts []*ojson.Value
		for _, p := range a.parts {
			parts = append(parts, p.golden(p == first))
		}
		artifacts = append(artifacts, ojson.NewObject(member("name", textOrNull(a.name)), member("parts", ojson.NewArray(parts...))))
	}
	return ojson.NewObject(append(list, member("artifacts", ojson.NewArray(artifacts...)))...)
}

// golden is a part of the output. The first one with data has none here.
func (p *part) golden(isFirst bool) *ojson.Value {
	tag := member("tag", textOrNull(p.tag))
	switch {
	case p.kind == render.TextPart:
		return ojson.NewObject(tag, member("text", ojson.NewString(p.text)))
	case p.kind == render.FilePart:
		return ojson.NewObject(tag, member("file", fileDocument(p.file)))
	case isFirst:
		return ojson.NewObject(tag)
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

const maxFile = 32 << 20 // bytes

// ErrNoGolden says that there is no golden file yet.
var ErrNoGolden = errors.New("there is no saved output yet; write it with a2aform test --update=new")

// ReadGolden reads a golden file. It fails with [ErrNoGolden] where there is none.
func ReadGolden(path string) (*ojson.Value, error) {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoGolden
	}
	data, problem := store.ReadText(path, maxFile, "a golden file")
	if problem != nil {
		return nil, problem
	}
	v, err := ojson.Parse(data, ojson.DataLimits)
	if err == nil && !v.Get("artifacts").Is(ojson.Array) {
		err = errors.New("it is no object with artifacts; remove it, then write it with a2aform test --update")
	}
	if err != nil {
		return nil, fmt.Errorf("the golden file cannot be used: %w", err)
	}
	return v, nil
}

// WriteGolden writes a golden file in place of one that may be there, and the directories on its path. Any other file is left as it is.
func WriteGolden(path string, output *ojson.Value) error {
	if _, err := ReadGolden(path); err != nil && !errors.Is(err, ErrNoGolden) {
		return err
	}
	var text bytes.Buffer
	if err := json.Indent(&text, output.Compact(), "", "  "); err != nil {
		return err
	}
	if text.Len() > maxFile {
		return errors.New("the output is larger than a golden file may be, which is 32 MiB")
	}
	text.WriteByte('\n')
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return err
	}
	return atomicfile.Write(path, text.Bytes(), 0o644) // for everybody who works on the cases
}

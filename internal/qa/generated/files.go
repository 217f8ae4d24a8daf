package generated

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/fileschema"
	"a2aform/internal/qa/gen"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// Write writes the cases to a directory: a case file for valid values and one for invalid ones, each with a table that has a value
// in each row. It returns the case files, and never writes over a file.
func (p *Pack) Write(dir string) (paths []string, err error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, err
	}
	for _, invalid := range []bool{false, true} {
		var rows bytes.Buffer
		for _, item := range append([]Item{p.Base}, p.Items...) {
			if item.Breaks == invalid {
				rows.Write(item.row())
			}
		}
		if rows.Len() == 0 {
			continue
		}
		name := p.fileName(invalid)
		path := filepath.Join(dir, name+".toml")
		text := p.format(invalid, name+".jsonl")
		if err := writeNew(filepath.Join(dir, name+".jsonl"), rows.Bytes()); err != nil {
			return paths, err
		}
		if err := writeNew(path, append([]byte(fileschema.Comment(path)), text...)); err != nil {
			return paths, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

func writeNew(path string, text []byte) error {
	err := store.WriteNew(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists: remove it, or name another directory", safe.Text(path).Line(200))
	}
	return err
}

// fileName is the name of a file without its ending.
func (p *Pack) fileName(invalid bool) string {
	name := p.Skill
	if p.Schema != "" {
		name += "-" + p.Schema
	}
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_.", r) || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '-'
	}, name)
	if invalid {
		return name + "-invalid"
	}
	return name + "-valid"
}

// format is a case file.
func (p *Pack) format(invalid bool, table string) []byte {
	c := &casefile.Case{
		Name: p.Skill + " valid", Skill: p.Skill, Schema: p.Schema, Tags: []string{tag}, Why: "made by a2aform cases generate",
		Input: casefile.Input{Data: []byte(`"${row.json}"`), Invalid: invalid}, Expect: expect(gen.Valid),
	}
	if invalid {
		c.Name, c.Expect = p.Skill+" invalid", expect(gen.Invalid)
	}
	return fmt.Appendf(casefile.Format(c), "[table]\nfile = %s\n", ojson.NewString(table).Compact())
}

// row is a line of the table.
func (i Item) row() []byte {
	members := []ojson.Member{{Name: "name", Value: ojson.NewString(i.Name)}, {Name: "keyword", Value: ojson.NewString(i.Keyword)}}
	if i.Kind == gen.Disputed {
		members = append(members, ojson.Member{Name: "expect.state", Value: ojson.NewString(casefile.AnyState)})
	}
	return append(ojson.NewObject(append(members, ojson.Member{Name: "json", Value: i.Whole})...).Compact(), '\n')
}

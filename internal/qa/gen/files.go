package gen

import (
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
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// File is a case file, with a table that has a value in each row.
type File struct {
	Path  string
	Cases int
	table []byte
	text  []byte
}

// Files are the case files of a directory: one for valid values and one for invalid ones.
func (p *Pack) Files(dir string) (files []File) {
	for _, invalid := range []bool{false, true} {
		name := p.fileName(invalid)
		f := File{Path: filepath.Join(dir, name+".toml"), text: p.format(invalid, name+".jsonl")}
		for _, item := range append([]Item{p.Base}, p.Items...) {
			if item.Breaks == invalid {
				f.Cases++
				f.table = append(f.table, item.row()...)
			}
		}
		if f.Cases > 0 {
			files = append(files, f)
		}
	}
	return files
}

// Write writes the file and its table, and creates the directory. It never writes over a file.
func (f *File) Write() error {
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o750); err != nil {
		return err
	}
	if err := writeNew(strings.TrimSuffix(f.Path, ".toml")+".jsonl", f.table); err != nil {
		return err
	}
	return writeNew(f.Path, append([]byte(fileschema.Comment(f.Path)), f.text...))
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
	name = casefile.FileName(name)
	if invalid {
		return name + "-invalid"
	}
	return name + "-valid"
}

// format is a case file.
func (p *Pack) format(invalid bool, table string) []byte {
	c := &casefile.Case{
		Name: p.Skill + " valid", Skill: p.Skill, Schema: p.Schema, Tags: []string{tag}, Why: "made by a2aform cases generate",
		Input: casefile.Input{Data: []byte(`"${row.json}"`), Invalid: invalid}, Expect: expect(Valid),
	}
	if invalid {
		c.Name, c.Expect = p.Skill+" invalid", expect(Invalid)
	}
	return fmt.Appendf(casefile.Format(c), "[table]\nfile = %s\n", ojson.NewString(table).Compact())
}

// row is a line of the table.
func (i Item) row() []byte {
	members := []ojson.Member{{Name: "name", Value: ojson.NewString(i.Name)}}
	if i.Kind == Disputed {
		members = append(members, ojson.Member{Name: "expect.state", Value: ojson.NewString(casefile.AnyState)})
	}
	return append(ojson.NewObject(append(members, ojson.Member{Name: "json", Value: i.Whole})...).Compact(), '\n')
}

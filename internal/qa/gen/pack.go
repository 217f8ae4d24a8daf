package gen

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/fileschema"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store"
)

// DefaultMax is how many values are made for a skill.
const DefaultMax = 200

// timeout is the timeout of one case.
const timeout = 60 * time.Second

// PackOptions say which values are made, of which form.
type PackOptions struct {
	Options
	Skill  string
	Schema string // the name of the form where the skill has several
	Base   []byte // JSON; nil for the first example of the card that is valid, else the smallest valid value
	// Defaults are those of the suite; nil for none.
	Defaults *casefile.Defaults
}

// Pack are the generated cases of one form of a skill.
type Pack struct {
	Skill   string
	Schema  string // the name of the form; "" for one without a name
	Base    Item
	Items   []Item // without the base value
	Dropped int    // values that were made and not used

	isTagged bool // data of the form makes a task, by the extension of object schemas
	options  PackOptions
}

// Item is a generated value and the case that sends it.
type Item struct {
	Case
	Test *casefile.Case
}

// NewPack makes the cases of a skill of an agent.
func NewPack(card *a2aclient.Card, o PackOptions) (*Pack, error) {
	skill := card.SkillNamed(o.Skill)
	if skill == nil {
		return nil, card.NoSkill(o.Skill)
	}
	input, err := inputOf(skill, o.Schema)
	if err != nil {
		return nil, err
	}
	doc, err := schema.Load(input.Schema)
	if err != nil {
		return nil, fmt.Errorf("the schema %s cannot be used: %w", input.Name.Line(60), err)
	}
	if o.Options.Base, err = baseOf(skill, doc, o.Base); err != nil {
		return nil, err
	}
	g, err := New(doc, o.Options)
	if err != nil {
		return nil, err
	}
	p := &Pack{Skill: skill.ID.Exact(), Schema: o.Schema, options: o, isTagged: !input.Tag.IsEmpty() && isDeclared(card)}
	p.Base = p.item(Case{Name: baseName, Kind: Valid, Value: g.Base(), Whole: g.Base()})
	base := string(p.Base.JSON())
	for c := range g.Cases() {
		if string(c.JSON()) != base {
			p.Items = append(p.Items, p.item(c))
		}
	}
	p.Dropped = g.Dropped()
	return p, nil
}

const baseName = "the base value"

// isDeclared reports whether the agent declares the extension of object schemas.
func isDeclared(card *a2aclient.Card) bool {
	return slices.ContainsFunc(card.Extensions, func(e a2aclient.Extension) bool { return e.Known && !e.IsForm })
}

// inputOf is the form of a name, or the only one.
func inputOf(skill *a2aclient.Skill, name string) (*a2aclient.Input, error) {
	var names []string
	for i, in := range skill.Inputs {
		if name == "" && len(skill.Inputs) == 1 || name != "" && in.Name == safe.Text(name) {
			if in.IsGuess {
				return nil, errors.New("the skill has no schema: its form is a guess from examples, which proves nothing invalid")
			}
			return &skill.Inputs[i], nil
		}
		names = append(names, cmp.Or(in.Name.Line(60).String(), `""`))
	}
	switch {
	case len(names) == 0:
		return nil, errors.New("the skill has no input schema, so there is nothing to generate")
	case name == "":
		return nil, fmt.Errorf("the skill has several forms, choose one with --schema: %s", strings.Join(names, ", "))
	}
	return nil, fmt.Errorf("there is no form %s; there is %s", safe.Text(name).Line(60), strings.Join(names, ", "))
}

// baseOf is the value that all others change; nil for the smallest.
func baseOf(skill *a2aclient.Skill, doc *schema.Document, data []byte) (*ojson.Value, error) {
	if data != nil {
		v, err := ojson.Parse(data, ojson.DataLimits)
		if err != nil {
			return nil, fmt.Errorf("the base value is not JSON: %w", err)
		}
		if problems := doc.Validate(v); len(problems) > 0 {
			return nil, fmt.Errorf("the base value does not fit the schema: %s %s", cmp.Or(safe.Text(problems[0].Pointer).Line(0).String(), "it"), problems[0].Message())
		}
		return v, nil
	}
	for _, example := range skill.Examples {
		text := example.Exact()
		if v := schema.ExampleOf(text); v != nil && len(doc.Validate(v)) == 0 {
			return v, nil
		}
	}
	return nil, nil
}

// item makes the case of a value.
func (p *Pack) item(c Case) Item {
	test := &casefile.Case{
		Name: p.Skill + " " + c.Name, Skill: p.Skill, Schema: p.Schema, Tags: []string{tag}, Timeout: timeout, Repeat: 1, PassRate: big.NewRat(1, 1),
		Input: casefile.Input{Data: c.JSON(), Invalid: c.Breaks}, Expect: expect(c.Kind),
	}
	if d := p.options.Defaults; d != nil {
		test.Timeout, test.Rejection = cmp.Or(d.Timeout, test.Timeout), d.Rejection
	}
	return Item{c, test}
}

// tag marks the cases.
const tag = "generated"

// expect is what is expected of a value of a kind.
func expect(kind Kind) casefile.Expect {
	switch kind {
	case Valid:
		return casefile.Expect{States: []string{casefile.AcceptedState}}
	case Disputed:
		return casefile.Expect{States: []string{casefile.AnyState}, Output: casefile.AnyOutput}
	}
	return casefile.Expect{}
}

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

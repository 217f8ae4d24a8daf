package gen

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
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
	skill := card.Skill(o.Skill)
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
	p := &Pack{Skill: o.Skill, Schema: o.Schema, options: o, isTagged: !input.Tag.IsEmpty() && isDeclared(card)}
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

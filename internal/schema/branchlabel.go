package schema

import (
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
)

// BranchLabels name the branches of a union, each on one line and safe to show:
// by title, by what they refer to, by the constant that tells them apart, by
// their type, or by what they require.
func (p Place) BranchLabels(u Variants) []string {
	labels := make([]string, len(u.Branches))
	times := map[string]int{}
	for i, b := range u.Branches {
		labels[i] = p.branchLabel(b)
		times[labels[i]]++
	}
	for i, b := range u.Branches {
		if times[labels[i]] > 1 {
			labels[i] = p.distinguish(labels[i], b, i)
		}
	}
	return labels
}

// BranchNotes say more of each branch, as its description does; "" for those
// without.
func (p Place) BranchNotes(u Variants) []string {
	notes := make([]string, len(u.Branches))
	for i, b := range u.Branches {
		if b.schema != nil {
			notes[i] = p.inside([]*jsonschema.Schema{b.schema}).Description().Line(0).String()
		}
	}
	return notes
}

func (p Place) branchLabel(b Branch) string {
	if b.schema == nil {
		return b.kind.String()
	}
	if b.schema == anyValue {
		return "any other value"
	}
	branch := p.inside([]*jsonschema.Schema{b.schema})
	if title := branch.Title(); !title.IsEmpty() {
		return title.Line(0).String()
	}
	if name := p.refName(b.schema); name != "" {
		return shown(name)
	}
	for _, part := range []string{p.tag(branch), branch.kindLabel(), branch.demands()} {
		if part != "" {
			return part
		}
	}
	return fmt.Sprintf("option %d", b.Index+1)
}

// refName is the last part of what a branch refers to: "Card" of
// "#/$defs/Card".
func (p Place) refName(s *jsonschema.Schema) string {
	ref := p.node(s).Get("$ref").Text()
	name := ref[strings.LastIndexAny(ref, "/#")+1:]
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
}

// tag is the constant member that tells an object apart, as a discriminator
// does.
func (p Place) tag(branch Place) string {
	if branch.Kind() != Object {
		return ""
	}
	for _, member := range branch.Properties() {
		if fixed := member.Place.Only(); fixed != nil {
			return shown(fixed.Text())
		}
	}
	return ""
}

// kindLabel names the kind of a branch that has no name of its own.
func (p Place) kindLabel() string {
	switch kind := p.Kind(); kind {
	case JSON, Union, Object:
		return ""
	case Const:
		return shown(p.Const().Text())
	case Enum:
		return p.choicesLabel()
	case Array:
		if item := p.Item(0); item.IsKnown() {
			return "list of " + item.Kind().String()
		}
		return kind.String()
	default:
		return kind.String()
	}
}

// maxNamed is how many choices name a branch.
const maxNamed = 3

func (p Place) choicesLabel() string {
	var words []string
	for i, c := range p.Choices() {
		if i == maxNamed {
			words = append(words, "…")
			break
		}
		words = append(words, shown(c.Value.Text()))
	}
	return strings.Join(words, ", ")
}

// demands names an object by what it requires.
func (p Place) demands() string {
	var names []string
	for _, member := range p.Properties() {
		if member.Required && len(names) < maxNamed {
			names = append(names, shown(member.Name))
		}
	}
	switch {
	case len(names) > 0:
		return "with " + strings.Join(names, ", ")
	case p.Kind() == Object:
		return Object.String()
	}
	return ""
}

// distinguish tells branches with one label apart.
func (p Place) distinguish(label string, b Branch, i int) string {
	if b.schema != nil {
		branch := p.inside([]*jsonschema.Schema{b.schema})
		for _, more := range []string{p.tag(branch), branch.Bounds().Hint(), branch.Format().Line(40).String()} {
			if more != "" && more != label {
				return label + " (" + more + ")"
			}
		}
	}
	return fmt.Sprintf("%s (%d)", label, i+1)
}

// Only is the one value that a place can have, nil if there are more.
func (p Place) Only() *ojson.Value {
	if fixed := p.Const(); fixed != nil {
		return fixed
	}
	if choices := p.Choices(); len(choices) == 1 && !p.AllowsNull() {
		return choices[0].Value
	}
	return nil
}

package schema

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
)

// BranchLabels name the branches of a union, each on one line and safe to show:
// by title, by what they refer to, by the constant that distinguishes them, by
// their type, or by what they require.
func (l Location) BranchLabels(u Variants) []string {
	labels := make([]string, len(u.Branches))
	times := map[string]int{}
	for i, b := range u.Branches {
		labels[i] = l.branchLabel(b)
		times[labels[i]]++
	}
	first := slices.Clone(labels)
	for i, b := range u.Branches {
		if times[first[i]] > 1 {
			labels[i] = l.distinguish(first[i], b, i)
		}
	}
	for label, n := range times {
		if n > 1 {
			l.nameByMember(u, label, first, labels)
		}
	}
	return labels
}

// nameByMember names the branches that have the same first label, and nothing but a number
// to tell them apart, by the kind of a member that all of them have: "value: text".
func (l Location) nameByMember(u Variants, label string, first, labels []string) {
	var same []int
	for i, b := range u.Branches {
		switch {
		case first[i] != label:
		case b.schema == nil || labels[i] != numbered(label, i):
			return
		default:
			same = append(same, i)
		}
	}
	for _, member := range l.branch(u, same[0]).Properties() {
		kinds := map[string]bool{}
		words := make([]string, len(same))
		for j, i := range same {
			loc := l.branch(u, i).Property(member.Name)
			words[j] = message.Sanitize(member.Name) + ": " + cmp.Or(loc.kindLabel(), loc.Kind().String())
			kinds[words[j]] = loc.IsKnown()
		}
		if len(kinds) < len(same) || slices.Contains(slices.Collect(maps.Values(kinds)), false) {
			continue
		}
		for j, i := range same {
			labels[i] = words[j]
			if label != l.branch(u, i).demands() {
				labels[i] = label + " (" + words[j] + ")"
			}
		}
		return
	}
}

func (l Location) branch(u Variants, i int) Location {
	return l.inside([]*jsonschema.Schema{u.Branches[i].schema})
}

// BranchNotes say more of each branch, as its description does; "" for those
// without.
func (l Location) BranchNotes(u Variants) []string {
	notes := make([]string, len(u.Branches))
	for i, b := range u.Branches {
		if b.schema != nil {
			notes[i] = l.inside([]*jsonschema.Schema{b.schema}).Description().Line(0).String()
		}
	}
	return notes
}

func (l Location) branchLabel(b Branch) string {
	if b.schema == nil {
		return b.kind.String()
	}
	if b.schema == anyValue {
		return "any other value"
	}
	branch := l.inside([]*jsonschema.Schema{b.schema})
	if title := branch.Title(); !title.IsEmpty() {
		return title.Line(0).String()
	}
	if name := l.refName(b.schema); name != "" {
		return message.Sanitize(name)
	}
	for _, part := range []string{l.tag(branch), branch.kindLabel(), branch.demands()} {
		if part != "" {
			return part
		}
	}
	return fmt.Sprintf("option %d", b.Index+1)
}

// refName is the last part of what a branch refers to: "Card" of
// "#/$defs/Card".
func (l Location) refName(s *jsonschema.Schema) string {
	return message.LastName(l.Node(s).Get("$ref").Text())
}

// tag is the constant member that identifies an object, as a discriminator
// does.
func (l Location) tag(branch Location) string {
	if branch.Kind() != Object {
		return ""
	}
	for _, member := range branch.Properties() {
		if fixed := member.Location.Only(); fixed != nil {
			return message.Sanitize(fixed.Text())
		}
	}
	return ""
}

// kindLabel names the kind of a branch that has no name of its own.
func (l Location) kindLabel() string {
	switch kind := l.Kind(); kind {
	case JSON, Union, Object:
		return ""
	case Const:
		return message.Sanitize(l.Const().Text())
	case Enum:
		return l.choicesLabel()
	case Array:
		if item := l.Item(0); item.IsKnown() {
			return "list of " + item.Kind().String()
		}
		return kind.String()
	default:
		return kind.String()
	}
}

// maxNamed is how many choices name a branch.
const maxNamed = 3

func (l Location) choicesLabel() string {
	var words []string
	for i, c := range l.Choices() {
		if i == maxNamed {
			words = append(words, "…")
			break
		}
		words = append(words, message.Sanitize(c.Value.Text()))
	}
	return strings.Join(words, ", ")
}

// demands names an object by what it requires.
func (l Location) demands() string {
	var names []string
	for _, member := range l.Properties() {
		if member.Required && len(names) < maxNamed {
			names = append(names, message.Sanitize(member.Name))
		}
	}
	switch {
	case len(names) > 0:
		return "with " + strings.Join(names, ", ")
	case l.Kind() == Object:
		return Object.String()
	}
	return ""
}

// distinguish makes equal labels of branches different.
func (l Location) distinguish(label string, b Branch, i int) string {
	if b.schema != nil {
		branch := l.inside([]*jsonschema.Schema{b.schema})
		for _, more := range []string{l.tag(branch), branch.Bounds().Hint(), branch.Format().Line(40).String()} {
			if more != "" && more != label {
				return label + " (" + more + ")"
			}
		}
	}
	return numbered(label, i)
}

func numbered(label string, i int) string { return fmt.Sprintf("%s (%d)", label, i+1) }

// Only is the one value that a location can have, nil if there are more.
func (l Location) Only() *ojson.Value {
	if fixed := l.Const(); fixed != nil {
		return fixed
	}
	if choices := l.Choices(); len(choices) == 1 && !l.AllowsNull() {
		return choices[0].Value
	}
	return nil
}

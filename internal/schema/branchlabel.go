package schema

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"a2aform/internal/schema/message"
)

// Labels name the branches, each on one line and safe to show: by title, by what they
// refer to, by the constant that distinguishes them, by their type, or by what they
// require.
func (u Variants) Labels() []string {
	labels := make([]string, len(u.Branches))
	times := map[string]int{}
	for i := range u.Branches {
		labels[i] = u.label(i)
		times[labels[i]]++
	}
	first := slices.Clone(labels)
	for i := range u.Branches {
		if times[first[i]] > 1 {
			labels[i] = u.distinguish(first[i], i)
		}
	}
	for label, n := range times {
		if n > 1 {
			u.nameByMember(label, first, labels)
			u.nameByOwnMembers(label, labels)
		}
	}
	return labels
}

// nameByMember names the branches that have the same first label, and nothing but a number
// to tell them apart, by the kind of a member that all of them have: "value: text".
func (u Variants) nameByMember(label string, first, labels []string) {
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
	for _, member := range u.location(same[0]).Properties() {
		kinds := map[string]bool{}
		words := make([]string, len(same))
		for j, i := range same {
			l := u.location(i).Property(member.Name)
			words[j] = message.Sanitize(member.Name) + ": " + cmp.Or(kindLabel(l), l.Kind().String())
			kinds[words[j]] = l.IsKnown()
		}
		if len(kinds) < len(same) || slices.Contains(slices.Collect(maps.Values(kinds)), false) {
			continue
		}
		for j, i := range same {
			labels[i] = words[j]
			if label != demands(u.location(i)) {
				labels[i] = label + " (" + words[j] + ")"
			}
		}
		return
	}
}

// nameByOwnMembers names the objects that nothing but a number tells apart by the optional members that no other of them has.
func (u Variants) nameByOwnMembers(label string, labels []string) {
	if label != Object.String() {
		return
	}
	times := map[string]int{}
	for i := range labels {
		for _, member := range u.location(i).Properties() {
			times[member.Name]++
		}
	}
	for i := range labels {
		if labels[i] != numbered(label, i) {
			continue
		}
		var own []string
		for _, member := range u.location(i).Properties() {
			if times[member.Name] == 1 && len(own) < maxNamed {
				own = append(own, message.Sanitize(member.Name))
			}
		}
		if len(own) > 0 {
			labels[i] = "with " + strings.Join(own, ", ")
		}
	}
}

// Notes say more of each branch, as its description does; "" for those without.
func (u Variants) Notes() []string {
	notes := make([]string, len(u.Branches))
	for i := range u.Branches {
		notes[i] = u.location(i).Description().Line(0).String()
	}
	return notes
}

func (u Variants) label(branch int) string {
	b, l := u.Branches[branch], u.location(branch)
	switch b.schema {
	case nil:
		return b.kind.String()
	case anyValue:
		return "any other value"
	}
	if title := l.Title(); !title.IsEmpty() {
		return title.Line(0).String()
	}
	if name := message.LastName(u.in.Node(b.schema).Get("$ref").Text()); name != "" {
		return message.Sanitize(name)
	}
	return cmp.Or(tagLabel(l), kindLabel(l), demands(l), fmt.Sprintf("option %d", b.Index+1))
}

// tagLabel is the constant member that identifies an object, as a discriminator does.
func tagLabel(branch Location) string {
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
func kindLabel(l Location) string {
	switch kind := l.Kind(); kind {
	case JSON, Union, Object:
		return ""
	case Const:
		return message.Sanitize(l.Const().Text())
	case Enum:
		return choicesLabel(l)
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

func choicesLabel(l Location) string {
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
func demands(l Location) string {
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
func (u Variants) distinguish(label string, branch int) string {
	if u.Branches[branch].schema != nil {
		l := u.location(branch)
		for _, more := range []string{tagLabel(l), l.Bounds().Hint(), l.Format().Line(40).String()} {
			if more != "" && more != label {
				return label + " (" + more + ")"
			}
		}
	}
	return numbered(label, branch)
}

func numbered(label string, i int) string { return fmt.Sprintf("%s (%d)", label, i+1) }

package formgen

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/widget/noun"
)

func shown(s string) string { return safe.Text(s).Line(0).String() }

// ChoiceLabel is choice i as text: its title, or the value itself. Where that is the label of another choice too, the value is
// written as in JSON, or stands behind its title.
//
// Not stable, see the package comment.
func ChoiceLabel(choices []schema.Choice, i int) string {
	return choiceLabel(choices[i], func(label string) bool {
		for j, other := range choices {
			if j != i && choiceText(other) == label {
				return true
			}
		}
		return false
	})
}

// ChoiceLabels are the names of all choices on the screen, see [ChoiceLabel].
//
// Not stable, see the package comment.
func ChoiceLabels(choices []schema.Choice) []string {
	count := make(map[string]int, len(choices))
	for _, c := range choices {
		count[choiceText(c)]++
	}
	labels := make([]string, len(choices))
	for i, c := range choices {
		labels[i] = choiceLabel(c, func(label string) bool { return count[label] > 1 })
	}
	return labels
}

// choiceLabel names a choice. Another one may have the same text.
func choiceLabel(c schema.Choice, hasTwin func(label string) bool) string {
	label := choiceText(c)
	if !hasTwin(label) {
		return label
	}
	written := safe.Text(string(c.Value.Compact())).Line(summaryLimit).String()
	if c.Title.IsEmpty() {
		return written
	}
	return label + " (" + written + ")"
}

func choiceText(c schema.Choice) string {
	if !c.Title.IsEmpty() {
		return c.Title.Line(0).String()
	}
	return Summary(c.Value)
}

// Filled counts the fields of an object that may be filled in, and those that are.
func (f *Field) Filled() (n, of int) {
	for _, c := range f.Children() {
		if c.Kind() == schema.Const || c.IsLocked() {
			continue
		}
		of++
		if !c.isBlank() && !c.noDate && (c.IsText() || c.Kind() != schema.Array || len(c.children) > 0) {
			n++
		}
	}
	return n, of
}

// summaryLimit cuts a summary, in bytes; rows are narrower anyway.
const summaryLimit = 200

// Summary is a value on one line, safe to show: texts and numbers bare, other
// members with their names, lists counted.
//
// Not stable, see the package comment.
func Summary(v *ojson.Value) string {
	switch v.Kind() {
	case ojson.Object:
		return strings.Join(summaries(v), ", ")
	case ojson.Array:
		if v.Len() == 0 {
			return "no items"
		}
		return items(v) + ": " + strings.Join(summaries(v), " · ")
	}
	return safe.Text(v.Text()).Line(summaryLimit).String()
}

// InSentence is [Summary] with words for truth values and for what would show as nothing.
//
// Not stable, see the package comment.
func InSentence(v *ojson.Value) string {
	switch {
	case v.Is(ojson.String) && v.Text() == "":
		return "empty text"
	case v.Is(ojson.Object) && v.Len() == 0:
		return "no fields"
	case v.Is(ojson.Bool):
		return map[bool]string{true: "yes", false: "no"}[v.Bool()]
	}
	return Summary(v)
}

// summaries are the values inside a composite one, in words: texts and numbers, the first text of an object, and how
// many there are in a list.
func summaries(v *ojson.Value) []string {
	const maximum = 4
	var parts []string
	for _, m := range v.Members() {
		part := inline(m.Name, m.Value)
		if part == "" {
			continue
		}
		if len(parts) == maximum {
			return append(parts, safe.Ellipsis)
		}
		parts = append(parts, part)
	}
	for _, item := range v.Items() {
		if len(parts) == maximum {
			return append(parts, safe.Ellipsis)
		}
		parts = append(parts, cmp.Or(inline("", item), "no texts"))
	}
	return parts
}

// nameLimit cuts the name of a member in a summary, in bytes.
const nameLimit = 24

// inline is a value inside of another; "" for an object without any texts.
func inline(name string, v *ojson.Value) string {
	switch v.Kind() {
	case ojson.Object:
		return firstText(v)
	case ojson.Array:
		if v.Len() == 0 && name != "" {
			return ""
		}
		return countText(name, v.Len())
	case ojson.String, ojson.Number:
		return safe.Text(v.Text()).Line(40).String()
	}
	text := safe.Text(v.Text()).Line(40).String()
	if name == "" {
		return text
	}
	return safe.Text(name).Line(nameLimit).String() + ": " + text
}

// firstText is the first text in an object, at any depth.
func firstText(v *ojson.Value) string {
	for _, m := range v.Members() {
		switch {
		case m.Value.Is(ojson.Object):
			if text := firstText(m.Value); text != "" {
				return text
			}
		case m.Value.Is(ojson.String) && m.Value.Text() != "":
			return inline(m.Name, m.Value)
		}
	}
	return ""
}

// countText says how many there are in a list of that name: "1 contact".
func countText(name string, n int) string {
	label := shown(Humanize(name))
	one := noun.Of(label)
	switch {
	case n == 1:
		return "1 " + one
	case one == "item" || name == "":
		return strconv.Itoa(n) + " items"
	}
	return strconv.Itoa(n) + " " + noun.Lower(label)
}

func items(v *ojson.Value) string { return countText("", v.Len()) }

// Humanize makes a member name readable: "maxPrice" and "max_price" are both
// "Max price".
//
// Not stable, see the package comment.
func Humanize(name string) string {
	var sb strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case r == '_' || r == '-' || r == '.':
			sb.WriteRune(' ')
		case i == 0:
			sb.WriteRune(unicode.ToUpper(r))
		case unicode.IsUpper(r) && unicode.IsLower(runes[i-1]):
			sb.WriteRune(' ')
			sb.WriteRune(unicode.ToLower(r))
		default:
			sb.WriteRune(r)
		}
	}
	if text := strings.TrimSpace(sb.String()); text != "" {
		return text
	}
	return strconv.Quote(name)
}

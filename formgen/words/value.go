package words

import (
	"cmp"
	"strings"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// Summary is the value of a field on one line, without the secrets in it.
func Summary(x *formgen.Field) string {
	switch {
	case x.Presence() == formgen.Omitted:
		return ""
	case x.Presence() == formgen.Null:
		return "null"
	case x.Kind() == schema.Enum && x.Chosen() >= 0:
		return formgen.ChoiceLabel(x.Choices(), x.Chosen())
	case x.Kind() == schema.MultiEnum:
		return cmp.Or(choicesText(x.Location().Item(0), x.Value().Items()), "none")
	case x.HoldsSecret():
		return "holds a secret"
	case x.Value() == nil:
		return safe.Text(x.Text()).Line(0).String()
	}
	return formgen.Summary(x.Value())
}

// choicesText are values as the choices are called that they are, else the values themselves.
func choicesText(item schema.Location, values []*ojson.Value) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = formgen.Summary(v)
		if at := item.ChoiceOf(v); at >= 0 {
			texts[i] = formgen.ChoiceLabel(item.Choices(), at)
		}
	}
	return strings.Join(texts, ", ")
}

// defaultText is the declared default in the middle of a sentence, a choice by its title;
// "" where the schema declares none.
func defaultText(x *formgen.Field) string {
	at := x.Location()
	v := at.Default()
	switch {
	case !v.Exists():
		return ""
	case at.Kind() == schema.Enum:
		if i := at.ChoiceOf(v); i >= 0 {
			return formgen.ChoiceLabel(at.Choices(), i)
		}
	case at.Kind() == schema.MultiEnum && v.Len() > 0 && formgen.AreChoices(at.Item(0), v.Items()):
		return choicesText(at.Item(0), v.Items())
	}
	return formgen.InSentence(v)
}

// Sent is what is sent of a field on one line, as its form words it: "Locker, 42". Secrets are masked, and bytes are
// shown by their size. It is "" for a field that is left out.
func Sent(x *formgen.Field) string {
	switch {
	case x.Presence() != formgen.Set:
		return Summary(x)
	case x.IsSecret():
		return "••••"
	case x.Kind() == schema.Boolean || x.Kind() == schema.Const:
		return formgen.InSentence(x.Value())
	case x.Kind() == schema.Object || x.Kind() == schema.Array:
		return wordsInside(x)
	}
	if n, ok := x.Bytes(); ok && x.IsBinary() {
		return formgen.ByteSize(n)
	}
	if text := Summary(x); text != "" {
		return text
	}
	return "empty text"
}

// wordsInside are the chosen shape of an object and the words of what is in an object or a list.
func wordsInside(x *formgen.Field) string {
	parts := Shapes(x)
	separator := ", "
	for _, c := range x.Children() {
		words := Sent(c)
		switch {
		case words == "" || c.Kind() == schema.Const:
			continue
		case c.IsExtra():
			words = c.Label() + ": " + words
		case c.Kind() == schema.Boolean && !c.IsItem():
			words = c.Label() + " " + words
		case c.IsItem() && len(c.Children()) > 0:
			separator = "; "
		}
		parts = append(parts, words)
	}
	switch {
	case len(parts) > 0:
		return strings.Join(parts, separator)
	case x.Location().IsMap():
		return "no entries"
	}
	return formgen.InSentence(x.Value())
}

// Shapes are the names of the branches that are chosen for a value.
func Shapes(x *formgen.Field) (names []string) {
	for _, u := range x.Unions() {
		if u.Chosen >= 0 {
			names = append(names, u.Branches[u.Chosen])
		}
	}
	return names
}

// IsUnfilled reports an object that is there and has fields, none of which is filled in.
func IsUnfilled(x *formgen.Field) bool {
	n, of := x.Filled()
	return x.Kind() == schema.Object && n == 0 && of > 0
}

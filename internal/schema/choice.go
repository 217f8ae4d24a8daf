package schema

import (
	"encoding/json"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema/normalize"
)

// Choice is one value of an enumeration with the title and the description the
// schema gives it, if any.
type Choice struct {
	Value *ojson.Value
	Title safe.Raw
	Note  safe.Raw
}

// Const is the only value that the schema allows here, nil if it does not fix
// one.
func (l Location) Const() *ojson.Value {
	for _, s := range l.schemas() {
		switch written := writtenChoices(s); {
		case s.Const == nil:
		case len(written) == 1:
			return written[0].Value
		default:
			return l.Node(s).Get("const")
		}
	}
	return nil
}

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

// Choices are the values that the schema enumerates here, null left out (it is
// a presence, see [Location.AllowsNull]); nil if it enumerates none. A union of
// constants counts as an enumeration with titles. Where several enumerations
// apply, only what all of them hold is a choice.
func (l Location) Choices() []Choice {
	if l.isZero() {
		return nil
	}
	l.onceChoices.Do(func() { l.choices = l.findChoices() })
	return l.choices
}

// ChoiceOf is the index of a value among [Location.Choices], -1 where it is none of
// them.
func (l Location) ChoiceOf(v *ojson.Value) int {
	choices := l.Choices()
	if len(choices) == 0 {
		return -1
	}
	l.onceIndex.Do(func() {
		l.choiceIndex = make(map[string]int, len(choices))
		for i, one := range choices {
			l.choiceIndex[one.Value.Key()] = i
		}
	})
	if i, ok := l.choiceIndex[v.Key()]; ok {
		return i
	}
	return -1
}

func (l Location) findChoices() []Choice {
	var choices []Choice
	for _, s := range l.applied {
		found := l.choicesOf(s)
		switch {
		case found == nil:
		case choices == nil:
			choices = found
		default:
			choices = common(choices, found)
		}
	}
	return choices
}

func (l Location) choicesOf(s *jsonschema.Schema) []Choice {
	node := l.Node(s)
	switch {
	case s.AnyOf != nil && writtenChoices(s) != nil:
		return writtenChoices(s)
	case s.Enum != nil && node == nil:
		return enumChoices(writtenEnum(s))
	case s.Enum != nil:
		return enumChoices(node)
	case isTitledEnum(s.OneOf):
		return titledChoices(node.Get("oneOf"))
	case isTitledEnum(s.AnyOf):
		return titledChoices(node.Get("anyOf"))
	}
	return nil
}

// writtenEnum is the enumeration of a schema that is in no document: the validator
// brings the metaschemas along.
func writtenEnum(s *jsonschema.Schema) *ojson.Value {
	text, err := json.Marshal(map[string]any{"enum": s.Enum.Values})
	if err != nil {
		return nil
	}
	v, err := ojson.Parse(text, ojson.SchemaLimits)
	if err != nil {
		return nil
	}
	return v
}

// common keeps the choices of a that b holds too.
func common(a, b []Choice) []Choice {
	in := map[string]bool{}
	for _, c := range b {
		in[c.Value.Key()] = true
	}
	kept := []Choice{}
	for _, c := range a {
		if in[c.Value.Key()] {
			kept = append(kept, c)
		}
	}
	return kept
}

func enumChoices(node *ojson.Value) []Choice {
	titles, notes := ofChoices(node, normalize.EnumTitles), ofChoices(node, normalize.EnumNotes)
	var choices []Choice
	seen := map[string]bool{}
	for i, v := range node.Get("enum").Items() {
		key := v.Key()
		if v.Is(ojson.Null) || seen[key] {
			continue
		}
		seen[key] = true
		choices = append(choices, Choice{v, titles(i, v), notes(i, v)})
	}
	return choices
}

// ofChoices are the texts under one of the keywords for the values of an enumeration: a list in their order, or an object by
// the values themselves.
func ofChoices(node *ojson.Value, keywords []string) func(i int, v *ojson.Value) safe.Raw {
	for _, keyword := range keywords {
		switch texts := node.Get(keyword); {
		case texts.Is(ojson.Array):
			return func(i int, _ *ojson.Value) safe.Raw { return textOf(texts.Index(i)) }
		case texts.Is(ojson.Object):
			return func(_ int, v *ojson.Value) safe.Raw { return textOf(texts.Get(v.Text())) }
		}
	}
	return func(int, *ojson.Value) safe.Raw { return safe.Raw{} }
}

func textOf(v *ojson.Value) safe.Raw {
	if !v.Is(ojson.String) {
		return safe.Raw{}
	}
	return safe.Text(v.Text())
}

// isTitledEnum reports whether every branch is one constant; two or more of
// them are something else than null.
func isTitledEnum(branches []*jsonschema.Schema) bool {
	for _, s := range branches {
		if s.Const == nil && !isNull(s) {
			return false
		}
	}
	return len(withoutNull(branches)) > 1
}

func titledChoices(branches *ojson.Value) []Choice {
	var choices []Choice
	seen := map[string]bool{}
	for _, node := range branches.Items() {
		v := node.Get("const")
		if !v.Exists() || v.Is(ojson.Null) || seen[v.Key()] {
			continue
		}
		seen[v.Key()] = true
		choices = append(choices, Choice{v, textOf(node.Get("title")), textOf(node.Get("description"))})
	}
	return choices
}

package render

import (
	"bytes"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// fit sets the document of a schema that was asked for. Agents put what was asked for into an
// object, as the member "result", or send one row without the list around it: the document then
// describes that.
func (s *Schema) fit(data []byte) {
	asked, err := ojson.Parse(s.Asked, ojson.SchemaLimits)
	if err != nil {
		s.Reason = err.Error()
		return
	}
	if s.Document, err = schema.Load(fitted(asked, data).Compact()); err != nil {
		s.Reason = err.Error()
	}
}

func fitted(asked *ojson.Value, data []byte) *ojson.Value {
	var names, lists, objects []string
	r := ojson.NewReader(data)
	for r.Enter('{'); r.Member(); r.Value() {
		name := string(r.Key)
		names = append(names, name)
		switch r.Peek() {
		case '[':
			lists = append(lists, name)
		case '{':
			objects = append(objects, name)
		}
	}
	wantsList := asked.Get("type").Text() == "array"
	switch {
	case len(names) == 0:
		return asked
	case wantsList && len(lists) == 1:
		return within(lists[0], asked, asked)
	case wantsList && len(lists) == 0 && asked.Get("items").Is(ojson.Object):
		return withDefinitions(asked.Get("items"), asked)
	case !wantsList && len(names) == 1 && len(objects) == 1 && !asked.Get("properties").Get(names[0]).Exists():
		return within(names[0], asked, asked)
	}
	return asked
}

// within is the schema of an object with a member of a schema.
func within(name string, member, root *ojson.Value) *ojson.Value {
	properties := ojson.NewObject(ojson.Member{Name: name, Value: member})
	return withDefinitions(ojson.NewObject(ojson.Member{Name: "properties", Value: properties}), root)
}

// withDefinitions is a schema from within root, with the definitions of root, which its
// references name.
func withDefinitions(s, root *ojson.Value) *ojson.Value {
	members := s.Members()
	for _, name := range []string{"$schema", "$defs", "definitions"} {
		if root.Get(name).Exists() && !s.Get(name).Exists() {
			members = append(members[:len(members):len(members)], ojson.Member{Name: name, Value: root.Get(name)})
		}
	}
	return ojson.NewObject(members...)
}

// AskedIn returns the JSON in a text part that answers what was asked for: the whole text, or the
// one object or list of objects in it. It returns nil for any other part.
func (r Resolver) AskedIn(p Part) []byte {
	data, _, _ := r.askedIn(p)
	return data
}

// askedIn returns the words before and after the JSON, too.
func (r Resolver) askedIn(p Part) (data []byte, before, after string) {
	if p.Kind != TextPart {
		return nil, "", ""
	}
	text := p.Text.Exact() //nolint:forbidigo // read as JSON; what is drawn goes through Block
	if len(text) > maxTextJSON || r(p.Tag).Asked == nil {
		return nil, "", ""
	}
	from, end := embedded([]byte(text))
	if end == 0 {
		return nil, "", ""
	}
	return []byte(text[from:end]), text[:from], text[end:]
}

// asked are the blocks of a text that answers what was asked for: the words around the JSON, if
// any, and what it contains. It returns nil for any other text.
func (b *Builder) asked(p Part, kept map[identity]*content) []Block {
	data, before, after := b.resolve.askedIn(p)
	if data == nil {
		return nil
	}
	answer := p
	answer.Data = data
	c := b.readOnce(answer, kept)
	if c.err != nil {
		return nil
	}
	var blocks []Block
	before, after = strings.TrimRight(before, " \t\r\n"), strings.TrimLeft(after, " \t\r\n")
	for _, fence := range []string{"```json", "```JSON", "```"} {
		if strings.HasSuffix(before, fence) && strings.HasPrefix(after, "```") {
			before, after = strings.TrimSuffix(before, fence), after[3:]
			break
		}
	}
	add := func(words string) {
		if words = strings.TrimSpace(words); words != "" {
			blocks = append(blocks, NewProse(safe.Text(words), p.Tag))
		}
	}
	add(before)
	blocks = append(blocks, groupBlocks([]*content{c})...)
	add(after)
	return blocks
}

// maxTried is at how many places of a text JSON is looked for.
const maxTried = 64

// embedded finds the JSON in a text: the whole text, or the one object or list of objects in it;
// end is 0 where there is none, or several, or where one has no end: what is complete within it
// is a part of the answer only.
func embedded(text []byte) (from, end int) {
	const space = " \t\r\n"
	if whole := bytes.Trim(text, space); len(whole) > 0 && (whole[0] == '{' || whole[0] == '[') && ojson.IsValid(whole) {
		from = len(text) - len(bytes.TrimLeft(text, space))
		return from, from + len(whole)
	}
	for i, tried := 0, 0; i < len(text) && tried < maxTried; i++ {
		if text[i] != '{' && text[i] != '[' {
			continue
		}
		if tried++; !isRecord(text[i:]) {
			continue
		}
		r := ojson.NewReader(text[i:])
		value := r.Value()
		if r.Bad || end > 0 {
			return 0, 0
		}
		from, end = i, i+len(value)
		i = end - 1
	}
	return from, end
}

// isRecord reports the beginning of an object with members, or of a list that is empty or begins
// with an object.
func isRecord(data []byte) bool {
	first := bytes.TrimLeft(data[1:], " \t\r\n")
	return len(first) > 0 && (data[0] == '{' && first[0] == '"' || data[0] == '[' && (first[0] == '{' || first[0] == ']'))
}

package schema

import (
	"encoding/json"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"a2aform/internal/ojson"
)

// maxExamples is how many examples of one value the schema repeats.
const maxExamples = 3

// Infer returns a JSON Schema (draft 2020-12) that every example satisfies, with the
// members in the order of the examples. A member is required where every example has it;
// an object may have other members too. It returns nil for no examples.
func Infer(examples []*ojson.Value) json.RawMessage {
	if len(examples) == 0 {
		return nil
	}
	var s inferredShape
	for _, v := range examples {
		s.add(v)
	}
	return s.schema().Compact()
}

// inferredShape is what the examples of one value have in common.
type inferredShape struct {
	kinds   []ojson.Kind // without repetition, as they came
	values  int          // examples, of any kind
	objects int          // of them, how many are objects

	members []*inferredMember // of objects, as they came
	byName  map[string]*inferredMember
	items   *inferredShape // of arrays; nil where all are empty

	fraction bool           // a number is not an integer
	scalars  []*ojson.Value // strings, numbers and booleans, without repetition
	seen     map[string]bool
	strings  []string // all of them, with repetition
}

// inferredMember is one member of the objects.
type inferredMember struct {
	name string
	inferredShape
}

func (s *inferredShape) add(v *ojson.Value) {
	s.values++
	if k := v.Kind(); !slices.Contains(s.kinds, k) {
		s.kinds = append(s.kinds, k)
	}
	switch v.Kind() {
	case ojson.Object:
		s.addObject(v)
	case ojson.Array:
		for _, item := range v.Items() {
			if s.items == nil {
				s.items = new(inferredShape)
			}
			s.items.add(item)
		}
	case ojson.Number:
		r := ojson.Rat(v.Text())
		s.fraction = s.fraction || r == nil || !r.IsInt() || strings.ContainsAny(v.Text(), ".eE")
		s.addScalar(v)
	case ojson.String:
		s.strings = append(s.strings, v.Text())
		s.addScalar(v)
	case ojson.Bool:
		s.addScalar(v)
	}
}

func (s *inferredShape) addObject(v *ojson.Value) {
	s.objects++
	if s.byName == nil {
		s.byName = map[string]*inferredMember{}
	}
	here := map[string]bool{}
	for _, m := range v.Members() {
		if here[m.Name] {
			continue // the last one counts, see Get
		}
		here[m.Name] = true
		known := s.byName[m.Name]
		if known == nil {
			known = &inferredMember{name: m.Name}
			s.byName[m.Name] = known
			s.members = append(s.members, known)
		}
		known.add(v.Get(m.Name))
	}
}

func (s *inferredShape) addScalar(v *ojson.Value) {
	if s.seen == nil {
		s.seen = map[string]bool{}
	}
	if key := v.Key(); !s.seen[key] {
		s.seen[key] = true
		s.scalars = append(s.scalars, v)
	}
}

// schema describes the shape. Where the examples are of several kinds and one of them has
// parts, each kind is a branch of its own; values of simple kinds share one.
func (s *inferredShape) schema() *ojson.Value {
	var simple []ojson.Kind
	var branches []*ojson.Value
	for _, k := range s.kinds {
		switch k {
		case ojson.Object:
			branches = append(branches, s.object())
		case ojson.Array:
			branches = append(branches, s.array())
		default:
			simple = append(simple, k)
		}
	}
	if len(simple) > 0 {
		branches = append(branches, s.simple(simple))
	}
	if len(branches) == 1 {
		return branches[0]
	}
	return withMember(nil, "anyOf", ojson.NewArray(branches...))
}

func (s *inferredShape) object() *ojson.Value {
	var properties []ojson.Member
	var required []*ojson.Value
	for _, m := range s.members {
		properties = append(properties, ojson.Member{Name: m.name, Value: m.schema()})
		if m.values == s.objects {
			required = append(required, ojson.NewString(m.name))
		}
	}
	return objectSchema(properties, required)
}

// objectSchema is the schema of an object with these members, of which some are required.
func objectSchema(properties []ojson.Member, required []*ojson.Value) *ojson.Value {
	schema := withMember(withMember(nil, "type", ojson.NewString("object")), "properties", ojson.NewObject(properties...))
	if len(required) > 0 {
		schema = withMember(schema, "required", ojson.NewArray(required...))
	}
	return schema
}

func (s *inferredShape) array() *ojson.Value {
	schema := withMember(nil, "type", ojson.NewString("array"))
	if s.items != nil {
		schema = withMember(schema, "items", s.items.schema())
	}
	return schema
}

// simple describes strings, numbers, booleans and null.
func (s *inferredShape) simple(kinds []ojson.Kind) *ojson.Value {
	var names []*ojson.Value
	for _, k := range kinds {
		name := k.String()
		if k == ojson.Number && !s.fraction {
			name = "integer"
		}
		names = append(names, ojson.NewString(name))
	}
	kind := names[0]
	if len(names) > 1 {
		kind = ojson.NewArray(names...)
	}
	schema := withMember(nil, "type", kind)
	isText := !slices.ContainsFunc(kinds, func(k ojson.Kind) bool { return k != ojson.String && k != ojson.Null })
	if isText && len(s.strings) > 0 {
		if format := inferredFormat(s.strings); format != "" {
			schema = withMember(schema, "format", ojson.NewString(format))
		} else if isChoice(s.strings, len(s.scalars)) && len(kinds) == 1 {
			return withMember(schema, "enum", ojson.NewArray(s.scalars...))
		}
	}
	if len(s.scalars) > 0 {
		schema = withMember(schema, "examples", ojson.NewArray(s.scalars[:min(len(s.scalars), maxExamples)]...))
	}
	return schema
}

// withMember is the schema with one more keyword.
func withMember(schema *ojson.Value, keyword string, value *ojson.Value) *ojson.Value {
	return ojson.NewObject(append(slices.Clone(schema.Members()), ojson.Member{Name: keyword, Value: value})...)
}

// The evidence that a text is one of a few choices: so many examples, each choice seen
// twice on average, and each a short word.
const (
	minChoices  = 6
	maxWordSize = 24
)

// isChoice reports whether texts are probably one of distinct choices.
func isChoice(texts []string, distinct int) bool {
	if len(texts) < minChoices || distinct*2 > len(texts) {
		return false
	}
	for _, text := range texts {
		if len(text) > maxWordSize || strings.ContainsAny(text, " \t\r\n") {
			return false
		}
	}
	return true
}

var uuid = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

// inferredFormats are the formats that a text can show, each of which no other text has.
var inferredFormats = []struct {
	name string
	is   func(string) bool
}{
	{"date", func(s string) bool { _, err := time.Parse(time.DateOnly, s); return err == nil }},
	{"date-time", func(s string) bool { _, err := time.Parse(time.RFC3339Nano, s); return err == nil }},
	{"uuid", uuid.MatchString},
	{"email", isEmail},
	{"uri", isURI},
	{"textarea", func(s string) bool { return strings.Contains(s, "\n") }},
}

// inferredFormat is the format that all texts have, "" for none.
func inferredFormat(texts []string) string {
	for _, f := range inferredFormats {
		all := true
		for _, text := range texts {
			all = all && f.is(text)
		}
		if all {
			return f.name
		}
	}
	return ""
}

func isEmail(s string) bool {
	address, err := mail.ParseAddress(s)
	return err == nil && address.Address == s && !strings.ContainsAny(s, `" `)
}

func isURI(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && !strings.ContainsAny(s, " <>\\^`{|}\"")
}

// maxTries is how many places of a text are tried for the beginning of an object.
const maxTries = 8

// ExampleOf returns the JSON object or array that a text of a card is or contains, such as
// `{"city":"Rome"}` or `Plan a trip: {"city":"Rome"}`. Of an object that has an input beside its
// output, it is the input. It returns nil for any other text.
func ExampleOf(text string) *ojson.Value {
	if v, err := ojson.Parse([]byte(text), ojson.DataLimits); err == nil {
		if input := v.Get("input"); input.Exists() && v.Get("output").Exists() && v.Len() == 2 {
			v = input
		}
		if v.Is(ojson.Object) || v.Is(ojson.Array) {
			return v
		}
		return nil
	}
	end := strings.LastIndexByte(text, '}') + 1
	for from, n := 0, 0; n < maxTries && from < end; n++ {
		i := strings.IndexByte(text[from:end], '{')
		if i < 0 {
			break
		}
		from += i
		if v, err := ojson.Parse([]byte(text[from:end]), ojson.DataLimits); err == nil && v.Len() > 0 {
			return v
		}
		from++
	}
	return nil
}

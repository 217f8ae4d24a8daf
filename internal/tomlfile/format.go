package tomlfile

import (
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/schema/message"
)

// Format is a format of files, given by its JSON Schema. A title in the schema is what a value is in a sentence: "a time in quotes".
type Format struct{ doc func() *schema.Document }

// NewFormat returns the format of a schema, which is made and compiled when the first file is read.
func NewFormat(text func() ([]byte, error)) *Format {
	return &Format{sync.OnceValue(func() *schema.Document {
		raw, err := text()
		if err != nil {
			panic(err)
		}
		doc, err := schema.Load(raw)
		if err == nil {
			err = doc.Compile()
		}
		if err != nil {
			panic(err)
		}
		return doc
	})}
}

// maxProblems is how many problems of a file are said.
const maxProblems = 100

// Decode decodes a tree into a Go value. What breaks the schema is a problem, and then nothing is decoded. So is an error of a
// method UnmarshalText or UnmarshalJSON.
func (f *Format) Decode(r *Reader, tree *Node, into any) bool {
	v := r.json(tree)
	if v == nil {
		return false
	}
	problems := f.doc().Validate(v)
	var err error
	if len(problems) == 0 {
		if err = json.Unmarshal(v.Compact(), into); err == nil {
			return true
		}
	}
	d := decoding{r, f.doc().Root().For(v), v, tree}
	problems = problems[:min(len(problems), maxProblems)]
	for _, p := range problems {
		d.add(p, problems)
	}
	var wrong *json.SemanticError
	switch {
	case err == nil:
	case !errors.As(err, &wrong):
		r.Problemf(tree, "%s", err)
	case wrong.GoType != nil && wrong.GoType.Kind() == reflect.Int:
		p := string(wrong.JSONPointer)
		r.Problemf(tree.At(p), "%s must be a whole number, without a point", d.name(p))
	default:
		p := string(wrong.JSONPointer)
		r.Problemf(tree.At(p), "%s: %s", d.name(p), wrong.Err)
	}
	return false
}

// At is the node of a JSON Pointer, or the nearest one above it.
func (n *Node) At(pointer string) *Node {
	for _, token := range steps(pointer) {
		next := n.Get(token)
		if i, err := strconv.Atoi(token); err == nil && n.Kind == Array && i < len(n.Items) {
			next = n.Items[i]
		}
		if next == nil {
			break
		}
		n = next
	}
	return n
}

// steps are the names and indexes of a JSON Pointer.
func steps(pointer string) []string {
	list := strings.Split(pointer, "/")[1:]
	for i := range list {
		list[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(list[i])
	}
	return list
}

// parent is the JSON Pointer of what a value is in.
func parent(pointer string) string { return pointer[:max(strings.LastIndexByte(pointer, '/'), 0)] }

// decoding is a file that is read by its schema.
type decoding struct {
	*Reader
	root  schema.Location
	value *ojson.Value
	tree  *Node
}

// at is what the schema says of a place, and the value there.
func (d *decoding) at(pointer string) (schema.Location, *ojson.Value) {
	location, v := d.root, d.value
	for _, token := range steps(pointer) {
		if i, err := strconv.Atoi(token); err == nil && v.Is(ojson.Array) && i < v.Len() {
			location, v = location.Item(i), v.Items()[i]
		} else {
			location, v = location.Property(token), v.Get(token)
		}
		if v.Exists() {
			location = location.For(v)
		}
	}
	return location, v
}

// name is what a message calls the value of a pointer: the key, behind that of its table where the user chose the key.
func (d *decoding) name(pointer string) string {
	list := steps(pointer)
	if len(list) == 0 {
		return "the file"
	}
	last, above := list[len(list)-1], parent(pointer)
	location, v := d.at(above)
	switch {
	case v.Is(ojson.Array):
		i, _ := strconv.Atoi(last)
		if v.Index(i).Is(ojson.Object) {
			return "[[" + strings.Join(slices.DeleteFunc(steps(above), func(step string) bool { return strings.Trim(step, "0123456789") == "" }), ".") + "]]"
		}
		return "item " + strconv.Itoa(i+1) + " of " + d.name(above)
	case location.Declares(last) || above == "":
		return last
	}
	return d.name(above) + "." + last
}

// kindTexts are the values of TOML that the schema wants.
var kindTexts = map[schema.Kind]string{
	schema.String: "text in quotes", schema.Boolean: "true or false", schema.Integer: "a whole number", schema.Number: "a number",
	schema.Array: "a list", schema.Object: "a table", schema.MultiEnum: "a list",
}

// add adds a problem in words of TOML. A key that is missing is left out where one beside it may be misspelled.
func (d *decoding) add(p message.Problem, all []message.Problem) {
	location, v := d.at(p.Pointer)
	at, name := d.tree.At(p.Pointer), d.name(p.Pointer)
	switch {
	case p.Keyword == "additionalProperties":
		d.unknownKey(p.Pointer)
	case p.Fault == message.Missing:
		if !slices.ContainsFunc(all, func(q message.Problem) bool {
			return q.Keyword == "additionalProperties" && parent(q.Pointer) == parent(p.Pointer)
		}) {
			d.Problemf(at, "%s is missing%s", missingName(name, location), explained(location))
		}
	case strings.HasPrefix(p.Keyword, "min") && p.Fault == message.NotHave && (v.Is(ojson.String) && v.Text() == "" || v.Len() == 0):
		d.Problemf(at, "%s is empty%s", name, explained(location))
	case p.Fault == message.LacksOne || p.Fault == message.LacksAny:
		d.Problemf(at, "%s %s", name, p.Message())
	case isValue(p.Keyword) && v.Is(ojson.String) && len(wordsOf(location)) > 1:
		d.unknownWord(p.Pointer, wordsOf(location))
	case isValue(p.Keyword) && p.Keyword != "enum":
		d.Problemf(at, "%s must be %s", name, wanted(p, location))
	default:
		d.Problemf(at, "%s %s", name, p.Message())
	}
}

// isValue reports that a keyword says what a value is as a whole.
func isValue(keyword string) bool {
	return slices.Contains([]string{"type", "enum", "pattern", "oneOf", "anyOf"}, keyword)
}

// unknownKey says which keys there are, or which one was meant.
func (d *decoding) unknownKey(pointer string) {
	location, _ := d.at(parent(pointer))
	var names []string
	for _, property := range location.Properties() {
		names = append(names, property.Name)
	}
	slices.Sort(names)
	list := steps(pointer)
	name := list[len(list)-1]
	d.Problemf(d.tree.At(pointer), "unknown key %s%s", name, meant(name, names, "; the keys here are "))
}

// wordsOf are the words that may be in a place, also where a list of them may be.
func wordsOf(location schema.Location) (words []string) {
	values := location.Schema().Get("enum").Items()
	for _, branch := range slices.Concat(location.Schema().Get("oneOf").Items(), location.Schema().Get("anyOf").Items()) {
		values = append(values, branch.Get("enum").Items()...)
	}
	for _, v := range values {
		if text := v.Text(); text != "" {
			words = append(words, text)
		}
	}
	return words
}

// unknownWord says which words there are, or which one was meant.
func (d *decoding) unknownWord(pointer string, words []string) {
	_, v := d.at(pointer)
	if _, above := d.at(parent(pointer)); above.Is(ojson.Array) {
		pointer = parent(pointer)
	}
	d.Problemf(d.tree.At(pointer), "%s %s is not known%s", d.name(pointer), v.Text(), meant(v.Text(), words, ": use "))
}

// meant is the known name that a mistyped one is near to, or all known names.
func meant(name string, known []string, lead string) string {
	if near := safe.Nearest(name, known); near != "" {
		return "; did you mean " + near + "?"
	}
	return lead + strings.Join(known, ", ")
}

// missingName is the name of a key that is missing as it is written.
func missingName(name string, location schema.Location) string {
	only := location.Only()
	switch {
	case only != nil:
		return name + " = " + string(only.Compact())
	case location.Kind() == schema.Object:
		return "[" + name + "]"
	case location.Kind() == schema.Array && location.Item(0).Kind() == schema.Object:
		return "[[" + name + "]]"
	}
	return name
}

// explained is the description of a key behind a colon, "" where there is none.
func explained(location schema.Location) string {
	text := strings.TrimSuffix(location.Description().Exact(), ".")
	if text == "" || location.Only() != nil {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	if next, _ := utf8.DecodeRuneInString(text[size:]); !unicode.IsUpper(next) {
		text = string(unicode.ToLower(first)) + text[size:]
	}
	return ": " + text + example(location)
}

// wanted is what a value must be, with an example.
func wanted(p message.Problem, location schema.Location) string {
	text := location.Title().Exact()
	if text == "" {
		text = kindTexts[location.Kind()]
	}
	if words := wordsOf(location); text == "" && len(words) > 1 {
		text = "one of " + strings.Join(words, ", ")
	}
	if text == "" {
		text = p.Want
	}
	return text + example(location)
}

// example is an example of a value behind a comma, "" where there is none.
func example(location schema.Location) string {
	switch examples := location.Examples(); {
	case len(examples) == 0:
		return ""
	case location.Kind() == schema.Array && !examples[0].Is(ojson.Array):
		return ", such as " + written(ojson.NewArray(examples...))
	default:
		return ", such as " + written(examples[0])
	}
}

// written is a JSON value as it is written in TOML.
func written(v *ojson.Value) string {
	var list []string
	switch v.Kind() {
	case ojson.Object:
		for _, m := range v.Members() {
			list = append(list, m.Name+" = "+written(m.Value))
		}
		return "{ " + strings.Join(list, ", ") + " }"
	case ojson.Array:
		for _, item := range v.Items() {
			list = append(list, written(item))
		}
		return "[" + strings.Join(list, ", ") + "]"
	}
	return string(v.Compact())
}

package formgen

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/schema/normalize"
)

// Input is a value that is being filled in by its schema. It is not safe for concurrent use.
//
// Required members that have a default, or can only be one thing, begin with it, and required objects with their required members: a
// new input may have the value {"contact":{}}. All others begin without a value. A member without a value is left out, which is not the
// same as null or "".
type Input struct{ form *Form }

// Open returns the empty input of a JSON Schema. It fails where the text is not JSON, is no schema, or is too large.
//
// What of the schema cannot be read or found is said by [Input.Notices], and not checked: a type that does not exist, a pattern that is
// none, a reference to another document. Nothing is fetched.
//
// Drafts 4, 6, 7, 2019-09 and 2020-12 are read by their "$schema". A schema that names none is read as 2020-12, with
// the "nullable" of OpenAPI 3.0 and Kubernetes. References lead to parts of the schema itself. An OpenAPI document, a resource definition
// or a list of tools is no schema: see [OpenAt].
func Open(schema []byte) (*Input, error) { return openInput(schema) }

// OpenAt returns the empty input of the schema at a JSON Pointer (RFC 6901) of a document in JSON, such as
//
//	/result/tools/0/inputSchema                                            a tool of an MCP server
//	/paths/~1orders/post/requestBody/content/application~1json/schema      a request body of an OpenAPI document
//	/spec/versions/0/schema/openAPIV3Schema                                a custom resource of Kubernetes
//
// A program that has YAML converts it to JSON first. The pointer goes through references on its way, as of a request body that
// "$ref" names; "" is the whole document. References of the schema lead to parts of the schema itself, where it has them, or of
// the document.
func OpenAt(document []byte, pointer string) (*Input, error) {
	if err := checkPointer(pointer); err != nil {
		return nil, err
	}
	within, err := schema.Within(document, pointer)
	if err != nil {
		return nil, err
	}
	return openInput(within)
}

func openInput(text []byte) (*Input, error) {
	text = ojson.Text(text)
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, errors.New("the schema is empty")
	}
	if pointer := schema.ExampleWithin(text); pointer != "" {
		return nil, fmt.Errorf("this is a document that contains schemas: open one with OpenAt, such as the one at %s", shownPointer(pointer))
	}
	doc, err := schema.Load(text)
	if err != nil {
		return nil, err
	}
	if err := doc.Compile(); err != nil {
		var beyond *normalize.LimitError
		if errors.As(err, &beyond) {
			return nil, beyond.What // there is no agent to check the value
		}
		return nil, err
	}
	form := New(doc)
	form.standalone = true
	return &Input{form}, nil
}

// Set gives the location at a JSON Pointer a value, written as JSON; "" is the whole value. With nil, the location is left
// out, and an item of a list is removed.
//
// Objects on the way are added, and so is the item of a list that comes after its last one; "-" stands for its index.
//
// A branch of "oneOf" or "anyOf" is chosen by the members that are set. Another branch takes its place where a constant that
// tells them apart is set, such as "kind", or a member that only the other one has. Where that would take a value away, Set
// fails: set the whole object. So are members set that the schema allows but does not declare, other than the entries of a map.
//
// Set does not validate, see [Input.Problems]. It fails where the value is not JSON, or the input has no such location; then nothing is changed.
// To leave out what is not there is no error.
func (in *Input) Set(pointer string, value []byte) error {
	if err := checkPointer(pointer); err != nil {
		return err
	}
	if value == nil {
		in.leaveOut(pointer)
		return nil
	}
	value = ojson.Text(value)
	v, err := ojson.Parse(value, ojson.DataLimits)
	switch {
	case !utf8.Valid(value):
		return at(pointer, errNotUTF8)
	case err != nil && len(bytes.TrimSpace(value)) == 0:
		return at(pointer, errors.New("the value is empty: write JSON, or nil to leave it out"))
	case err != nil:
		return at(pointer, fmt.Errorf("the value is not JSON: %w", err))
	case pointer == "":
		in.form.Load(v)
		return nil
	}
	return at(pointer, in.form.try(func() error { return setValue(in.form, pointer, v) }))
}

// SetText is [Input.Set] for a value as people type it on a command line: a text without quotation marks, a number or a
// truth value as in JSON, a choice by its value or its title, a list of such as "a,b", a date also as "tomorrow" or "next fri".
// Objects are written as JSON. A text that is no number, date or text of the field is kept: it has a problem, and is not in the value. A
// choice or a truth value that does not exist, and an object that is no JSON, are errors. Items of a list have no quotation marks.
func (in *Input) SetText(pointer, text string) error {
	if err := checkPointer(pointer); err != nil {
		return err
	}
	if !utf8.ValidString(text) {
		return at(pointer, errNotUTF8)
	}
	return at(pointer, in.form.try(func() error {
		if pointer == "" {
			return setField(in.form.Root(), text)
		}
		return SetText(in.form, pointer, text)
	}))
}

var errNotUTF8 = errors.New("the value is not UTF-8")

func (in *Input) leaveOut(pointer string) {
	x := in.form.At(pointer)
	switch {
	case pointer == "":
		in.form.Clear()
	case x == nil:
	case x.isEntry():
		x.parent.Remove(x.Index())
	default:
		x.SetPresence(Omitted)
	}
}

// checkPointer says how a text that is no JSON Pointer is written as one.
func checkPointer(pointer string) error {
	right := pointer
	if right != "" && !strings.HasPrefix(right, "/") {
		if !strings.Contains(right, "/") {
			right = strings.ReplaceAll(right, ".", "/")
		}
		right = "/" + strings.TrimLeft(right, "#/")
	}
	right = strings.NewReplacer("~0", "~0", "~1", "~1", "~", "~0").Replace(right)
	if right == pointer {
		return nil
	}
	return fmt.Errorf("%s is not a JSON Pointer: write %s", shownPointer(pointer), shownPointer(right))
}

// shownPointer is a pointer in a message.
func shownPointer(pointer string) string {
	return cmp.Or(safe.Text(pointer).Line(120).String(), "the value")
}

// at says where an error is.
func at(pointer string, err error) error {
	if err == nil || pointer == "" {
		return err
	}
	return fmt.Errorf("%s: %w", shownPointer(pointer), err)
}

// Value is what was filled in, as compact JSON, whether it is valid or not; nil where nothing was. Numbers keep their
// digits, and members the order of the schema.
func (in *Input) Value() []byte {
	v, _ := in.form.Value()
	if v == nil {
		return nil
	}
	return v.Compact()
}

// Problem says what is wrong with a location of the value.
type Problem struct {
	Pointer string // its JSON Pointer
	Label   string // what a form calls it: "Stops › 2 › City"; "" for the whole value, if Message does not need it
	Message string // what is wrong, as it reads after the label: "at least 2 characters"
}

// String is the problem in a sentence: "Stops › 2 › City: at least 2 characters".
func (p Problem) String() string {
	if p.Label == "" {
		return Capital(p.Message)
	}
	return p.Label + ": " + p.Message
}

// Problems validates the value, and returns what is wrong with it in the order of the form: what is missing, and
// what breaks the schema. There is none where the value is valid. The texts can be shown on a terminal as they are.
func (in *Input) Problems() []Problem {
	in.form.Accept(in.form.Validate()())
	return problemsOf(in.form.Problems())
}

// Warnings are doubts about the value that do not stop it from being submitted: most often a text that does not have its "format", of
// date, time, date-time, duration, email, hostname, ipv4, ipv6, uri, uuid, regex, json-pointer and the others of JSON Schema, and a number that is
// too large for int32 or int64. Other formats are not checked. Drafts up to 7 demand formats; there such a text is a problem, as is in all
// drafts a text for a date that is no day.
func (in *Input) Warnings() []Problem {
	in.form.Accept(in.form.Validate()())
	var all []Located
	in.form.root.walk(func(x *Field) {
		for _, p := range x.Warnings() {
			if p.Pointer == "" {
				p.Pointer = x.Pointer()
			}
			all = append(all, Located{x, p})
		}
	})
	return problemsOf(all)
}

func problemsOf(all []Located) []Problem {
	var problems []Problem
	for _, l := range all {
		c, isRoot := l.Complaint(), l.Field.parent == nil
		p := Problem{l.Problem.Pointer, l.Field.Path(), c.Brief()}
		switch {
		case isRoot && c.Part != "":
			p.Label, p.Message = c.Part, c.Wrong
		case c.Part != "":
			p.Label, p.Message = p.Label+" › "+c.Part, c.Wrong
		case isRoot && c.isDemand:
			p.Label = ""
		}
		problems = append(problems, p)
	}
	return problems
}

// Submit validates the value and returns it as compact JSON. It fails with an [*InvalidError] if there are problems.
func (in *Input) Submit() ([]byte, error) {
	data, err := in.form.Submit()
	var refused *Refused
	if !errors.As(err, &refused) {
		return data, err
	}
	problems := problemsOf(refused.Problems)
	if len(problems) == 0 {
		problems = []Problem{{Message: "it has no value yet"}}
	}
	return nil, &InvalidError{problems}
}

// InvalidError says that a value is not valid, and why.
type InvalidError struct{ Problems []Problem }

// maxListed is how many problems an error lists.
const maxListed = 10

// Error lists the problems, a line each.
func (e *InvalidError) Error() string {
	lines := []string{"the value is not valid:"}
	for i, p := range e.Problems {
		if i == maxListed {
			lines = append(lines, fmt.Sprintf("and %d more", len(e.Problems)-i))
			break
		}
		lines = append(lines, p.String())
	}
	return strings.Join(lines, "\n  ")
}

// Notices say what of the schema is read in another way than it is written, or is not checked.
func (in *Input) Notices() []string {
	var texts []string
	for _, n := range in.form.Notices() {
		texts = append(texts, n.Text)
	}
	return texts
}

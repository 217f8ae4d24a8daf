// Package ojson is JSON as it was written: members in their order, numbers and
// strings with every digit and escape they came with.
//
// encoding/json into any loses all of that, and people compare what they typed
// with what they see, digit by digit. Values are immutable, so
// they can be shared between screens and goroutines.
//
// The package knows RFC 8259 (JSON), RFC 6901 (JSON Pointer) and the limits of
// parsing. It knows nothing of schemas, of A2A or of screens.
package ojson

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Kind is the JSON type of a value (RFC 8259 §3).
type Kind uint8

// The kinds of JSON values.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// String is the kind's name as JSON Schema spells it.
func (k Kind) String() string {
	return [...]string{"null", "boolean", "number", "string", "array", "object"}[k]
}

// Value is one immutable JSON value. All methods accept a nil receiver, which
// stands for "not there", so that look-ups can be chained.
type Value struct {
	kind    Kind
	literal string   // the exact text of a null, boolean, number or string
	items   []*Value // of an array
	members []Member // of an object
}

// Member is one name and value of an object, in document order.
type Member struct {
	Name  string
	Value *Value
}

// Exists reports whether the value is there at all.
func (v *Value) Exists() bool { return v != nil }

// Kind is the JSON type; [Null] for a value that is not there.
func (v *Value) Kind() Kind {
	if v == nil {
		return Null
	}
	return v.kind
}

// Is reports whether the value is there and of kind k.
func (v *Value) Is(k Kind) bool { return v != nil && v.kind == k }

// Text is the decoded text of a string and the exact literal of a number,
// boolean or null; "" for arrays, objects and a value that is not there.
func (v *Value) Text() string {
	if v == nil {
		return ""
	}
	if v.kind == String {
		return unquote(v.literal)
	}
	return v.literal
}

// Bool reports whether the value is the literal true.
func (v *Value) Bool() bool { return v != nil && v.kind == Bool && v.literal == "true" }

// Len is the number of items of an array or of members of an object.
func (v *Value) Len() int {
	if v == nil {
		return 0
	}
	return len(v.items) + len(v.members)
}

// Items are the items of an array. The slice must not be changed.
func (v *Value) Items() []*Value {
	if v == nil {
		return nil
	}
	return v.items
}

// Index is item i of an array, nil outside its bounds.
func (v *Value) Index(i int) *Value {
	if v == nil || i < 0 || i >= len(v.items) {
		return nil
	}
	return v.items[i]
}

// Members are the members of an object in document order, duplicates
// included. The slice must not be changed.
func (v *Value) Members() []Member {
	if v == nil {
		return nil
	}
	return v.members
}

// Get is the member of that exact name, nil if there is none. Of duplicate
// names the last counts, as it does for most JSON readers.
func (v *Value) Get(name string) *Value {
	if v == nil {
		return nil
	}
	for i := len(v.members) - 1; i >= 0; i-- {
		if v.members[i].Name == name {
			return v.members[i].Value
		}
	}
	return nil
}

// At is the value that an RFC 6901 JSON Pointer names; "" is v itself and nil
// means that nothing is there.
func (v *Value) At(pointer string) *Value {
	if pointer == "" {
		return v
	}
	for _, token := range Tokens(pointer) {
		switch v.Kind() {
		case Object:
			v = v.Get(token)
		case Array:
			i, err := strconv.Atoi(token)
			if err != nil {
				return nil
			}
			v = v.Index(i)
		default:
			return nil
		}
	}
	return v
}

// NewNull is the value null.
func NewNull() *Value { return &Value{kind: Null, literal: "null"} }

// NewBool is the value true or false.
func NewBool(b bool) *Value { return &Value{kind: Bool, literal: strconv.FormatBool(b)} }

// NewString is a string value. Invalid UTF-8 becomes U+FFFD, as in every JSON
// text.
func NewString(s string) *Value { return &Value{kind: String, literal: string(appendQuoted(nil, s))} }

// NewNumber is a number with exactly that literal. It fails where the text is
// no JSON number or one beyond [DataLimits].
func NewNumber(literal string) (*Value, error) {
	v, err := Parse([]byte(literal), DataLimits)
	if err != nil {
		return nil, err
	}
	if v.kind != Number || v.literal != literal {
		return nil, &SyntaxError{Line: 1, Column: 1, Reason: "not a JSON number"}
	}
	return v, nil
}

// NewArray is an array of the items.
func NewArray(items ...*Value) *Value { return &Value{kind: Array, items: items} }

// NewObject is an object of the members, in their order.
func NewObject(members ...Member) *Value {
	return &Value{kind: Object, members: members}
}

// Pointer appends one reference token to a JSON Pointer, escaped by RFC 6901.
func Pointer(parent, token string) string {
	return parent + "/" + pointerEscaper.Replace(token)
}

// Tokens are the reference tokens of a JSON Pointer, unescaped.
func Tokens(pointer string) []string {
	if pointer == "" {
		return nil
	}
	tokens := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i, t := range tokens {
		tokens[i] = pointerUnescaper.Replace(t)
	}
	return tokens
}

var (
	pointerEscaper   = strings.NewReplacer("~", "~0", "/", "~1")
	pointerUnescaper = strings.NewReplacer("~1", "/", "~0", "~")
)

// unquote is the text of a string. Bytes that are no UTF-8 and halves of surrogate pairs become U+FFFD.
func unquote(literal string) string {
	inner := literal[1 : len(literal)-1]
	if strings.IndexByte(inner, '\\') < 0 && utf8.ValidString(inner) {
		return inner
	}
	text, _ := jsontext.AppendUnquote(nil, literal) // it says what it replaced
	return string(text)
}

// appendQuoted appends a text as a JSON string. Bytes that are no UTF-8 become U+FFFD.
func appendQuoted(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s) // it says what it replaced
	return dst
}

// Repeated are the members that come more than once in their object, as paths such as
// stops.0.place, each once.
func (v *Value) Repeated() []string {
	if !v.hasRepeated() {
		return nil // without a path for each value
	}
	return v.appendRepeated(nil, "")
}

// fewMembers is up to how many names are compared with one another.
const fewMembers = 16

// hasRepeated reports an object in which a name comes more than once.
func (v *Value) hasRepeated() bool {
	members := v.Members()
	var names map[string]bool
	if len(members) > fewMembers {
		names = make(map[string]bool, len(members))
	}
	for i, m := range members {
		isBefore := func(other Member) bool { return other.Name == m.Name }
		if names != nil && names[m.Name] || names == nil && slices.ContainsFunc(members[:i], isBefore) || m.Value.hasRepeated() {
			return true
		}
		if names != nil {
			names[m.Name] = true
		}
	}
	return slices.ContainsFunc(v.Items(), (*Value).hasRepeated)
}

func (v *Value) appendRepeated(paths []string, at string) []string {
	times := map[string]int{}
	for _, m := range v.Members() {
		if times[m.Name]++; times[m.Name] == 2 {
			paths = append(paths, at+m.Name)
		}
		paths = m.Value.appendRepeated(paths, at+m.Name+".")
	}
	for i, item := range v.Items() {
		paths = item.appendRepeated(paths, at+strconv.Itoa(i)+".")
	}
	return paths
}

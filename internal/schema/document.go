package schema

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
	"a2aform/internal/schema/normalize"
)

// Document is one JSON Schema, compiled when it is first needed. It is safe
// for use by several goroutines.
type Document struct {
	raw      *ojson.Value
	registry map[string][]byte
	told     string // what was written in place of a schema, see [Meant]; "" for a schema
	refused  error  // why it is not even compiled

	once     sync.Once
	compiled compiledSchema
	dynamic  dynamic
	keepAt   bool
	at       schemaAt // nil unless it is kept
	places   memo
	made     sync.Map // string → *jsonschema.Schema: the schemas that are in no document, see [Location.alternatives]
	notices  []normalize.Notice
	err      error
	panicked *CompilePanic

	warnNumbers func(*ojson.Value) string // nil for none
	notSecret   atomic.Pointer[[]string]
	onceSecrets sync.Once
	secrets     bool // it names a secret somewhere
}

// Options are what a schema is loaded with.
type Options struct {
	// Registry are other documents that the schema may refer to, by URL
	// without fragment. Nothing else is ever read.
	Registry map[string][]byte
	// Subschemas keeps in memory what [Document.At] needs.
	Subschemas bool
}

// Load reads a schema on its own; see [LoadWith].
func Load(raw []byte) (*Document, error) { return LoadWith(raw, Options{}) }

// LoadWith reads a schema. It does not compile it, so that a card of many
// schemas opens at once. It fails where the bytes are not JSON, or JSON that is
// no schema (neither object nor boolean). A text beyond [ojson.SchemaLimits] is
// a document that does not compile; its [Document.Raw] is true.
func LoadWith(raw []byte, o Options) (*Document, error) {
	if normalize.HasManyValues(raw) && ojson.IsValid(raw) {
		return &Document{raw: ojson.NewBool(true), refused: normalize.ErrManyValues()}, nil
	}
	v, err := ojson.Parse(raw, normalize.SchemaLimits)
	refused := normalize.ErrTooLarge(err)
	switch {
	case refused != nil:
		v = ojson.NewBool(true)
	case err != nil:
		return nil, fmt.Errorf("the schema cannot be read: %w", err)
	}
	v, told := Meant(v)
	if !v.Is(ojson.Object) && !v.Is(ojson.Bool) {
		return nil, fmt.Errorf("the schema is a JSON %s; a schema is an object or a boolean", v.Kind())
	}
	return &Document{raw: v, told: told, registry: o.Registry, refused: refused, keepAt: o.Subschemas}, nil
}

// Raw is the schema as it was written, or what was meant by it; see [Meant].
func (d *Document) Raw() *ojson.Value { return d.raw }

// Compile compiles the schema unless that was done before. The error names the
// location and the reason, and is safe to show; a document that does not compile
// accepts every value and says so in [Document.Notices].
func (d *Document) Compile() error {
	d.once.Do(d.compile)
	return d.err
}

// Notices are the relaxations found while compiling, for the user to see before
// anything is sent.
func (d *Document) Notices() []normalize.Notice {
	_ = d.Compile()
	return d.notices
}

// Root is the location of the whole value.
func (d *Document) Root() Location {
	if d.Compile() != nil {
		return Location{doc: d}
	}
	return d.locationOf(nil, d.compiled.Root)
}

// At is the location that the subschema at a pointer of the document describes, on its own. It
// is not known where there is no schema, the document does not compile, or it was loaded without
// [Options.Subschemas].
func (d *Document) At(pointer string) Location {
	if d.Compile() == nil && d.at != nil {
		if s := d.at(pointer); s != nil {
			return d.locationOf(nil, s)
		}
	}
	return Location{doc: d}
}

// Validate validates a whole value. No problems means that it is valid, or that
// the schema does not compile. Where a value fits several branches of a union, its
// discriminator decides.
func (d *Document) Validate(v *ojson.Value) []message.Problem {
	return message.WithoutAmbiguous(d.ValidateAs(v, nil))
}

// ValidateAs validates a whole value of which some branches were chosen: of those
// unions only the chosen branch shows what is wrong. The verdict is the same as
// that of [Document.Validate], with the problems that are ambiguous only.
func (d *Document) ValidateAs(v *ojson.Value, chosen message.Chosen) []message.Problem {
	verdict, unchecked := d.verdict(v)
	if verdict == nil {
		return unchecked
	}
	return message.Formatter{Doc: &d.compiled, Chosen: chosen, Value: v}.Problems(verdict)
}

// verdict is nil for a valid value, and for one that is not checked, which is a problem then.
func (d *Document) verdict(v *ojson.Value) (verdict *jsonschema.ValidationError, unchecked []message.Problem) {
	if isCompiled := d.Compile() == nil; !isCompiled {
		return nil, nil
	}
	at, found := normalize.TooLongAt(v, "")
	fault := "is not checked here: it is a number of too many digits"
	if !found {
		verdict, fault = d.compiled.Validate(d.compiled.Root, v.Any(), limit.ValidateTime.Duration())
	}
	if fault != "" {
		unchecked = []message.Problem{{Pointer: at, Keyword: message.Unchecked, Want: fault}}
	}
	return verdict, unchecked
}

// Broken lists the keywords that a value breaks, with the pointers of the values at fault. Unlike [Document.Validate] it lists
// those inside all branches of a union too, without messages.
func (d *Document) Broken(v *ojson.Value) []message.Problem {
	verdict, unchecked := d.verdict(v)
	if verdict == nil {
		return unchecked
	}
	return message.Broken(verdict)
}

// manySchemas is how many schemas make it worth while to compile them one by
// one.
const manySchemas = 500

// apart are the keywords whose schemas may be compiled one by one.
var apart = []string{"properties", "dependentSchemas", "allOf", "anyOf", "oneOf"}

// part is a keyword whose schemas are compiled one by one.
type part struct {
	at, keyword string
	object      map[string]any // the schema as the validator reads it
	value       any            // what the keyword holds, all of it
}

// errOnePart says that a schema is better compiled as a whole.
var errOnePart = errors.New("not in parts")

// compileChunks compiles a large schema part by part: the validator's compiler looks
// through all schemas of one compilation for each of them, so that 20,000 at
// once take seconds. First the schema is compiled without what holds many others,
// then each of those, which finds the rest done.
func (c compiler) compileChunks(r *normalize.Normalizer, many int) (*jsonschema.Schema, error) {
	if r.Schemas < many {
		return nil, errOnePart
	}
	// A pointer to nothing makes the compiler read and validate the documents.
	var nothing *jsonschema.JSONPointerNotFoundError
	if _, err := c.Compile(message.BaseURL + "#/\x00"); !errors.As(err, &nothing) {
		return nil, errOnePart
	}
	parts := c.takeOut(r, many)
	if len(parts) == 0 {
		return nil, errOnePart
	}
	compiled, err := c.Compile(message.BaseURL)
	if err != nil {
		return nil, err
	}
	for _, p := range parts {
		if err := c.reattach(p); err != nil {
			return nil, err
		}
	}
	return compiled, nil
}

// takeOut removes what holds the most schemas, but for what references lead to.
func (c compiler) takeOut(r *normalize.Normalizer, many int) []part {
	kept := r.Targets()
	var parts []part
	for _, s := range r.Largest(many) {
		object, _ := lookup(c.documents[message.BaseURL], s.At).(map[string]any)
		for _, keyword := range apart {
			if s.HasKeyword(keyword) && object[keyword] != nil {
				parts = append(parts, part{s.At, keyword, object, object[keyword]})
			}
		}
	}
	taken := parts[:0]
	for _, p := range parts {
		if p.takeOut(kept) {
			taken = append(taken, p)
		}
	}
	return taken
}

// takeOut removes what the keyword holds. A list goes as a whole or not at all.
func (p part) takeOut(kept map[string]bool) bool {
	at := ojson.Pointer(p.at, p.keyword)
	switch value := p.value.(type) {
	case map[string]any:
		left := map[string]any{}
		for name, sub := range value {
			if kept[ojson.Pointer(at, name)] {
				left[name] = sub
			}
		}
		p.object[p.keyword] = left
		return true
	case []any:
		if kept[at] {
			return false
		}
		delete(p.object, p.keyword)
		// An object without members would be read as the schema true.
		p.object["$comment"] = ""
		return true
	}
	return false
}

// reattach compiles what was taken out of a schema.
func (c compiler) reattach(p part) error {
	outer, err := c.Compile(message.BaseURL + "#" + normalize.EscapeFragment(p.at))
	if err != nil {
		return err
	}
	p.object[p.keyword] = p.value
	switch value := p.value.(type) {
	case map[string]any:
		into := outer.Properties
		if p.keyword == "dependentSchemas" {
			into = outer.DependentSchemas
		}
		for name := range value {
			if into[name] != nil {
				continue
			}
			if into[name], err = c.inner(p, name); err != nil {
				return err
			}
		}
	case []any:
		list := make([]*jsonschema.Schema, len(value))
		for i := range value {
			if list[i], err = c.inner(p, strconv.Itoa(i)); err != nil {
				return err
			}
		}
		outer.AllOf, outer.AnyOf, outer.OneOf = orElse(p, "allOf", list, outer.AllOf), orElse(p, "anyOf", list, outer.AnyOf), orElse(p, "oneOf", list, outer.OneOf)
	}
	return nil
}

func orElse(p part, keyword string, list, other []*jsonschema.Schema) []*jsonschema.Schema {
	if p.keyword == keyword {
		return list
	}
	return other
}

func (c compiler) inner(p part, token string) (*jsonschema.Schema, error) {
	at := ojson.Pointer(ojson.Pointer(p.at, p.keyword), token)
	return c.Compile(message.BaseURL + "#" + normalize.EscapeFragment(at))
}

// lookup is the value at a pointer.
func lookup(v any, pointer string) any {
	for _, token := range ojson.Tokens(pointer) {
		switch inner := v.(type) {
		case map[string]any:
			v = inner[token]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(inner) {
				return nil
			}
			v = inner[i]
		default:
			return nil
		}
	}
	return v
}

// maxBundled is how many files the references of one schema lead to.
const maxBundled = 64

// bundle puts the files that the references of a schema name into its definitions. Only files in the folder of the
// schema, and below it, are read; other references stay as they are.
func bundle(schema []byte, file string) []byte {
	v, err := ojson.Parse(schema, ojson.SchemaLimits)
	if err != nil || !strings.Contains(string(schema), "$ref") {
		return schema
	}
	root, err := os.OpenRoot(filepath.Dir(file))
	if err != nil {
		return schema
	}
	defer func() { _ = root.Close() }()
	b := &bundler{root: root, main: filepath.Base(file), left: ojson.SchemaLimits.Bytes.Int() - len(schema), known: map[string]bool{}}
	v = b.within(v, "", b.main)
	if len(b.files) == 0 {
		return schema
	}
	members, isThere := append([]ojson.Member(nil), v.Members()...), false
	for i, m := range members {
		if m.Name == "definitions" {
			members[i].Value, isThere = ojson.NewObject(append(b.files, m.Value.Members()...)...), true
		}
	}
	if !isThere {
		members = append(members, ojson.Member{Name: "definitions", Value: ojson.NewObject(b.files...)})
	}
	return ojson.NewObject(members...).Compact()
}

type bundler struct {
	root  *os.Root
	main  string // the name of the file of the schema
	left  int    // how many bytes may be read
	files []ojson.Member
	known map[string]bool // the files by their paths from the folder; false for those that cannot be read
}

// within is a value with its references to files, and to itself, as references into the bundle; in is the file that has it, and
// at is where that is in the bundle.
func (b *bundler) within(v *ojson.Value, at, in string) *ojson.Value {
	switch {
	case v.Is(ojson.Array):
		items := make([]*ojson.Value, v.Len())
		for i, item := range v.Items() {
			items[i] = b.within(item, at, in)
		}
		return ojson.NewArray(items...)
	case !v.Is(ojson.Object):
		return v
	}
	members := make([]ojson.Member, v.Len())
	for i, m := range v.Members() {
		switch {
		case m.Name == "$ref" && m.Value.Is(ojson.String):
			m.Value = ojson.NewString(b.ref(m.Value.Text(), at, in))
		case m.Name == "enum", m.Name == "const", m.Name == "default", m.Name == "examples":
		default:
			m.Value = b.within(m.Value, at, in)
		}
		members[i] = m
	}
	return ojson.NewObject(members...)
}

func (b *bundler) ref(ref, at, in string) string {
	u, err := url.Parse(ref)
	switch {
	case err != nil || u.Scheme != "" || u.Host != "" || u.RawQuery != "" || path.IsAbs(u.Path):
		return ref
	case u.Path == "" && (u.Fragment == "" || strings.HasPrefix(u.Fragment, "/")):
		return "#" + at + u.EscapedFragment()
	case u.Path == "", u.Fragment != "" && !strings.HasPrefix(u.Fragment, "/"): // an anchor
		return ref
	}
	name := path.Join(path.Dir(in), u.Path)
	if name == b.main {
		return "#" + u.EscapedFragment()
	}
	if !b.read(name) {
		return ref
	}
	return "#" + placeOf(name) + u.EscapedFragment()
}

// placeOf is where a file is in the bundle, as the fragment of a reference.
func placeOf(name string) string {
	return normalize.EscapeFragment(ojson.Pointer("/definitions", name))
}

// read adds a file to the bundle; false where that cannot be.
func (b *bundler) read(name string) bool {
	if ok, isKnown := b.known[name]; isKnown {
		return ok
	}
	b.known[name] = false
	if len(b.known) > maxBundled {
		return false
	}
	file, err := b.root.Open(filepath.FromSlash(name))
	if err != nil {
		return false
	}
	defer func() { _ = file.Close() }()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return false
	}
	data, err := limit.ReadAll(file, b.left)
	if err != nil || len(data) > b.left {
		return false
	}
	v, err := ojson.Parse(ojson.Text(data), ojson.SchemaLimits)
	if err != nil || !v.Is(ojson.Object) && !v.Is(ojson.Bool) {
		return false
	}
	b.known[name], b.left = true, b.left-len(data)
	place := len(b.files)
	b.files = append(b.files, ojson.Member{Name: name})
	v = b.within(v, placeOf(name), name)
	if v.Is(ojson.Object) {
		var members []ojson.Member
		for _, m := range v.Members() {
			if m.Name != "$id" && m.Name != "id" && m.Name != "$schema" { // references are into the bundle
				members = append(members, m)
			}
		}
		v = ojson.NewObject(members...)
	}
	b.files[place].Value = v
	return true
}

// What the packages below say, under the names of this one: callers need no other.
type (
	// Problem is one way in which a value breaks its schema.
	Problem = message.Problem
	// UnionAt is one anyOf or oneOf that applies at one location of a value.
	UnionAt = message.UnionAt
	// Chosen contains, for each union with a chosen branch, its index.
	Chosen = message.Chosen
	// Notice is a message for the user about something in a schema.
	Notice = normalize.Notice
)

// The faults that forms find themselves.
const (
	IsNot    = message.IsNot
	Missing  = message.Missing
	Empty    = message.Empty
	NotMatch = message.NotMatch
	NotValid = message.NotValid
)

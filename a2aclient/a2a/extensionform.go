package a2a

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// formExtension is one of AgentStack's extensions for forms (BeeAI before that). An agent declares a form in the params of its card,
// or asks with one in the metadata of a message; the answer goes into the metadata of the user's message, under the same URI.
type formExtension struct {
	path   string   // of its URI
	inCard []string // the members of the params that lead to the form
	answer []string // the members of the metadata that lead to the answer
}

// formHosts are where the URIs of formExtensions begin, today's first.
var formHosts = []string{"https://a2a-extensions.agentstack.beeai.dev/", "https://a2a-extensions.beeai.dev/"}

// formExtensions are the SDK's, in Python and TypeScript: the first up to 0.4, which both declares and asks, the others later.
var formExtensions = []formExtension{
	{path: "ui/form/v1"},
	{path: "ui/form_request/v1"},
	{path: "services/form/v1", inCard: []string{"form_demands", "initial_form"}, answer: []string{"form_fulfillments", "initial_form"}},
}

// formExtensionOf returns the extension of a URI, in whichever version without a breaking change; nil for others.
func formExtensionOf(uri string) *formExtension {
	for _, host := range formHosts {
		path, ok := strings.CutPrefix(uri, host)
		if !ok {
			continue
		}
		name, version := SplitVersion(path)
		for i := range formExtensions {
			if known, major := SplitVersion(formExtensions[i].path); known == name && MajorVersion(version) == major {
				return &formExtensions[i]
			}
		}
	}
	return nil
}

// IsFormExtension reports the URI of an extension whose forms are filled in.
func IsFormExtension(uri string) bool { return formExtensionOf(uri) != nil }

// extensionForm is what the answer to a form of an extension needs beside the value.
type extensionForm struct {
	extension *formExtension
	uri       string
	id        string // of the form; "" for none
	title     string
	fields    []extensionField
}

// extensionField is one field of such a form.
type extensionField struct {
	id, kind string
	value    *ojson.Value // that is sent where the user gives none: the default, else null
}

// CardForm is the form that an extension of the card declares in its params; its schema has the instructions, too. Where the extension
// declares none, it is not ok. The notices are our words on what of the declaration cannot be used.
func CardForm(uri string, params *ojson.Value) (f Form, notices []string, ok bool) {
	x := formExtensionOf(uri)
	if x == nil {
		return f, nil, false
	}
	declared := params
	for _, name := range x.inCard {
		declared = declared.Get(name)
	}
	if !declared.Exists() || declared.Is(ojson.Null) {
		return f, nil, false
	}
	r := formReader{}
	f, ok = r.read(x, uri, declared, true)
	return f, r.notices, ok
}

// metadataForm is the form in the metadata of a message.
func (m *Message) metadataForm() (f Form, notices []string, ok bool) {
	if !bytes.Contains(m.Metadata, []byte("/form")) {
		return f, nil, false // most metadata have none
	}
	metadata, err := ojson.Parse(m.Metadata, ojson.DataLimits)
	if err != nil {
		return f, nil, false
	}
	for _, member := range metadata.Members() {
		x := formExtensionOf(member.Name)
		if x == nil || member.Value.Is(ojson.Null) {
			continue
		}
		r := formReader{}
		f, ok = r.read(x, member.Name, member.Value, false)
		if notices = append(notices, r.notices...); !ok {
			continue
		}
		if title := f.extension.title; title != "" && m.says(title) { // the SDK sends it as the text, too
			f.Instructions = safe.Text(strings.TrimSpace(strings.TrimPrefix(f.Instructions.Exact(), title)))
		}
		return f, notices, true
	}
	return f, notices, false
}

// says reports a message with a part that is just that text.
func (m *Message) says(text string) bool {
	return slices.ContainsFunc(m.Parts, func(p Part) bool {
		return p.Kind == PartText && strings.TrimSpace(p.Text.Exact()) == text
	})
}

// FormNotices says in our words what of a form in the message's metadata cannot be used.
func (m *Message) FormNotices() []string {
	if m == nil {
		return nil
	}
	_, notices, _ := m.metadataForm()
	return notices
}

// formReader translates the declaration of a form to a JSON Schema.
type formReader struct {
	notices []string
}

const (
	maxFormFields  = 1000
	maxFormNotices = 8
)

func (r *formReader) notice(format string, args ...any) {
	if text := "the form of the agent: " + fmt.Sprintf(format, args...); len(r.notices) < maxFormNotices && !slices.Contains(r.notices, text) {
		r.notices = append(r.notices, text)
	}
}

// shown is a text of the agent in a notice.
func shown(text string) safe.Line { return safe.Text(text).Line(60) }

func (r *formReader) read(x *formExtension, uri string, declared *ojson.Value, isInCard bool) (f Form, ok bool) {
	e := &extensionForm{extension: x, uri: uri, id: stringOf(declared.Get("id")), title: strings.TrimSpace(stringOf(declared.Get("title")))}
	var properties []ojson.Member
	var required []*ojson.Value
	seen := map[string]bool{}
	for _, field := range declared.Get("fields").Items() {
		id := stringOf(field.Get("id"))
		switch {
		case len(e.fields) == maxFormFields:
			r.notice("it has more than %d fields; the others were left out", maxFormFields)
			continue
		case id == "":
			r.notice("a field without an id was left out")
			continue
		case seen[id]:
			r.notice("its field %s is there twice; only the first is used", shown(id))
			continue
		}
		seen[id] = true
		t := r.translate(id, field)
		e.fields = append(e.fields, t.field)
		properties = append(properties, ojson.Member{Name: id, Value: ojson.NewObject(t.schema...)})
		if t.isRequired {
			required = append(required, ojson.NewString(id))
		}
	}
	if len(properties) == 0 {
		r.notice("it has no fields that can be used, so the answer is a text")
		return f, false
	}
	schema := []ojson.Member{
		textMember("type", "object"),
		{Name: "properties", Value: ojson.NewObject(properties...)},
		{Name: "required", Value: ojson.NewArray(required...)},
		{Name: "additionalProperties", Value: ojson.NewBool(false)},
	}
	words := strings.TrimSpace(e.title + "\n" + stringOf(declared.Get("description")))
	if isInCard {
		schema = appendText(schema, "description", words)
	}
	return Form{Schema: ojson.NewObject(schema...).Compact(), Instructions: safe.Text(words), extension: e}, true
}

// translated is a field as a property of a JSON Schema.
type translated struct {
	field      extensionField
	schema     []ojson.Member
	isRequired bool
}

// translate translates a field. What cannot be offered as its type says is a text.
func (r *formReader) translate(id string, declared *ojson.Value) translated {
	t := translated{field: extensionField{id: id, kind: cmp.Or(stringOf(declared.Get("type")), "text"), value: ojson.NewNull()}, isRequired: declared.Get("required").Bool()}
	t.schema = appendText(t.schema, "title", stringOf(declared.Get("label")))
	fits := func(v *ojson.Value) bool { return v.Is(ojson.String) }
	least := "" // the keyword that makes a required field one with something in it
	switch t.field.kind {
	case "date":
		t.schema = append(t.schema, textMember("type", "string"), textMember("format", "date"))
	case "singleselect":
		o := r.options(id, declared)
		t.schema, fits = append(t.schema, o.schema()...), o.has
	case "multiselect":
		o := r.options(id, declared)
		t.schema = append(t.schema, textMember("type", "array"),
			ojson.Member{Name: "uniqueItems", Value: ojson.NewBool(true)},
			ojson.Member{Name: "items", Value: ojson.NewObject(o.schema()...)})
		least, fits = "minItems", func(v *ojson.Value) bool {
			return v.Is(ojson.Array) && !slices.ContainsFunc(v.Items(), func(v *ojson.Value) bool { return !o.has(v) })
		}
	case "checkbox":
		t.schema = append(appendText(t.schema, "description", stringOf(declared.Get("content"))), textMember("type", "boolean"))
		fits = func(v *ojson.Value) bool { return v.Is(ojson.Bool) }
	case "file":
		t.schema = append(t.schema, fileSchema(declared)...)
		least, fits = "minItems", func(*ojson.Value) bool { return false }
	default:
		if t.field.kind != "text" {
			r.notice("its field %s has the type %s, which a2aform does not know; any text can be sent", shown(id), shown(t.field.kind))
		}
		t.schema, least = append(t.schema, textMember("type", "string")), "minLength"
	}
	if t.isRequired && least != "" {
		one, _ := ojson.NewNumber("1")
		t.schema = append(t.schema, ojson.Member{Name: least, Value: one})
	}
	t.schema = appendText(t.schema, "ui:placeholder", stringOf(declared.Get("placeholder")))
	r.addDefault(&t, declared.Get("default_value"), fits)
	return t
}

// options are those of a field, with a notice where it has none.
func (r *formReader) options(id string, declared *ojson.Value) options {
	o := optionsOf(declared)
	if len(o.ids) == 0 {
		r.notice("its field %s has no options; any text can be sent", shown(id))
	}
	return o
}

// addDefault adds the value that a field has from the start. A box that has to be ticked has none: the SDK sends false for each box
// without a default, and the user is to say yes or no.
func (r *formReader) addDefault(t *translated, v *ojson.Value, fits func(*ojson.Value) bool) {
	isUnset := !v.Exists() || v.Is(ojson.Null) || v.Is(ojson.String) && v.Text() == ""
	isUnticked := t.field.kind == "checkbox" && t.isRequired && v.Is(ojson.Bool) && !v.Bool()
	switch {
	case isUnset, isUnticked:
	case fits(v):
		t.schema = append(t.schema, ojson.Member{Name: "default", Value: v})
		t.field.value = v
	default:
		r.notice("the default of its field %s does not fit and was left out", shown(t.field.id))
	}
}

// fileSchema is the schema of files. AgentStack's own client uploads them to its platform first, so the user names addresses.
func fileSchema(declared *ojson.Value) []ojson.Member {
	about := "Files by their addresses, which the agent has to reach."
	var accepted []string
	for _, v := range declared.Get("accept").Items() {
		if v.Is(ojson.String) {
			accepted = append(accepted, v.Text())
		}
	}
	if len(accepted) > 0 {
		about += " It accepts " + strings.Join(accepted, ", ") + "."
	}
	property := func(name, title string, more ...ojson.Member) ojson.Member {
		return ojson.Member{Name: name, Value: ojson.NewObject(append([]ojson.Member{textMember("type", "string"), textMember("title", title)}, more...)...)}
	}
	return []ojson.Member{textMember("type", "array"), textMember("description", about), {Name: "items", Value: ojson.NewObject(
		textMember("type", "object"),
		ojson.Member{Name: "required", Value: ojson.NewArray(ojson.NewString("uri"))},
		ojson.Member{Name: "properties", Value: ojson.NewObject(property("uri", "Address", textMember("format", "uri")), property("name", "Name"), property("mime_type", "Media type"))},
	)}}
}

// options are the choices of a field: as schemas, and their ids.
type options struct {
	schemas []*ojson.Value
	ids     map[string]bool
}

func optionsOf(declared *ojson.Value) options {
	o := options{ids: map[string]bool{}}
	for _, v := range declared.Get("options").Items() {
		id := stringOf(v.Get("id"))
		if id == "" || o.ids[id] {
			continue
		}
		o.ids[id] = true
		o.schemas = append(o.schemas, ojson.NewObject(appendText([]ojson.Member{textMember("const", id)}, "title", stringOf(v.Get("label")))...))
	}
	return o
}

// has reports a value that is one of the options; without any, each text is.
func (o options) has(v *ojson.Value) bool {
	return v.Is(ojson.String) && (len(o.ids) == 0 || o.ids[v.Text()])
}

// schema adds the options to the schema of a text.
func (o options) schema() []ojson.Member {
	members := []ojson.Member{textMember("type", "string")}
	if len(o.schemas) > 0 {
		members = append(members, ojson.Member{Name: "oneOf", Value: ojson.NewArray(o.schemas...)})
	}
	return members
}

func textMember(name, value string) ojson.Member {
	return ojson.Member{Name: name, Value: ojson.NewString(value)}
}

// appendText adds a member for a text, none for an empty one.
func appendText(list []ojson.Member, name, value string) []ojson.Member {
	if value == "" {
		return list
	}
	return append(list, textMember(name, value))
}

// stringOf is the text of a JSON string, "" for other values.
func stringOf(v *ojson.Value) string {
	if !v.Is(ojson.String) {
		return ""
	}
	return v.Text()
}

// MetadataAnswer is the member of the message's metadata with which a value answers a form of an extension; not ok for other forms, and
// for a value that is no object. An answer in the shape of the extension stays as it is. AgentStack's SDK looks every field up, so those
// without a value are null.
func (f Form) MetadataAnswer(value []byte) (uri string, answer []byte, ok bool) {
	e := f.extension
	v, err := ojson.Parse(value, ojson.DataLimits)
	if e == nil || err != nil || !v.Is(ojson.Object) {
		return "", nil, false
	}
	if v.Get("values").Is(ojson.Object) && e.kindOf("values") == "" {
		return e.uri, e.wrap(v), true
	}
	var values []ojson.Member
	add := func(name, kind string, v *ojson.Value) {
		values = append(values, ojson.Member{Name: name, Value: ojson.NewObject(textMember("type", kind), ojson.Member{Name: "value", Value: v})})
	}
	for _, field := range e.fields {
		given := field.value
		if v := v.Get(field.id); v.Exists() {
			given = v
		}
		add(field.id, field.kind, given)
	}
	for _, m := range v.Members() { // the agent is to see what the user sends on purpose, though the form has no such field
		if e.kindOf(m.Name) == "" {
			add(m.Name, "text", m.Value)
		}
	}
	members := appendText(nil, "id", e.id)
	return e.uri, e.wrap(ojson.NewObject(append(members, ojson.Member{Name: "values", Value: ojson.NewObject(values...)})...)), true
}

// kindOf is the type of a field, "" where there is none of that id.
func (e *extensionForm) kindOf(id string) string {
	for _, field := range e.fields {
		if field.id == id {
			return field.kind
		}
	}
	return ""
}

// wrap puts an answer where the extension has it.
func (e *extensionForm) wrap(v *ojson.Value) []byte {
	for _, name := range slices.Backward(e.extension.answer) {
		v = ojson.NewObject(ojson.Member{Name: name, Value: v})
	}
	return v.Compact()
}

var versionSegment = regexp.MustCompile(`^v?\d+(\.\d+){0,2}$`)

// SplitVersion splits the version at the end of an extension's URI from what is before it: seed 002 puts one there, such as v1 or
// v1.2.0. The version is "" where there is none.
func SplitVersion(uri string) (name, version string) {
	uri = strings.TrimRight(uri, "/")
	i := strings.LastIndexByte(uri, '/')
	if i < 0 || !versionSegment.MatchString(uri[i+1:]) {
		return uri, ""
	}
	return uri[:i], strings.TrimPrefix(uri[i+1:], "v")
}

// MajorVersion is the part of a version that a breaking change changes.
func MajorVersion(version string) string {
	major, _, _ := strings.Cut(version, ".")
	return major
}

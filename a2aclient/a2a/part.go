package a2a

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// partFields are the members that a part of any dialect may have, raw.
type partFields struct {
	raw                      []byte
	kind                     string
	text, data, metadata     []byte
	mimeType, mediaType, tag []byte // tag: metadata.mimeType
	name, url, base64        []byte
	file                     *partFields // up to 0.3
	other                    []byte      // the content under a name that no version has
}

func (d *Decoder) parts() []Part {
	var list []Part
	d.items(func() {
		var f partFields
		d.partFields(&f)
		if d.IsWrapped {
			f.data = unwrapData(f.data)
		}
		d.readTagged(&f)
		first := f.part()
		list = append(list, first)
		list = f.others(list, first.Kind)
	})
	return list
}

// readTagged makes data of a raw part of 1.0 whose media type names a schema, where
// its bytes are JSON: an agent may send results that way.
func (d *Decoder) readTagged(f *partFields) {
	tag := ParseMediaType(f.mediaTypeTag())
	if f.kind != "" || f.data != nil || !ojson.IsString(f.base64) || !tag.HasSchema || tag.Kind != "application/json" {
		return
	}
	data, err := base64.StdEncoding.DecodeString(ojson.TextOf(f.base64))
	if err != nil || !ojson.IsValid(data) {
		return
	}
	f.data, f.base64 = d.Credentials.MaskJSON(data), nil
}

// others appends what a part contains besides its kind: an agent may put a text, data
// and a file into one, and none of it must be lost.
func (f *partFields) others(list []Part, kind PartKind) []Part {
	if kind == PartUnknown {
		return list
	}
	hasText, hasFile := ojson.IsString(f.text), f.file != nil || f.base64 != nil || f.url != nil
	hasData := f.data != nil && (kind != PartFile || hasFile)
	other := Part{Raw: f.raw, Metadata: f.metadata}
	if hasText && kind != PartText {
		p := other
		p.Kind, p.Text = PartText, safe.Text(ojson.TextOf(f.text))
		list = append(list, p)
	}
	if hasData && kind != PartData {
		p := other
		p.Kind, p.Data, p.MediaType = PartData, f.data, safe.Text(f.mediaTypeTag())
		list = append(list, p)
	}
	if hasFile && kind != PartFile {
		p := other
		p.Kind, p.File = PartFile, f.fileOf()
		list = append(list, p)
	}
	return list
}

// unwrapData is the data within an object that contains nothing else: {"data":{…}}.
func unwrapData(box []byte) []byte {
	s := ojson.NewReader(box)
	var inner []byte
	if !s.Enter('{') {
		return box
	}
	for s.Member() {
		if string(s.Key) != "data" {
			return box
		}
		inner = s.Value()
	}
	if s.Bad || inner == nil {
		return box
	}
	return inner
}

func (d *Decoder) partFields(f *partFields) {
	start := d.Start()
	if d.Peek() == '"' { // a text without its object
		f.text = d.Value()
		f.raw = f.text
		return
	}
	if !d.Enter('{') {
		if !d.Bad {
			f.raw = d.Since(start)
		}
		return
	}
	for d.Member() {
		d.partField(f)
	}
	f.raw = d.Since(start)
	hasOther := f.text != nil || f.base64 != nil || f.url != nil || f.file != nil
	if string(f.data) == "null" && (hasOther || f.kind != "" && f.kind != "data") {
		f.data = nil // data may be null; beside another content it is a member without a value
	}
}

// present is the next value, nil for null: in the protocol's own members null is
// the same as an absent member.
func (d *Decoder) present() []byte {
	if v := d.Value(); string(v) != "null" {
		return v
	}
	return nil
}

func (d *Decoder) partField(f *partFields) {
	switch string(d.Key) {
	case "kind", "type": // "type" before 0.2
		f.kind = partKind(ojson.TextOf(d.Value()))
	case "text":
		f.text = d.present()
	case "data":
		f.data = d.Value()
	case "metadata":
		d.partMetadata(f)
	case "mimeType":
		f.mimeType = d.present()
	case "mediaType":
		f.mediaType = d.present()
	case "filename", "name":
		f.name = d.present()
	case "url", "uri", "fileWithUri":
		f.url = d.present()
	case "raw", "bytes", "fileWithBytes":
		f.base64 = d.present()
	case "file":
		if d.Peek() == '{' && f.file == nil {
			f.file = new(partFields)
			d.partFields(f.file)
			return
		}
		d.Value()
	case "content", "json", "value":
		f.other = d.present()
	case "root": // a Python RootModel, serialized with its wrapper
		if d.Peek() == '{' {
			d.partFields(f)
			return
		}
		d.Value()
	default:
		d.Value()
	}
}

func (d *Decoder) partMetadata(f *partFields) {
	start := d.Start()
	if !d.Enter('{') {
		return
	}
	for d.Member() {
		if string(d.Key) == "mimeType" {
			f.tag = d.present()
		} else {
			d.Value()
		}
	}
	f.metadata = d.Since(start)
}

// partKind reads a kind also where it is the name of a class, as in "TextPart".
func partKind(said string) string {
	if kind, ok := strings.CutSuffix(strings.ToLower(said), "part"); ok {
		return strings.Trim(kind, "_-")
	}
	return said
}

// part is what the members make. It never fails: what it does not understand
// is PartUnknown.
func (f *partFields) part() Part {
	p := Part{Kind: PartUnknown, Raw: f.raw, Metadata: f.metadata, MediaType: safe.Text(f.mediaTypeTag())}
	switch {
	case ojson.IsString(f.text) && (f.kind == "" || f.kind == "text"):
		p.Kind, p.Text = PartText, safe.Text(ojson.TextOf(f.text))
	case f.kind == "file", f.kind == "" && (f.file != nil || f.base64 != nil || f.url != nil):
		p.Kind, p.File = PartFile, f.fileOf()
	case f.data != nil && (f.kind == "" || f.kind == "data"):
		p.Kind, p.Data = PartData, f.data
	default:
		f.mislabeled(&p)
	}
	return p
}

// mislabeled finds the content of a part whose kind is none of the protocol, or whose content has the name of another kind.
func (f *partFields) mislabeled(p *Part) {
	structured := f.other
	if structured == nil {
		structured = f.text
	}
	switch {
	case ojson.IsString(f.text):
		p.Kind, p.Text = PartText, safe.Text(ojson.TextOf(f.text))
	case f.data != nil:
		p.Kind, p.Data = PartData, f.data
	case f.file != nil || f.base64 != nil || f.url != nil:
		p.Kind, p.File = PartFile, f.fileOf()
	case ojson.IsString(f.other):
		p.Kind, p.Text = PartText, safe.Text(ojson.TextOf(f.other))
	case len(structured) > 0 && (structured[0] == '{' || structured[0] == '['):
		p.Kind, p.Data = PartData, structured
	}
}

// mediaTypeTag is the part's tag: the first place that names a schema, else the
// first that names a type.
func (f *partFields) mediaTypeTag() string {
	first := ""
	for _, raw := range [...][]byte{f.tag, f.mimeType, f.mediaType} {
		if !ojson.IsString(raw) {
			continue
		}
		s := ojson.TextOf(raw)
		if ParseMediaType(s).HasSchema {
			return s
		}
		if first == "" {
			first = s
		}
	}
	if first == "" && f.file != nil {
		return f.file.mediaTypeTag()
	}
	return first
}

// fileOf reads a file part: flat as in 1.0 and seed 001 (there "data" is the
// content), or nested under "file" as up to 0.3.
func (f *partFields) fileOf() *File {
	if f.file != nil {
		return f.file.fileOf()
	}
	content := f.base64
	if content == nil && ojson.IsString(f.data) {
		content = f.data
	}
	return &File{Name: safe.Text(ojson.TextOf(f.name)), URL: safe.Text(ojson.TextOf(f.url)), Base64: safe.Text(ojson.TextOf(content))}
}

// Form is a form that an agent asks its question with: a data part
// {"type":"form","form":SCHEMA,"form_data":…,"instructions":…}, a habit of A2A's
// own samples that no specification has, or {"message":…,"requestedSchema":SCHEMA}, as
// MCP elicits input (2025-06-18, client/elicitation), or the schema of an object, by itself or under a name such as input_schema, or a call of a tool whose result an
// agent on Google's ADK waits for, such as the confirmation of another call, or a list of answers to choose from. The answer is
// data without a tag, see [Form.Answer], or a text, see [Form.TextAnswer]. Forms of AgentStack's extensions are in the metadata
// of a message, and so is their answer, see [Form.MetadataAnswer].
type Form struct {
	Schema       json.RawMessage // of the answer
	Prefill      json.RawMessage // what the agent knows already; nil for nothing
	Instructions safe.Raw

	IsAlone bool // nothing but the schema says that the data is a form: where nothing is asked it may be a result

	call      *toolCall      // nil for none
	approves  string         // the id of the call that it lets run; "" for none
	decides   int            // how many calls it lets run, see [decisionForm]; 0 for none
	isText    bool           // the answer is a text, see [choiceForm]
	extension *extensionForm // that the answer goes to in the message's metadata; nil for none
}

// Form is the form in a message's metadata, else that of its first data part that is one.
func (m *Message) Form() (Form, bool) {
	if m == nil {
		return Form{}, false
	}
	if f, _, ok := m.metadataForm(); ok {
		return f, true
	}
	var first Form
	calls := 0
	for _, p := range m.Parts {
		if f, ok := p.form(); ok && calls == 0 {
			return f, true
		}
		if p.Kind != PartData {
			continue
		}
		if a, ok := p.approval(); ok && calls == 0 {
			if f, asks := a.form(); asks {
				return f, true
			}
		}
		c, _ := p.toolCall()
		f, ok := c.form()
		if !ok {
			continue
		}
		if calls++; calls == 1 {
			first = f
		}
	}
	if calls > 1 {
		first.Instructions = safe.Text(fmt.Sprintf("The agent asks %d questions at once; this is the first.\n%s", calls, first.Instructions.Exact()))
	}
	return first, calls > 0
}

// form reads a form in data, or in a text that is nothing but JSON, alone or in a fenced block of Markdown.
func (p Part) form() (f Form, ok bool) {
	data := []byte(p.Data)
	if p.Kind == PartText {
		if data = jsonOf(p.Text.Exact()); data == nil {
			return f, false
		}
	}
	for _, read := range []func([]byte) (Form, bool){readForm, choiceForm, decisionForm} {
		if f, ok = read(data); ok {
			break
		}
	}
	f.IsAlone = f.IsAlone || p.Kind == PartText
	return f, ok
}

// jsonOf is the object that a text is, nil for others.
func jsonOf(text string) []byte {
	text = strings.TrimSpace(text)
	if inner, ok := strings.CutPrefix(text, "```"); ok && strings.HasSuffix(inner, "```") {
		text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSuffix(inner, "```"), "json"))
	}
	if !strings.HasPrefix(text, "{") || len(text) > maxFormText || !ojson.IsValid([]byte(text)) {
		return nil
	}
	return []byte(text)
}

// maxFormText is up to how many bytes a text is looked at for a form.
const maxFormText = 1 << 20

func readForm(data []byte) (f Form, ok bool) {
	s := ojson.NewReader(data)
	if !s.Enter('{') {
		return Form{}, false
	}
	isForm := false
	for s.Member() {
		switch string(s.Key) {
		case "type":
			isForm = ojson.TextOf(s.Value()) == "form" || isForm
		case "form", "schema", "inputSchema", "input_schema", "jsonSchema", "json_schema", "responseSchema", "response_schema":
			if v := s.Value(); ojson.IsObject(v) {
				f.Schema = v
			}
		case "form_data", "formData":
			if v := s.Value(); ojson.IsObject(v) {
				f.Prefill = v
			}
		case "requestedSchema":
			if v := s.Value(); ojson.IsObject(v) {
				f.Schema, isForm = v, true
			}
		case "instructions", "message", "prompt", "question":
			f.Instructions = safe.Text(ojson.TextOf(s.Value()))
		default:
			s.Value()
		}
	}
	switch {
	case s.Bad:
		return Form{}, false
	case isForm:
		return f, f.Schema != nil
	case isObjectSchema(data):
		return Form{Schema: data, IsAlone: true}, true
	}
	f.IsAlone = true
	return f, isObjectSchema(f.Schema)
}

// isObjectSchema reports the schema of an object that says what its members are.
func isObjectSchema(data []byte) bool {
	fields := ojson.Find(data, "properties")
	return fields != nil && ojson.TextOf(ojson.Find(data, "type")) == "object" && areSchemas(fields)
}

// areSchemas reports an object whose members are schemas by what they say: an object of data has other members, or texts
// in place of such objects.
func areSchemas(data []byte) bool {
	s := ojson.NewReader(data)
	n := 0
	for s.Enter('{'); s.Member(); n++ {
		if field := s.Value(); !ojson.IsObject(field) || !saysKind(field) {
			return false
		}
	}
	return n > 0 && !s.Bad
}

// saysKind reports a schema that says what its values are.
func saysKind(field []byte) bool {
	if t := ojson.Find(field, "type"); t != nil {
		return ojson.IsString(t) && slices.Contains(kindNames, ojson.TextOf(t)) || t[0] == '['
	}
	return slices.ContainsFunc([]string{"enum", "const", "$ref", "anyOf", "oneOf", "allOf"}, func(name string) bool { return ojson.Find(field, name) != nil })
}

var kindNames = []string{"string", "number", "integer", "boolean", "object", "array", "null"}

// byEnding are types that the content alone does not distinguish from text, or from one
// another.
var byEnding = map[string]string{
	".txt": "text/plain", ".md": "text/markdown", ".csv": "text/csv", ".tsv": "text/tab-separated-values", ".html": "text/html", ".htm": "text/html",
	".json": "application/json", ".jsonl": "application/jsonl", ".xml": "application/xml", ".yaml": "application/yaml", ".yml": "application/yaml",
	".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp",
	".pdf": "application/pdf", ".zip": "application/zip", ".mp3": "audio/mpeg", ".wav": "audio/wav", ".mp4": "video/mp4",
	".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
}

// MediaTypeOfFile is the type that the name of a file and its first bytes indicate.
func MediaTypeOfFile(name string, data []byte) string {
	if kind, ok := byEnding[strings.ToLower(filepath.Ext(name))]; ok {
		return kind
	}
	if data == nil {
		return "application/octet-stream"
	}
	kind, _, _ := strings.Cut(http.DetectContentType(data), ";")
	return kind
}

// MediaType is an input or output mode of a card, read as a media type.
type MediaType struct {
	Kind      string // lower case, without parameters
	Schema    string // the parameter "schema"
	HasSchema bool
}

// ParseMediaType reads a media type leniently: spaces, quotes, other parameters and
// names that RFC 2045 would want quoted are all accepted.
func ParseMediaType(s string) MediaType {
	kind, rest, _ := strings.Cut(s, ";")
	m := MediaType{Kind: strings.ToLower(strings.TrimSpace(kind))}
	for rest != "" {
		var key, value string
		key, value, rest = parameter(rest)
		if strings.EqualFold(key, "schema") && value != "" {
			m.Schema, m.HasSchema = value, true
		}
	}
	return m
}

// parameter splits the first "key=value" off s.
func parameter(s string) (key, value, rest string) {
	end := strings.IndexAny(s, "=;")
	if end < 0 {
		return strings.TrimSpace(s), "", ""
	}
	key = strings.TrimSpace(s[:end])
	if s[end] == ';' {
		return key, "", s[end+1:]
	}
	s = strings.TrimLeft(s[end+1:], " \t")
	if strings.HasPrefix(s, `"`) {
		value, rest = quoted(s[1:])
		_, rest, _ = strings.Cut(rest, ";")
		return key, value, rest
	}
	value, rest, _ = strings.Cut(s, ";")
	return key, strings.TrimSpace(value), rest
}

// quoted reads up to the closing quote, backslash escapes undone.
func quoted(s string) (value, rest string) {
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return sb.String(), s[i+1:]
		case s[i] == '\\' && i+1 < len(s):
			i++
		}
		sb.WriteByte(s[i])
	}
	return sb.String(), ""
}

// IsText reports whether plain text may be sent under the mode.
func (t MediaType) IsText() bool {
	switch t.Kind {
	case "text/plain", "text", "text/*", "*/*", "*":
		return true
	}
	return false
}

// IsJSON reports whether the mode is JSON data.
func (t MediaType) IsJSON() bool {
	return t.Kind == "application/json" || t.Kind == "json" || strings.HasSuffix(t.Kind, "+json")
}

// IsFile reports whether a file may be sent under the mode: it is neither plain
// text nor JSON.
func (t MediaType) IsFile() bool {
	return t.Kind == "*/*" || t.Kind == "*" || strings.Contains(t.Kind, "/") && !t.IsText() && !t.IsJSON()
}

// Covers reports whether a media type comes under the mode.
func (t MediaType) Covers(mediaType string) bool {
	if t.HasSchema {
		return false
	}
	kind, _, _ := strings.Cut(mediaType, "/")
	return t.Kind == mediaType || t.Kind == "*/*" || t.Kind == "*" || t.Kind == kind+"/*" || t.Kind == "file"
}

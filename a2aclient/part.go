package a2aclient

import (
	"encoding/base64"
	"encoding/json"

	"a2aform/internal/jsonscan"
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
}

// parts reads the next value into list, which may have room for some.
func (d *decoder) parts(list []Part) []Part {
	if !d.enter('[') {
		return nil
	}
	for d.item() {
		list = growList(&d.scanner, list)
		var f partFields
		d.partFields(&f)
		if d.isWrapped {
			f.data = unwrapData(f.data)
		}
		d.readTagged(&f)
		first := f.part()
		list = append(list, first)
		list = f.others(list, first.Kind)
	}
	return list
}

// readTagged makes data of a raw part of 1.0 whose media type names a schema, where
// its bytes are JSON: an agent may send results that way.
func (d *decoder) readTagged(f *partFields) {
	tag := parseMode(f.mediaTypeTag())
	if f.kind != "" || f.data != nil || !isString(f.base64) || !tag.hasSchema || tag.kind != "application/json" {
		return
	}
	data, err := base64.StdEncoding.DecodeString(text(f.base64))
	if err != nil || !jsonscan.Valid(data) {
		return
	}
	f.data, f.base64 = d.credentials.MaskJSON(data), nil
}

// others appends what a part holds besides its kind: an agent may put a text, data
// and a file into one, and none of it must be lost.
func (f *partFields) others(list []Part, kind PartKind) []Part {
	if kind == PartUnknown {
		return list
	}
	hasText, hasFile := isString(f.text), f.file != nil || f.base64 != nil || f.url != nil
	hasData := f.data != nil && (kind != PartFile || hasFile)
	other := Part{Raw: f.raw, Metadata: f.metadata}
	if hasText && kind != PartText {
		p := other
		p.Kind, p.Text = PartText, safe.Text(text(f.text))
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

// unwrapData is the data within an object that holds nothing else: {"data":{…}}.
func unwrapData(box []byte) []byte {
	s := scanner{b: box}
	var inner []byte
	if !s.enter('{') {
		return box
	}
	for s.member() {
		if string(s.key) != "data" {
			return box
		}
		inner = s.value()
	}
	if s.bad || inner == nil {
		return box
	}
	return inner
}

func (d *decoder) partFields(f *partFields) {
	d.peek()
	start := d.i
	if !d.enter('{') {
		if !d.bad {
			f.raw = d.since(start)
		}
		return
	}
	for d.member() {
		d.partField(f)
	}
	f.raw = d.since(start)
}

func (d *decoder) partField(f *partFields) {
	switch string(d.key) {
	case "kind", "type": // "type" before 0.2
		f.kind = d.word()
	case "text":
		f.text = d.value()
	case "data":
		f.data = d.value()
	case "metadata":
		d.partMetadata(f)
	case "mimeType":
		f.mimeType = d.value()
	case "mediaType":
		f.mediaType = d.value()
	case "filename", "name":
		f.name = d.value()
	case "url", "uri", "fileWithUri":
		f.url = d.value()
	case "raw", "bytes", "fileWithBytes":
		f.base64 = d.value()
	case "file":
		if d.peek() == '{' && f.file == nil {
			f.file = new(partFields)
			d.partFields(f.file)
			return
		}
		d.value()
	default:
		d.value()
	}
}

func (d *decoder) partMetadata(f *partFields) {
	d.peek()
	start := d.i
	if !d.enter('{') {
		return
	}
	for d.member() {
		if string(d.key) == "mimeType" {
			f.tag = d.value()
		} else {
			d.value()
		}
	}
	f.metadata = d.since(start)
}

// part is what the members make. It never fails: what it does not understand
// is PartUnknown.
func (f *partFields) part() Part {
	p := Part{Kind: PartUnknown, Raw: f.raw, Metadata: f.metadata, MediaType: safe.Text(f.mediaTypeTag())}
	switch {
	case isString(f.text) && (f.kind == "" || f.kind == "text"):
		p.Kind, p.Text = PartText, safe.Text(text(f.text))
	case f.kind == "file", f.kind == "" && (f.file != nil || f.base64 != nil || f.url != nil):
		p.Kind, p.File = PartFile, f.fileOf()
	case f.data != nil && (f.kind == "" || f.kind == "data"):
		p.Kind, p.Data = PartData, f.data
	}
	return p
}

// mediaTypeTag is the part's tag: the first place that names a schema, else the
// first that names a type.
func (f *partFields) mediaTypeTag() string {
	first := ""
	for _, raw := range [...][]byte{f.tag, f.mimeType, f.mediaType} {
		if !isString(raw) {
			continue
		}
		s := text(raw)
		if parseMode(s).hasSchema {
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
	if content == nil && isString(f.data) {
		content = f.data
	}
	return &File{Name: safe.Text(text(f.name)), URL: safe.Text(text(f.url)), Base64: safe.Text(text(content))}
}

// Form is a form that an agent asks its question with: a data part
// {"type":"form","form":SCHEMA,"form_data":…,"instructions":…}, a habit of A2A's
// own samples that no specification has. The answer is data without a tag.
type Form struct {
	Schema       json.RawMessage // of the answer
	Prefill      json.RawMessage // what the agent knows already; nil for nothing
	Instructions safe.Raw
}

// Form is the form of a message's first data part that is one.
func (m *Message) Form() (Form, bool) {
	if m == nil {
		return Form{}, false
	}
	for _, p := range m.Parts {
		if p.Kind == PartData {
			if f, ok := readForm(p.Data); ok {
				return f, true
			}
		}
	}
	return Form{}, false
}

func readForm(data []byte) (f Form, ok bool) {
	s := scanner{b: data}
	if !s.enter('{') {
		return Form{}, false
	}
	isForm := false
	for s.member() {
		switch string(s.key) {
		case "type":
			isForm = text(s.value()) == "form"
		case "form", "schema":
			if v := s.value(); isObject(v) {
				f.Schema = v
			}
		case "form_data", "formData":
			if v := s.value(); isObject(v) {
				f.Prefill = v
			}
		case "instructions":
			f.Instructions = safe.Text(text(s.value()))
		default:
			s.value()
		}
	}
	return f, isForm && f.Schema != nil && !s.bad
}

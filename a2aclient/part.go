package a2aclient

import (
	"a2aform/internal/safe"
)

// partFields are the members that a part of any dialect may have, raw.
type partFields struct {
	kind, text, data, file, metadata []byte
	mimeType, mediaType              []byte
	name, url, base64                []byte
}

func (f *partFields) place(name string) *[]byte {
	switch name {
	case "kind", "type": // "type" before 0.2
		return &f.kind
	case "text":
		return &f.text
	case "data":
		return &f.data
	case "file":
		return &f.file
	case "metadata":
		return &f.metadata
	case "mimeType":
		return &f.mimeType
	case "mediaType":
		return &f.mediaType
	case "filename", "name":
		return &f.name
	case "url", "uri":
		return &f.url
	case "raw", "bytes":
		return &f.base64
	}
	return nil
}

func partFieldsOf(raw []byte) (f partFields) {
	for c := walk(raw); c.next(); {
		if p := f.place(string(c.key)); p != nil {
			*p = c.value
		}
	}
	return f
}

func parts(raw []byte) []Part {
	if !isArray(raw) {
		return nil
	}
	list := make([]Part, 0, 1)
	for c := walk(raw); c.next(); {
		list = append(list, part(c.value))
	}
	return list
}

// part decodes one part of any dialect. It never fails: what it does not
// understand is PartUnknown.
func part(raw []byte) Part {
	p := Part{Kind: PartUnknown, Raw: raw}
	if !isObject(raw) {
		return p
	}
	f := partFieldsOf(raw)
	p.Metadata = f.metadata
	p.MediaType = f.mediaTypeTag()
	switch kind := text(f.kind); {
	case isString(f.text) && (kind == "" || kind == "text"):
		p.Kind, p.Text = PartText, safe.Text(text(f.text))
	case kind == "file", kind == "" && (f.file != nil || f.base64 != nil || f.url != nil):
		p.Kind, p.File = PartFile, f.fileOf()
	case f.data != nil && (kind == "" || kind == "data"):
		p.Kind, p.Data = PartData, f.data
	}
	return p
}

// mediaTypeTag is the part's tag: the first place that names a schema, else the
// first that names a type.
func (f *partFields) mediaTypeTag() string {
	var first string
	var inner []byte
	for c := walk(f.metadata); c.next(); {
		if string(c.key) == "mimeType" {
			inner = c.value
		}
	}
	for _, raw := range [...][]byte{inner, f.mimeType, f.mediaType} {
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
	if first == "" && isObject(f.file) {
		inside := partFieldsOf(f.file)
		return inside.mediaTypeTag()
	}
	return first
}

// fileOf reads a file part: flat as in 1.0 and seed 001 (there "data" is the
// content), or nested under "file" as up to 0.3.
func (f *partFields) fileOf() *File {
	if isObject(f.file) {
		inside := partFieldsOf(f.file)
		return inside.fileOf()
	}
	content := f.base64
	if content == nil && isString(f.data) {
		content = f.data
	}
	return &File{Name: safe.Text(text(f.name)), URL: safe.Text(text(f.url)), Base64: safe.Text(text(content))}
}

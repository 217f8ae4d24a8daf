package form

import (
	"encoding/json"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// maxShown is how much of a file's content is shown, in characters of base64.
const maxShown = 32

// SentParts describes a part as it is sent: what it is, and its JSON in lines, with the content of
// a file cut short.
func SentParts(part json.RawMessage) (about string, lines []string) {
	v, err := ojson.Parse(part, ojson.DataLimits)
	if err != nil {
		return "a part of " + formgen.ByteSize(len(part)), nil
	}
	about = "part"
	switch {
	case v.Get("text").Exists():
		about = "text"
	case v.Get("data").Is(ojson.Object) || v.Get("data").Is(ojson.Array):
		about = "data"
	case v.Get("raw").Exists() || v.Get("url").Exists() || v.Get("file").Exists():
		about = "file"
	}
	for _, pointer := range []string{"/mediaType", "/metadata/mimeType", "/mimeType", "/file/mimeType"} {
		if tag := v.At(pointer); tag.Is(ojson.String) {
			about += ", " + safe.Text(tag.Text()).Line(200).String()
			break
		}
	}
	lines = append(lines, kit.JSONLines(shortPart(v))...)
	return about, lines
}

// shortPart is a part whose file is cut short.
func shortPart(v *ojson.Value) *ojson.Value {
	if !v.Is(ojson.Object) {
		return v
	}
	var members []ojson.Member
	for _, m := range v.Members() {
		switch text := m.Value.Text(); {
		case m.Name == "file":
			m.Value = shortPart(m.Value)
		case (m.Name == "raw" || m.Name == "bytes" || m.Name == "data") && m.Value.Is(ojson.String) && len(text) > maxShown:
			m.Value = ojson.NewString(text[:maxShown] + "… " + formgen.ByteSize(len(text)/4*3))
		}
		members = append(members, m)
	}
	return ojson.NewObject(members...)
}

package formgen

import (
	"encoding/base64"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// IsBinary reports text that stands for bytes, as an encoded file does.
func (x *Field) IsBinary() bool { return x.Kind() == schema.String && x.place.Encoding() != "" }

// SetBytes sets a binary field to bytes, encoded as the schema asks. [Form.Undo]
// brings back what was there. On other fields it does nothing.
func (x *Field) SetBytes(data []byte) {
	if x.IsBinary() {
		x.replace(ojson.NewString(x.encode(data)))
	}
}

func (x *Field) encode(data []byte) string {
	switch x.place.Encoding() {
	case "base64url":
		return base64.URLEncoding.EncodeToString(data)
	case "data-url":
		return "data:" + x.mediaType() + ";base64," + base64.StdEncoding.EncodeToString(data)
	}
	return base64.StdEncoding.EncodeToString(data)
}

// mediaType is what the schema says that the bytes are.
func (x *Field) mediaType() string {
	if t := x.place.MediaType(); !t.IsEmpty() {
		return t.Exact()
	}
	return "application/octet-stream"
}

// warnBinary says that a text is not encoded as the schema asks, which the judge
// does not look at. Format "binary" may be any text, by those who mean its bytes.
func (x *Field) warnBinary() []schema.Problem {
	if !x.IsBinary() || x.text == "" || x.place.Format().Exact() == "binary" {
		return nil
	}
	if _, ok := x.Bytes(); ok {
		return nil
	}
	return []schema.Problem{{Keyword: "contentEncoding", Message: "is not " + x.place.Encoding()}}
}

// Bytes is the number of bytes that a binary field stands for, false where its
// text is not encoded as the schema asks.
func (x *Field) Bytes() (n int, ok bool) {
	text, encoding := x.text, base64.StdEncoding
	switch x.place.Encoding() {
	case "base64url":
		encoding = base64.URLEncoding
	case "data-url":
		_, text, ok = strings.Cut(text, ";base64,")
		if !ok {
			return 0, false
		}
	}
	data, err := encoding.DecodeString(text)
	return len(data), err == nil
}

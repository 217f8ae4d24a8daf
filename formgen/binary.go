package formgen

import (
	"cmp"
	"encoding/base64"
	"fmt"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// IsBinary reports whether the text encodes bytes, as that of a file does.
func (f *Field) IsBinary() bool { return f.Kind() == schema.String && f.loc.Encoding() != "" }

// SetBytes sets a binary field to bytes, encoded as the schema asks. [Form.Undo]
// brings back what was there. On other fields it does nothing.
func (f *Field) SetBytes(data []byte) {
	if f.IsBinary() {
		f.replace(ojson.NewString(encode(f.loc, data)))
	}
}

// encode writes bytes as a schema asks, in a data URL with the type that it names.
func encode(at schema.Location, data []byte) string {
	switch at.Encoding() {
	case "base64url":
		return base64.URLEncoding.EncodeToString(data)
	case "data-url":
		mediaType := cmp.Or(at.MediaType().Exact(), "application/octet-stream")
		return "data:" + mediaType + ";base64," + base64.StdEncoding.EncodeToString(data)
	}
	return base64.StdEncoding.EncodeToString(data)
}

// warnBinary says that a text is not encoded as the schema asks, which the validator
// does not look at. Format "binary" may be any text, by those who mean its bytes.
func warnBinary(x *Field) []schema.Problem {
	if !x.IsBinary() || x.text == "" || x.loc.Format().Exact() == "binary" {
		return nil
	}
	if _, ok := x.Bytes(); ok {
		return nil
	}
	return []schema.Problem{{Keyword: "contentEncoding", Fault: schema.IsNot, Want: x.loc.Encoding()}}
}

// ByteSize is a number of bytes in a reader's units: "12.3 kB".
//
// Not stable, see the package comment.
func ByteSize(n int) string {
	switch {
	case n == 1:
		return "1 byte"
	case n < 1000:
		return fmt.Sprintf("%d bytes", n)
	}
	size, unit := float64(n)/1000, "kB"
	for _, next := range []string{"MB", "GB"} {
		if size < 1000 {
			break
		}
		size, unit = size/1000, next
	}
	return fmt.Sprintf("%.1f %s", size, unit)
}

package formgen

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// IsText reports a field that is edited as text.
func (f *Field) IsText() bool { return kinds[f.Kind()].isText() }

// SetText sets the text of a text, number or JSON field and makes it sent. Text
// that is no value of the kind stays, with its problem. Other kinds have no
// text, and nothing changes.
func (f *Field) SetText(s string) {
	if !f.IsText() {
		return
	}
	f.form.history.editText(f, func() { f.putText(s) })
}

func (f *Field) putText(s string) {
	f.text, f.presence = s, Set
	f.markSetUpwards()
}

// Type is [Field.SetText] for what a user types: emptying a field takes its value away, as spaces do for a number or a date, and what is wrong with a text that was
// right shows once the field is left.
func (f *Field) Type(s string) {
	f.form.beginTyping(f)
	if !f.IsText() {
		return
	}
	f.form.history.editText(f, func() {
		f.putText(s)
		if kinds[f.Kind()].isBlank(f) {
			f.text = ""
			f.setPresence(Omitted)
		}
	})
}

// Paste adds text at the end of a text field exactly as it is: a text with
// characters that cannot be seen is written with escapes from then on. On other
// kinds it does nothing.
func (f *Field) Paste(text string) {
	if !f.Kind().IsString() {
		return
	}
	if f.presence == Set {
		text = f.text + text
	}
	if isTypable(text) {
		f.SetText(text)
		return
	}
	f.form.layoutVersion++
	f.replace(ojson.NewString(text))
}

// textual is what kinds that are edited as text have in common.
type textual struct{ leaf }

func (textual) isText() bool { return true }

func (textual) assign(x *Field, text string) error {
	x.SetText(ResolveDate(x, text, x.form.now()))
	return nil
}

func (textual) isBlank(x *Field) bool { return x.text == "" }

// carry leaves text that is no value here in the branch that was left.
func (textual) carry(x *Field, left *content) {
	if left.kind == schema.JSON || !kinds[left.kind].isText() {
		return
	}
	x.text = left.text
	if v, _ := kinds[x.Kind()].parse(x); v == nil {
		x.text = ""
	}
}

// convert keeps the text.
func (textual) convert(*Field) {}

// textKind is that of fields whose value is their text.
type textKind struct{ textual }

func (textKind) value(x *Field) *ojson.Value { return ojson.NewString(x.text) }

func (textKind) parse(x *Field) (*ojson.Value, schema.Problem) {
	return ojson.NewString(x.text), schema.Problem{}
}

func (textKind) take(x *Field, v *ojson.Value) bool {
	x.text = v.Text()
	return v.Is(ojson.String) && isTypable(x.text)
}

// isBlank takes spaces for no date.
func (textKind) isBlank(x *Field) bool {
	return x.text == "" || strings.TrimSpace(x.text) == "" && DateFormat(x) != ""
}

// IsBinary reports whether the text encodes bytes, as that of a file does.
func (f *Field) IsBinary() bool { return f.Kind().IsString() && f.loc.Encoding() != "" }

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

// isTypable reports text that a line to type in shows as it is. Text with tabs,
// control, invisible or replacement characters would be changed or hidden by it, so it is
// edited as JSON, where they are written as escapes.
func isTypable(text string) bool {
	return safe.Text(text).Block(len(text)+1).String() == text && !strings.ContainsRune(text, unicode.ReplacementChar)
}

// escapeUntypable writes the characters of a JSON text that cannot be seen as
// escapes. They can only be in strings, where that means the same.
func escapeUntypable(text string) string {
	if isTypable(text) {
		return text
	}
	var sb strings.Builder
	for _, r := range text {
		if r == '\n' || isVisible(r) {
			sb.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&sb, "\\u%04x", unit)
		}
	}
	return sb.String()
}

// isVisible reports whether a character is drawn as itself. Joiners and selectors
// are part of emoji.
func isVisible(r rune) bool {
	s := string(r)
	if r == unicode.ReplacementChar {
		return false // bubbles takes it out
	}
	return r == '\u200d' || r == '\ufe0f' || safe.Text(s).Line(0).String() == s
}

package formgen

import (
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// CanLeaveJSON reports JSON text that the field's own kind could show, see [Field.AsJSON].
func (f *Field) CanLeaveJSON() bool {
	return f.asJSON && f.kind != schema.JSON && !f.needsEscapes()
}

// needsEscapes reports a text that is shown as JSON because it cannot be typed as it is.
func (f *Field) needsEscapes() bool {
	if !f.asJSON || f.kind != schema.String {
		return false
	}
	v, err := f.parseJSON()
	return err == nil && v.Is(ojson.String) && !isTypable(v.Text())
}

// JSON is the field's value as the JSON text that [Field.AsJSON] would show, ""
// while there is none.
func (f *Field) JSON() string {
	v := f.Value()
	if v == nil {
		return ""
	}
	return escapeUntypable(string(v.Indent("  ")))
}

// SetJSON replaces the field's value by JSON text. It fails with an
// [*ojson.SyntaxError] or [*ojson.LimitError] and then changes nothing.
func (f *Field) SetJSON(text string) error {
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		return err
	}
	f.replace(v)
	return nil
}

// AsJSON flips the field to JSON text and back. Going back fails where the text
// is not JSON; nothing is changed then. A value that does not fit the typed
// field stays JSON text; without any text the typed field is empty.
func (f *Field) AsJSON(on bool) error {
	if on == f.asJSON || f.kind == schema.JSON {
		return nil
	}
	var err error
	f.edit(f.self(), func() {
		f.form.layoutVersion++
		if !on {
			err = f.fromJSON()
			return
		}
		v := f.Value()
		f.savedText = f.text
		f.text, f.asJSON, f.flipped = "", true, true
		if v != nil {
			f.showJSON(v)
		}
		f.touch()
	})
	return err
}

// fromJSON reads the JSON text back into the typed field. Text that was not
// edited changes nothing, so that the text before it is still there.
func (f *Field) fromJSON() error {
	if f.flipped && (f.text == "" || f.source != nil && f.text == f.sourceText) {
		f.text, f.asJSON, f.flipped = f.savedText, false, false
		f.touch()
		return nil
	}
	if strings.TrimSpace(f.text) == "" {
		f.text, f.asJSON, f.presence = "", false, Omitted
		if f.parent == nil && f.kind == schema.Object {
			f.presence = Set
			objectKind{}.expand(f)
		}
		f.touch()
		return nil
	}
	v, err := f.parseJSON()
	if err != nil {
		return err
	}
	if f.parent == nil {
		f.form.Load(v)
		return nil
	}
	f.replace(v)
	return nil
}

// showJSON makes JSON text of a value. As long as the text is not edited,
// the field keeps the value exactly as it came.
func (f *Field) showJSON(v *ojson.Value) {
	f.text = escapeUntypable(string(v.Indent("  ")))
	f.source, f.sourceText = v, f.text
}

// parseJSON parses the JSON text. Text that showJSON made and that was not edited gives
// the value it was made of.
func (f *Field) parseJSON() (*ojson.Value, error) {
	if f.source != nil && f.text == f.sourceText {
		return f.source, nil
	}
	return ojson.Parse([]byte(f.text), ojson.DataLimits)
}

// isTyping reports JSON text that the user wrote.
func (f *Field) isTyping() bool {
	return f.kind == schema.JSON && f.text != "" && f.text != f.sourceText
}

// jsonKind is that of fields that are edited as JSON text.
type jsonKind struct{ textual }

func (k jsonKind) value(x *Field) *ojson.Value {
	v, _ := k.parse(x)
	return v
}

func (jsonKind) take(*Field, *ojson.Value) bool { return false }

func (k jsonKind) parse(x *Field) (*ojson.Value, schema.Problem) {
	v, err := x.parseJSON()
	if err == nil {
		return v, schema.Problem{}
	}
	if text := k.bareText(x); text != nil {
		return text, schema.Problem{}
	}
	return nil, schema.Problem{Fault: schema.IsNot, Want: "JSON", Got: err.Error()}
}

// bareText is what is typed without quotation marks where any value may be sent, nil for what
// looks like the beginning of JSON or has several lines.
func (jsonKind) bareText(x *Field) *ojson.Value {
	text := strings.TrimSpace(x.text)
	if x.kind != schema.JSON || text == "" || strings.ContainsAny(text[:1], "{[\"") || strings.Contains(x.text, "\n") {
		return nil
	}
	if v := ojson.NewString(x.text); x.Takes(v) {
		return v
	}
	return nil
}

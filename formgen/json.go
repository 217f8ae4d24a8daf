package formgen

import (
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// CanLeaveJSON reports JSON text that the field's own kind could show, see [Field.AsJSON].
func (f *Field) CanLeaveJSON() bool {
	if !f.asJSON || f.kind == schema.JSON {
		return false
	}
	v, err := f.source.parse(f.text)
	needsEscapes := f.kind.IsString() && err == nil && v.Is(ojson.String) && !isTypable(v.Text())
	return !needsEscapes
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
	f.form.history.edit(f, []*Field{f}, func() {
		f.form.layoutVersion++
		if !on {
			err = jsonKind{}.leave(f)
			return
		}
		v := f.Value()
		f.savedText = f.text
		f.text, f.asJSON, f.flipped = "", true, true
		if v != nil {
			jsonKind{}.show(f, v)
			f.touch() // what is empty is still to do
		}
	})
	return err
}

// jsonText is the JSON text of a value. As long as it is not edited, it stands for the value exactly as it came.
type jsonText struct {
	value *ojson.Value // nil where no text was made
	text  string
}

func newJSONText(v *ojson.Value) jsonText {
	return jsonText{v, escapeUntypable(string(v.Indent("  ")))}
}

// is reports the text that was made of the value.
func (t jsonText) is(text string) bool { return t.value != nil && text == t.text }

// parse parses a text. That of the value gives the value itself.
func (t jsonText) parse(text string) (*ojson.Value, error) {
	if t.is(text) {
		return t.value, nil
	}
	return ojson.Parse([]byte(text), ojson.DataLimits)
}

// jsonKind is that of fields that are edited as JSON text.
type jsonKind struct{ textual }

func (k jsonKind) value(x *Field) *ojson.Value {
	v, _ := k.parse(x)
	return v
}

func (jsonKind) take(*Field, *ojson.Value) bool { return false }

func (k jsonKind) parse(x *Field) (*ojson.Value, schema.Problem) {
	v, err := x.source.parse(x.text)
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

// show makes JSON text of a value.
func (jsonKind) show(x *Field, v *ojson.Value) {
	x.source = newJSONText(v)
	x.text = x.source.text
}

// leave reads the JSON text back into the typed field. Text that was not
// edited changes nothing, so that the text before it is still there.
func (jsonKind) leave(x *Field) error {
	if x.flipped && (x.text == "" || x.source.is(x.text)) {
		x.text, x.asJSON, x.flipped = x.savedText, false, false
		x.touch()
		return nil
	}
	if strings.TrimSpace(x.text) == "" {
		x.text, x.asJSON, x.presence = "", false, Omitted
		if x.parent == nil && x.kind == schema.Object {
			x.presence = Set
			objectKind{}.expand(x)
		}
		x.touch()
		return nil
	}
	v, err := x.source.parse(x.text)
	if err != nil {
		return err
	}
	if x.parent == nil {
		x.form.Load(v)
		return nil
	}
	x.replace(v)
	return nil
}

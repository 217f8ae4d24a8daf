package formgen

import (
	"errors"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// value is what the field sends now: nil while it is absent or holds a draft
// that is no value.
func (x *Field) value() *ojson.Value {
	if !x.fresh {
		x.cached, x.fresh = x.build(), true
	}
	return x.cached
}

func (x *Field) build() *ojson.Value {
	switch x.presence {
	case Absent:
		return nil
	case Null:
		return ojson.NewNull()
	}
	switch x.Kind() {
	case schema.Object:
		return x.buildObject()
	case schema.Array:
		return x.buildArray()
	case schema.Enum, schema.Boolean, schema.Const:
		return x.chosen
	case schema.Several:
		return ojson.NewArray(x.several...)
	case schema.Union, schema.Null:
		return nil
	}
	v, _ := x.parse()
	return v
}

func (x *Field) buildObject() *ojson.Value {
	members := make([]ojson.Member, 0, len(x.children))
	for _, c := range x.children {
		if v := c.value(); v != nil {
			members = append(members, ojson.Member{Name: c.name, Value: v})
		}
	}
	return ojson.NewObject(members...)
}

// buildArray keeps the positions: an item without a value counts as null, so
// that problems of the others are found where they are.
func (x *Field) buildArray() *ojson.Value {
	items := make([]*ojson.Value, len(x.children))
	for i, c := range x.children {
		if items[i] = c.value(); items[i] == nil {
			items[i] = ojson.NewNull()
		}
	}
	return ojson.NewArray(items...)
}

// parse reads the typed text; the problem says why it is no value.
func (x *Field) parse() (*ojson.Value, string) {
	switch x.Kind() {
	case schema.Integer, schema.Number:
		return parseNumber(x.text)
	case schema.JSON:
		v, err := x.parseJSON()
		if err != nil {
			return nil, "is not JSON: " + err.Error()
		}
		return v, ""
	}
	return ojson.NewString(x.text), ""
}

// parseJSON reads the JSON text; text that was made here still stands for what
// it was made of.
func (x *Field) parseJSON() (*ojson.Value, error) {
	if x.source != nil && x.text == x.sourceText {
		return x.source, nil
	}
	return ojson.Parse([]byte(x.text), ojson.DataLimits)
}

func parseNumber(text string) (*ojson.Value, string) {
	literal := strings.TrimSpace(text)
	v, err := ojson.NewNumber(literal)
	switch {
	case err == nil:
		return v, ""
	case literal == "":
		return nil, "needs a number"
	}
	if pointed, err := ojson.NewNumber(strings.Replace(literal, ",", ".", 1)); err == nil {
		return nil, "is not a number; write " + pointed.Text() + " with a point"
	}
	var beyond *ojson.LimitError
	if errors.As(err, &beyond) {
		return nil, beyond.Error()
	}
	return nil, "is not a number"
}

// hasDraft reports text that is no value, in the field or below.
func (x *Field) hasDraft() bool {
	if x.presence != Set {
		return x.isEntry() && x.presence == Absent
	}
	for _, c := range x.Children() {
		if c.hasDraft() {
			return true
		}
	}
	return x.value() == nil
}

// load gives the field and all below the state of v; nil makes it absent. A
// value that the typed field cannot hold becomes JSON text.
func (x *Field) load(v *ojson.Value) {
	x.touched, x.asJSON, x.flipped, x.fresh = true, false, false, false
	x.origin = x.form.loading
	x.stamp++
	switch {
	case v == nil:
		x.presence = Absent
	case v.Is(ojson.Null) && (x.nullable || x.kind != schema.JSON):
		x.presence = Null
	default:
		x.presence = Set
		x.settle(v)
		x.loadValue(v)
	}
	x.check()
}

// settle lets the schemas apply that fit the value: of unions a branch, of
// conditions the side that holds.
func (x *Field) settle(v *ojson.Value) {
	if len(x.base.Unions()) == 0 && !x.base.IsConditional() {
		return
	}
	if x.form.isSpent() {
		x.change(func(s *seldom) { s.picks = nil })
		x.setPlace(x.base)
		return
	}
	steps := x.form.steps
	if steps == nil {
		steps = schema.StepsFor(v)
	}
	picks, place := x.base.FitWithin(steps, nil, v)
	x.change(func(s *seldom) { s.picks = picks })
	x.setPlace(place)
}

// isSpent reports that the load under way has no steps left to find branches.
func (f *Form) isSpent() bool { return f.steps != nil && f.steps.IsSpent() }

// fitting loads v within the steps that its size allows.
func (f *Form) fitting(v *ojson.Value, load func()) {
	f.steps = schema.StepsFor(v)
	load()
	f.steps = nil
}

func (x *Field) loadValue(v *ojson.Value) {
	x.children, x.grown = nil, false
	composite := v.Is(ojson.Object) || v.Is(ojson.Array)
	if composite && x.form.isSpent() || !x.take(v) {
		x.asJSON = x.kind != schema.JSON
		x.showJSON(v)
	}
}

// take fills the typed field from a value; it reports false where that cannot
// hold it.
func (x *Field) take(v *ojson.Value) bool {
	switch x.kind {
	case schema.Object:
		return v.Is(ojson.Object) && x.loadObject(v)
	case schema.Array:
		return v.Is(ojson.Array) && x.loadArray(v)
	case schema.Several:
		x.setSeveral(v.Items())
		return v.Is(ojson.Array) && x.holdsSeveral(v)
	case schema.String:
		x.text = v.Text()
		return v.Is(ojson.String) && isTypable(x.text)
	case schema.Integer, schema.Number:
		x.text = v.Text()
		return v.Is(ojson.Number)
	}
	x.chosen = v
	switch x.kind {
	case schema.Boolean:
		return v.Is(ojson.Bool)
	case schema.Const:
		return ojson.Equal(v, x.place.Const())
	}
	return x.kind == schema.Enum && x.place.ChoiceOf(v) >= 0
}

// JSON is the field's value as the JSON text that [Field.AsJSON] would show, ""
// while there is none.
func (x *Field) JSON() string {
	v := x.value()
	if v == nil {
		return ""
	}
	return escapeUnseen(string(v.Indent("  ")))
}

// showJSON makes JSON text of a value. While the text stays as it is made here
// it stands for the value exactly as that came.
func (x *Field) showJSON(v *ojson.Value) {
	x.text = escapeUnseen(string(v.Indent("  ")))
	x.change(func(s *seldom) { s.source, s.sourceText = v, x.text })
}

func (x *Field) loadObject(v *ojson.Value) bool {
	x.makeMembers()
	values, known := make(map[string]*ojson.Value, v.Len()), map[string]bool{}
	for _, m := range v.Members() {
		values[m.Name] = m.Value // the last one of a name counts, as in Get
	}
	for _, c := range x.children {
		known[c.name] = true
		c.load(values[c.name])
	}
	for _, m := range v.Members() {
		if known[m.Name] {
			continue
		}
		known[m.Name] = true
		extra := newField(x.form, x, m.Name, x.place.Property(m.Name), false)
		extra.extra = true
		x.children = append(x.children, extra)
		extra.load(values[m.Name])
	}
	return true
}

func (x *Field) loadArray(v *ojson.Value) bool {
	x.children = make([]*Field, v.Len())
	for i := range v.Items() {
		x.children[i] = newField(x.form, x, "", x.place.Item(i), true)
	}
	x.renumber()
	for i, item := range v.Items() {
		x.children[i].load(item)
	}
	return true
}

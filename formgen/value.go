package formgen

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// value is what the field sends now: nil while it is omitted or holds a draft
// that is no value.
func (f *Field) value() *ojson.Value {
	if !f.fresh {
		f.cached, f.fresh = f.build(), true
	}
	return f.cached
}

func (f *Field) build() *ojson.Value {
	switch f.presence {
	case Omitted:
		return nil
	case Null:
		return ojson.NewNull()
	}
	switch f.Kind() {
	case schema.Object:
		return objectOf(f.children)
	case schema.Array:
		return arrayOf(f.children)
	case schema.Enum, schema.MultiEnum, schema.Boolean, schema.Const:
		return f.chosen
	case schema.Union, schema.Null:
		return nil
	}
	v, _ := f.parse()
	return v
}

func objectOf(children []*Field) *ojson.Value {
	members := make([]ojson.Member, 0, len(children))
	for _, c := range children {
		if v := c.value(); v != nil {
			members = append(members, ojson.Member{Name: c.name, Value: v})
		}
	}
	return ojson.NewObject(members...)
}

// arrayOf keeps the positions: an item without a value counts as null, so
// that problems of the others are found where they are.
func arrayOf(children []*Field) *ojson.Value {
	items := make([]*ojson.Value, len(children))
	for i, c := range children {
		if items[i] = c.value(); items[i] == nil {
			items[i] = ojson.NewNull()
		}
	}
	return ojson.NewArray(items...)
}

// parse reads the typed text; the problem says why it is no value.
func (f *Field) parse() (*ojson.Value, string) {
	switch f.Kind() {
	case schema.Integer, schema.Number:
		return parseNumber(f.text)
	case schema.JSON:
		v, err := f.parseJSON()
		if err == nil {
			return v, ""
		}
		if text := f.bareText(); text != nil {
			return text, ""
		}
		return nil, "is not JSON: " + err.Error()
	}
	return ojson.NewString(f.text), ""
}

// parseJSON parses the JSON text. Text that showJSON made and that was not edited gives
// the value it was made of.
func (f *Field) parseJSON() (*ojson.Value, error) {
	if f.source != nil && f.text == f.sourceText {
		return f.source, nil
	}
	return ojson.Parse([]byte(f.text), ojson.DataLimits)
}

// bareText is what is typed without quotation marks where any value may be sent, nil for what
// looks like the beginning of JSON or has several lines.
func (f *Field) bareText() *ojson.Value {
	if f.kind != schema.JSON || f.text == "" || strings.ContainsAny(f.text[:1], "{[\"") || strings.Contains(f.text, "\n") {
		return nil
	}
	if v := ojson.NewString(f.text); f.takes(v) {
		return v
	}
	return nil
}

// takes reports that the schema allows a value.
func (f *Field) takes(v *ojson.Value) bool { return len(f.base.Validate(v)) == 0 }

func parseNumber(text string) (*ojson.Value, string) {
	literal := strings.TrimSpace(text)
	v, err := ojson.NewNumber(literal)
	switch {
	case err == nil:
		return v, ""
	case literal == "":
		return nil, "needs a number"
	}
	if advice := aboutComma(literal); advice != "" {
		return nil, advice
	}
	var beyond *ojson.LimitError
	if errors.As(err, &beyond) {
		return nil, beyond.Error()
	}
	if meant := meantNumber(literal); meant != "" {
		return nil, "is not a number; write " + meant
	}
	return nil, "is not a number"
}

// thousands is a number with a comma before each three digits.
var thousands = regexp.MustCompile(`^[+-]?[1-9]\d{0,2}(,\d{3})+$`)

// aboutComma says how to write a number with a comma, "" for other texts. 1,000 is a thousand to
// some people, and one to others.
func aboutComma(text string) string {
	pointed, err := ojson.NewNumber(strings.Replace(text, ",", ".", 1))
	whole := strings.TrimPrefix(strings.ReplaceAll(text, ",", ""), "+")
	switch {
	case thousands.MatchString(text) && err == nil:
		return "is not a number; write " + whole + ", or " + pointed.Text() + " with a point"
	case thousands.MatchString(text):
		return "is not a number; write " + whole
	case err == nil:
		return "is not a number; write " + pointed.Text() + " with a point"
	}
	return ""
}

// meantNumber is the JSON number that a text means which people write in another way, such as
// .5, +7 and 1 000; "" for a text with no such meaning.
func meantNumber(text string) string {
	text = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "'", "", "’", "", "_", "").Replace(text)
	sign := ""
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		sign, text = "-", rest
	} else {
		text = strings.TrimPrefix(text, "+")
	}
	text = strings.TrimSuffix(text, ".")
	if strings.HasPrefix(text, ".") {
		text = "0" + text
	} else if plain := strings.TrimLeft(text, "0"); plain != "" && plain[0] >= '1' && plain[0] <= '9' {
		text = plain
	}
	v, err := ojson.NewNumber(text) // a second sign is none
	if err != nil || strings.HasPrefix(text, "-") {
		return ""
	}
	return sign + v.Text()
}

// hasDraft reports text that is no value, in the field or below.
func (f *Field) hasDraft() bool {
	if f.presence != Set {
		return f.isEntry() && f.presence == Omitted
	}
	return slices.ContainsFunc(f.Children(), (*Field).hasDraft) || f.value() == nil
}

// load gives the field and all below the state of v; nil makes it omitted. A
// value that the typed field cannot hold becomes JSON text.
func (f *Field) load(v *ojson.Value) {
	f.touched, f.asJSON, f.flipped, f.fresh = true, false, false, false
	f.origin = f.form.loading
	f.version++
	switch {
	case v == nil:
		f.presence = Omitted
	case v.Is(ojson.Null) && (f.nullable || f.kind != schema.JSON):
		f.presence = Null
	default:
		f.presence = Set
		f.settle(v)
		f.loadValue(v)
	}
	f.check()
}

// settle lets the schemas apply that fit the value: of unions a branch, of
// conditions the side that holds.
func (f *Field) settle(v *ojson.Value) {
	if len(f.base.Unions()) == 0 && !f.base.IsConditional() {
		return
	}
	if f.form.isSpent() {
		f.picks = nil
		f.setLocation(f.base)
		return
	}
	steps := f.form.steps
	if steps == nil {
		steps = schema.StepsFor(v)
	}
	picks, loc := f.base.Fit(nil, v, steps)
	f.picks = picks
	f.setLocation(loc)
}

// isSpent reports that the load under way has no steps left to find branches.
func (f *Form) isSpent() bool { return f.steps != nil && f.steps.IsSpent() }

// fitting loads v within the steps that its size allows.
func (f *Form) fitting(v *ojson.Value, load func()) {
	f.steps = schema.StepsFor(v)
	load()
	f.steps = nil
}

func (f *Field) loadValue(v *ojson.Value) {
	f.children, f.expanded = nil, false
	composite := v.Is(ojson.Object) || v.Is(ojson.Array)
	if composite && f.form.isSpent() || !f.take(v) {
		f.asJSON = f.kind != schema.JSON
		f.showJSON(v)
	}
}

// take fills the typed field from a value; it reports false where that cannot
// hold it.
func (f *Field) take(v *ojson.Value) bool {
	switch f.kind {
	case schema.Object:
		return v.Is(ojson.Object) && f.loadObject(v)
	case schema.Array:
		return v.Is(ojson.Array) && f.loadArray(v)
	case schema.String:
		f.text = v.Text()
		return v.Is(ojson.String) && isTypable(f.text)
	case schema.Integer, schema.Number:
		f.text = v.Text()
		return v.Is(ojson.Number)
	}
	f.chosen = v
	switch f.kind {
	case schema.MultiEnum:
		return v.Is(ojson.Array) && areChoices(f.loc.Item(0), v.Items())
	case schema.Boolean:
		return v.Is(ojson.Bool)
	case schema.Const:
		return ojson.Equal(v, f.loc.Const())
	}
	return f.kind == schema.Enum && f.loc.ChoiceOf(v) >= 0
}

// JSON is the field's value as the JSON text that [Field.AsJSON] would show, ""
// while there is none.
func (f *Field) JSON() string {
	v := f.value()
	if v == nil {
		return ""
	}
	return escapeUntypable(string(v.Indent("  ")))
}

// showJSON makes JSON text of a value. As long as the text is not edited,
// the field keeps the value exactly as it came.
func (f *Field) showJSON(v *ojson.Value) {
	f.text = escapeUntypable(string(v.Indent("  ")))
	f.source, f.sourceText = v, f.text
}

func (f *Field) loadObject(v *ojson.Value) bool {
	f.makeMembers()
	values := make(map[string]*ojson.Value, v.Len())
	for _, m := range v.Members() {
		values[m.Name] = m.Value // the last one of a name counts, as in Get
	}
	for _, c := range f.children {
		c.load(values[c.name])
		delete(values, c.name)
	}
	for _, m := range v.Members() {
		value, left := values[m.Name]
		if !left {
			continue
		}
		delete(values, m.Name)
		f.addExtra(m.Name).load(value)
	}
	return true
}

func (f *Field) loadArray(v *ojson.Value) bool {
	f.makeItems(v.Len())
	for i, item := range v.Items() {
		f.children[i].load(item)
	}
	return true
}

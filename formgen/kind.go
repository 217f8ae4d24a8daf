package formgen

import (
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// kind is what the fields of one kind do. It has no state: the kind of a field changes with the
// value of others and with the user's wish, and what was typed or chosen stays in its content.
type kind interface {
	// isText reports a kind that is edited as text.
	isText() bool

	// value is what a set field sends, nil while it has no value.
	value(x *Field) *ojson.Value
	// take fills the field from a value. It reports false where the field cannot have it.
	take(x *Field, v *ojson.Value) bool
	// parse reads the typed text. The problem says why it is no value, and is shown where value returns nil.
	parse(x *Field) (*ojson.Value, schema.Problem)
	// assign sets the field to a value that is written as text, as on a command line.
	assign(x *Field, text string) error
	// spell is a text of another program as assign takes it, such as "true" for "Yes".
	spell(x *Field, text string) string

	// begin gives a field that must be sent its first state, where there is only one.
	begin(x *Field)
	// fill makes the least value of a field that becomes set without one.
	fill(x *Field)
	// isBlank reports a set field in which nothing is filled in.
	isBlank(x *Field) bool

	// carry takes along what was typed in another branch, where it fits here too.
	carry(x *Field, left *content)
	// convert gives a field that is set without a value its state, after its kind has changed to this one.
	convert(x *Field)
	// follow brings what is inside in line with other schemas of the same kind. With keep, members stay that
	// these do not declare.
	follow(x *Field, keep bool)
	// restore restores what is inside from a draft.
	restore(x *Field, s *state)
}

// kinds has what each kind of field does. A kind that is missing at its end does not compile, and a test finds
// any other.
var kinds [schema.NumKinds]kind

// Methods of kinds use the table, which therefore cannot have its value where it is declared.
func init() {
	kinds = [...]kind{
		schema.JSON:      jsonKind{},
		schema.Null:      nullKind{},
		schema.Boolean:   boolKind{},
		schema.Integer:   numberKind{},
		schema.Number:    numberKind{},
		schema.String:    textKind{},
		schema.Enum:      enumKind{},
		schema.Const:     constKind{},
		schema.Object:    objectKind{},
		schema.Array:     listKind{},
		schema.Union:     unionKind{},
		schema.MultiEnum: severalKind{},
	}
}

// leaf is what kinds without text and without fields inside have in common.
type leaf struct{}

func (leaf) isText() bool { return false }

func (leaf) parse(*Field) (*ojson.Value, schema.Problem) { return nil, schema.Problem{} }

func (leaf) spell(_ *Field, text string) string { return text }

func (leaf) begin(*Field) {}

func (leaf) fill(*Field) {}

func (leaf) isBlank(*Field) bool { return false }

func (leaf) carry(*Field, *content) {}

// convert leaves raw input as JSON text, as the kind has no text for it.
func (leaf) convert(x *Field) {
	if x.text != "" {
		x.asJSON = true
		return
	}
	x.presence = Omitted
}

func (leaf) follow(*Field, bool) {}

func (leaf) restore(x *Field, _ *state) { x.children = nil }

// nullKind is that of fields that are null or left out.
type nullKind struct{ leaf }

func (nullKind) value(*Field) *ojson.Value { return nil }

func (nullKind) take(*Field, *ojson.Value) bool { return false }

func (nullKind) assign(x *Field, text string) error { return x.SetJSON(text) }

func (nullKind) begin(x *Field) { x.presence = Null }

// constKind is that of fields that have one value.
type constKind struct{ leaf }

func (constKind) value(x *Field) *ojson.Value { return x.chosen }

func (constKind) take(x *Field, v *ojson.Value) bool {
	x.chosen = v
	return ojson.Equal(v, x.loc.Const())
}

func (constKind) assign(x *Field, text string) error { return setConst(x, text) }

func (constKind) fill(x *Field) { x.chosen = x.loc.Const() }

// use sends the one value that a field can have.
func (constKind) use(x *Field) {
	if x.asJSON { // as another value was set before
		x.replace(x.loc.Const())
		return
	}
	x.SetPresence(Set)
}

package formgen

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/internal/widget/noun"
)

// ItemNoun is what is added to a list or a map: "stop" to "Stops".
func ItemNoun(x *Field) string {
	switch {
	case x.Kind() == schema.Object && !x.Location().IsMap():
		return "field"
	case x.IsItem() || x.IsExtra() || x.Parent() == nil:
		return itemNoun(x.Kind())
	}
	return noun.Of(x.Label())
}

// itemNoun is what a list, or an object that is a map, consists of.
func itemNoun(kind schema.Kind) string {
	if kind == schema.Object {
		return "entry"
	}
	return "item"
}

// CountItems says how many items a list has, or entries a map.
func CountItems(n int, kind schema.Kind) string {
	if n == 1 {
		return "1 " + itemNoun(kind)
	}
	return fmt.Sprintf("%d %s", n, ItemsNoun(kind))
}

// ItemsNoun are the items of a list or the entries of a map.
func ItemsNoun(kind schema.Kind) string {
	if kind == schema.Object {
		return "entries"
	}
	return "items"
}

// AddText is the text of the row that adds to a list, a map or an object.
func AddText(x *Field) string { return "+ add " + ItemNoun(x) }

// AddGroupText is the text of the row that adds an object that may be left out.
func AddGroupText(x *Field) string { return "+ Add " + noun.Lower(x.Label()) }

// OmittedText says what a row without a value needs.
func OmittedText(r Row) string {
	x := r.Field
	switch {
	case x.IsLocked():
		return Capital(x.LockedText())
	case x.IsItem() || x.IsExtra():
		return "Needs a value"
	case r.Kind == Variant && IsFree(r):
		return "Optional"
	case r.Kind == Variant && x.IsRequired():
		return "Choose one"
	case r.Kind == Subpage && x.IsRequired() && takesNull(x):
		return "Required. Enter adds it, ctrl+g sets null."
	case r.Kind == Subpage && x.IsRequired():
		return "Required. Enter adds it."
	case x.IsRequired() && takesNull(x):
		return "Required (ctrl+g sets null)"
	case alternatives(x) != "":
		return "This or " + alternatives(x)
	case x.IsRequired():
		return "Required"
	}
	if text := defaultText(x); text != "" {
		return "Optional (default: " + text + ")"
	}
	return "Optional"
}

// alternatives are the fields of which one is needed, if not this one; "" where there is no such demand.
func alternatives(x *Field) string {
	object := x.Parent()
	if object == nil || object.Kind() != schema.Object || x.IsRequired() {
		return ""
	}
	for _, c := range object.Location().Combinations() {
		var others []string
		offers := false
		for _, set := range c.Sets {
			if len(set) == 1 && set[0] == x.Name() {
				offers = true
				continue
			}
			others = append(others, strings.Join(labelsOf(object, set), " and "))
		}
		if offers && !c.Never && len(others) > 0 && !c.IsMet(object.sends) {
			return strings.Join(others, " or ")
		}
	}
	return ""
}

// Placeholder is what a text field shows while it is empty.
func Placeholder(x *Field) string {
	if examples := x.Location().Examples(); len(examples) > 0 && x.Presence() == Omitted {
		return "e.g. " + Summary(examples[0])
	}
	if text := x.Location().Placeholder(); !text.IsEmpty() && x.Presence() == Omitted {
		return text.Line(placeholderWidth).String()
	}
	switch {
	case x.Presence() == Null:
		return "null"
	case x.Presence() == Set && x.Kind() == schema.String:
		return "Empty text"
	case x.Presence() == Set, x.IsExtra(), x.IsItem():
		return "Needs a value"
	case x.IsRequired() && takesNull(x):
		return "Ctrl+g sets null"
	case x.IsRequired():
		return ""
	case alternatives(x) != "":
		return "This or " + alternatives(x)
	}
	return "Optional"
}

// placeholderWidth cuts a placeholder of the schema, in bytes.
const placeholderWidth = 120

// takesNull reports a location whose schema speaks of null; where it says nothing,
// null is one of all values.
func takesNull(x *Field) bool { return x.IsNullable() && x.Kind() != schema.JSON }

// BoolText is the value of a boolean.
func BoolText(x *Field) string {
	if yes, _ := x.Bool(); yes {
		return boolLabels[0]
	}
	return boolLabels[1]
}

// IsFree reports the row of a choice between shapes that need not be made: the object has members without it.
func IsFree(r Row) bool {
	return r.Kind == Variant && r.Field.Presence() == Set && r.Field.Unions()[r.Union].Chosen < 0 && !r.Field.loc.NeedsChoice()
}

// UnsetText is the choice that takes a value away.
func UnsetText(x *Field) string {
	switch {
	case x.Presence() == Null:
		return "null"
	case x.IsRequired() || x.IsExtra():
		return "Choose one"
	}
	return "Optional"
}

var boolLabels = []string{"yes", "no"}

// ChoiceLabels are the labels of the choices of an enumeration or a boolean.
func ChoiceLabels(x *Field) []string {
	if x.Kind() == schema.Boolean {
		return boolLabels
	}
	labels := make([]string, len(x.Choices()))
	for i := range labels {
		labels[i] = x.ChoiceLabel(i)
	}
	return labels
}

// ChoiceNotes describe the choices; nil where the schema describes none.
func ChoiceNotes(x *Field) []string {
	var notes []string
	for i, c := range x.Choices() {
		if c.Note.IsEmpty() {
			continue
		}
		if notes == nil {
			notes = make([]string, len(x.Choices()))
		}
		notes[i] = c.Note.Line(noteWidth).String()
	}
	return notes
}

// noteWidth cuts the description of a choice, in bytes.
const noteWidth = 120

// Words are what is sent of a field on one line, as its form words it: "Locker, 42". Secrets are masked, and bytes are
// shown by their size. It is "" for a field that is left out.
func Words(x *Field) string {
	switch {
	case x.Presence() != Set:
		return x.Summary()
	case x.IsSecret():
		return "••••"
	case x.Kind() == schema.Boolean || x.Kind() == schema.Const:
		return InSentence(x.value())
	case x.Kind() == schema.Object || x.Kind() == schema.Array:
		return wordsInside(x)
	}
	if n, ok := x.Bytes(); ok && x.IsBinary() {
		return ByteSize(n)
	}
	if text := x.Summary(); text != "" {
		return text
	}
	return "empty text"
}

// wordsInside are the chosen shape of an object and the words of what is in an object or a list.
func wordsInside(x *Field) string {
	var parts []string
	for _, u := range x.Unions() {
		if u.Chosen >= 0 {
			parts = append(parts, u.Branches[u.Chosen])
		}
	}
	separator := ", "
	for _, c := range x.Children() {
		words := Words(c)
		switch {
		case words == "" || c.Kind() == schema.Const:
			continue
		case c.IsExtra() || c.Kind() == schema.Boolean && !c.IsItem():
			words = c.Label() + " " + words
		case c.IsItem() && len(c.Children()) > 0:
			separator = "; "
		}
		parts = append(parts, words)
	}
	switch {
	case len(parts) > 0:
		return strings.Join(parts, separator)
	case x.Location().IsMap():
		return "no entries"
	}
	return InSentence(x.value())
}

// CountWarnings counts doubts that do not stop a value from being sent.
func CountWarnings(n int) string {
	if n == 1 {
		return "! 1 warning"
	}
	return fmt.Sprintf("! %d warnings", n)
}

// CountProblems counts problems.
func CountProblems(n int) string {
	if n == 1 {
		return "✗ 1 problem"
	}
	return fmt.Sprintf("✗ %d problems", n)
}

// WhyRequired says which values of other fields make a field required: "required because Kind is
// Company". It is "" for a field that is optional, or required in any case.
func WhyRequired(x *Field) string {
	object := x.Parent()
	if object == nil || !x.IsRequired() {
		return ""
	}
	names := object.Location().RequiredBecauseOf(x.Name())
	var reasons []string
	for _, other := range object.Children() {
		for _, name := range names {
			if other.Name() == name && other != x {
				reasons = append(reasons, other.Label()+" "+isWhat(other))
			}
		}
	}
	if len(reasons) == 0 {
		return ""
	}
	return "required because " + strings.Join(reasons, " and ")
}

// isWhat says what the value of a field is.
func isWhat(x *Field) string {
	switch {
	case x.Presence() == Omitted:
		return "is left out"
	case x.Kind() == schema.Boolean:
		return "is " + BoolText(x)
	case x.Kind() == schema.Enum || x.Kind() == schema.Const:
		return "is " + x.Summary()
	}
	return "is filled in"
}

// Sentence says what is wrong with a field in a sentence to stand below it: "At most 12", "Not a date.
// Try 2026-03-14".
func Sentence(x *Field, p schema.Problem) string {
	wrong, advice := complaint(x, p)
	switch {
	case within(x, p.Pointer) != "":
		return wrong // begins with a name
	case advice == "":
		return Capital(wrong)
	case DateFormat(x) != "":
		advice += ` or "next fri"`
	case p.Keyword == "contentEncoding" && !x.form.standalone:
		advice += " (f4)"
	}
	if p.Fault != schema.NotValid {
		advice += "."
	}
	return Capital(wrong) + ". " + Capital(advice)
}

// Brief says the same behind the name of the field: "at most 12", "not a date; try 2026-03-14".
func Brief(x *Field, p schema.Problem) string {
	wrong, advice := complaint(x, p)
	if advice == "" {
		return wrong
	}
	return wrong + "; " + advice
}

// Doubt says why the agent may refuse the value of a field that can be sent: "Start: not a date; the agent may refuse it".
func Doubt(x *Field, p schema.Problem) string { return x.Path() + ": " + DoubtNote(x, p) }

// DoubtNote is [Doubt] where the field is named already.
func DoubtNote(x *Field, p schema.Problem) string {
	if p.Keyword == schema.Rounding {
		return p.Want
	}
	return Brief(x, p) + "; the agent may refuse it"
}

// complaint says what is wrong with a field, and what to do about it, "" where the first says it.
func complaint(x *Field, p schema.Problem) (wrong, advice string) {
	if text := lacks(x, p); text != "" {
		return text, ""
	}
	if inside := within(x, p.Pointer); inside != "" {
		return inside + ": " + p.Brief(), ""
	}
	switch places := x.Location().Bounds().DecimalPlaces(); {
	case p.OfName:
	case p.Fault == schema.NotValid:
		return notValid(x, p)
	case p.Keyword == "multipleOf" && places == 1:
		return "at most one decimal", ""
	case p.Keyword == "multipleOf" && places > 1:
		return fmt.Sprintf("at most %d decimals", places), ""
	case p.Fault == schema.NotMatch && sampleFor(x) != "":
		return "looks like " + sampleFor(x), ""
	case p.Keyword == "contentEncoding" && !x.form.standalone:
		return p.Brief(), "choose a file"
	}
	return p.Brief(), ""
}

// within names the part of a field that a problem is about and that has no field of its own, such as the member of a value that
// is edited as JSON; "" where it is about the field.
func within(x *Field, pointer string) string {
	rest := strings.TrimPrefix(pointer, x.Pointer())
	if rest == "" {
		return ""
	}
	tokens := ojson.Tokens(rest)
	for i, t := range tokens {
		tokens[i] = shown(t)
	}
	return strings.Join(tokens, ".")
}

// notValid says that a text is not what its format demands.
func notValid(x *Field, p schema.Problem) (wrong, advice string) {
	article := "a"
	if strings.ContainsAny(p.Want[:1], "aeioAEI") {
		article = "an"
	}
	wrong = "not " + article + " " + p.Want
	if p.Example == "" || DateFormat(x) == "" && x.Location().Format().Exact() == "email" {
		return wrong, ""
	}
	return wrong, "try " + p.Example
}

// Capital is a text that begins with a capital letter.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if !unicode.IsLower(first) {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// PresenceStep is what the key of the presence would do.
func PresenceStep(x *Field) string {
	switch x.nextPresence() {
	case Omitted:
		return "Skip this field"
	case Null:
		return "Send null"
	}
	return "Include this field"
}

// PresenceHelp says what is sent of a field, and how to change that.
func PresenceHelp(x *Field) string {
	switch x.Presence() {
	case Omitted:
		if x.nextPresence() == Null {
			return "○ Left out. Ctrl+g sends null."
		}
		return "○ Left out. Ctrl+g includes it."
	case Null:
		return "∅ Sends null. Ctrl+g changes that."
	}
	return "● Included."
}

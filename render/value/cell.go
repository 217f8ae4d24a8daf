package value

import (
	"strconv"
	"strings"

	"github.com/dustin/go-humanize/english"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render/markdown"
)

// Kind is what a cell contains.
type Kind uint8

// The kinds of cells.
const (
	Absent  Kind = iota // nothing came
	Null                // null came
	Boolean             // true or false
	Number              // a number, with all its digits
	Text                // text that is not empty
	Empty               // "", {} or []
	Nested              // an object or an array; its text is a preview
)

// Mark precedes a value that breaks its schema; [CautionMark] before one
// that only looks wrong.
const (
	Mark        = "✗"
	CautionMark = "!"
)

// Cell is one value in its place. The zero Cell is absent and may be.
type Cell struct {
	Value    *ojson.Value     // nil where nothing came
	Required bool             // the schema wants a value here
	Problems []schema.Problem // what the value breaks; pointers as seen from it
	Format   *Format          // how it is shown; nil where nothing says so
}

// Kind says what the cell contains.
func (c Cell) Kind() Kind {
	switch {
	case !c.Value.Exists():
		return Absent
	case c.Value.Is(ojson.Null):
		return Null
	case c.Value.Is(ojson.Bool):
		return Boolean
	case c.Value.Is(ojson.Number):
		return Number
	case c.Value.Is(ojson.String) && c.Value.Text() != "":
		return Text
	case c.Value.Len() == 0:
		return Empty
	}
	return Nested
}

// Line is the value on one line, cut after [safe.CellLimit] bytes. An absent
// value is "missing" where it is required, else empty.
func (c Cell) Line() safe.Line { return safe.Text(c.Text()).Line(safe.CellLimit()) }

// Block is the value on as many lines as it has, cut after [safe.TextLimit]
// bytes. An array of scalars that do not read well in a row has a line each.
func (c Cell) Block() safe.Block {
	if items := c.Value.Items(); len(items) > 1 && !IsInline(items) {
		return safe.Text("• " + strings.Join(ScalarTexts(items), "\n• ")).Block(0)
	}
	return safe.Text(c.Text()).Block(0)
}

// Raw is the value as one copies it: the text of a string, the exact literal of
// a number, the JSON of anything else.
func (c Cell) Raw() safe.Raw {
	if c.Value.Is(ojson.Array) || c.Value.Is(ojson.Object) {
		return safe.Text(string(ojson.AsSent(c.Value.Indent("  "))))
	}
	return safe.Text(c.Value.Text())
}

// Note is what is next to the value: the weekday of a date, a duration in
// words, the title of an enumerated value. It is safe to show; "" for most values.
func (c Cell) Note() string {
	if c.Format == nil {
		return ""
	}
	return c.Format.note(c.Value)
}

// Description explains the value's place; empty where its schema does not.
func (c Cell) Description() safe.Raw {
	if c.Format == nil {
		return safe.Raw{}
	}
	return c.Format.loc.Description()
}

// Unit is the unit of a number, as its schema names it; "" without one.
func (c Cell) Unit() string {
	if c.Format == nil || !c.Value.Is(ojson.Number) {
		return ""
	}
	return c.Format.Unit
}

// Ratio is the value as a part of what its schema allows, from the least (0) to
// the greatest (1), for a bar next to it; not ok where the schema does not bound
// it on both sides, or the value lies outside.
func (c Cell) Ratio() (part float64, ok bool) {
	if c.Format == nil {
		return 0, false
	}
	return c.Format.ratio(c.Value)
}

// Fraction is how many cells of a number's text follow its integer part,
// the point included: to line up the points of a column. It is -1 for what is no
// number.
func (c Cell) Fraction() int {
	if c.Kind() != Number || c.isTime() {
		return -1
	}
	text := c.number()
	if at := strings.IndexAny(text, ".eE"); at >= 0 {
		return len(text) - at
	}
	return 0
}

// number is the text of a number.
func (c Cell) number() string {
	if c.isTime() {
		if text, ok := c.Format.epochText(c.Value.Text()); ok {
			return text
		}
	}
	if c.Format != nil && c.Format.whole {
		return Whole(c.Value.Text())
	}
	return c.Value.Text()
}

// isTime reports a number that is shown as a time.
func (c Cell) isTime() bool { return c.Format != nil && c.Format.epoch > 0 && c.Kind() == Number }

// Mark is what precedes the cell's text, "" for nothing.
func (c Cell) Mark() string {
	switch {
	case len(c.Problems) > 0:
		return Mark + " "
	case len(c.Warnings()) > 0:
		return CautionMark + " "
	}
	return ""
}

// Marked is the cell on one line, with [Mark] or [CautionMark] before it where
// something is wrong.
func (c Cell) Marked() string { return c.Mark() + c.Line().String() }

// IsRigid reports whether the cell loses its meaning when it is cut: numbers and dates.
func (c Cell) IsRigid() bool {
	switch c.Kind() {
	case Text:
		f := c.form()
		return f == dateText || f == momentText
	case Nested, Empty:
		return false
	}
	return true
}

// RGB is the color that the value names, as #rrggbb; "" where it names none.
func (c Cell) RGB() string {
	if c.form() != colorText {
		return ""
	}
	return rgbOf(c.Value.Text())
}

// rgbOf is a color as #rrggbb, "" where the text is none: #rgb, #rrggbb, either
// with an alpha behind, which is left out.
func rgbOf(text string) string {
	hex, ok := strings.CutPrefix(text, "#")
	if !ok || strings.Trim(hex, "0123456789abcdefABCDEF") != "" {
		return ""
	}
	switch len(hex) {
	case 3, 4:
		return "#" + strings.Repeat(hex[:1], 2) + strings.Repeat(hex[1:2], 2) + strings.Repeat(hex[2:3], 2)
	case 6, 8:
		return "#" + hex[:6]
	}
	return ""
}

// IsLink reports a text that is a URI or an address.
func (c Cell) IsLink() bool { return c.form() == linkText }

// form is what a text stands for.
func (c Cell) form() form {
	if c.Format == nil {
		return anyText
	}
	return c.Format.formOf(c.Value)
}

// Warnings are what looks wrong without breaking the schema: a format that the
// schema names but does not assert. A time without a zone is none: it is read as local, and the note says so.
func (c Cell) Warnings() []schema.Problem {
	if c.Format == nil || !c.Format.warns || len(c.Problems) > 0 || c.Value.Is(ojson.String) && c.Format.isLocalMoment(c.Value.Text()) {
		return nil
	}
	return c.Format.loc.Warn(c.Value)
}

// MediaType is what a text is declared to be.
func (c Cell) MediaType() safe.Raw {
	if c.Format == nil {
		return safe.Raw{}
	}
	return c.Format.media
}

// Passages are a text that is declared to be Markdown, nil for any other value.
func (c Cell) Passages() []*markdown.Block {
	text := c.Value.Text()
	if c.Kind() != Text || c.isEncoded() || !markdown.IsType(c.MediaType()) || len(text) > safe.TextLimit() || markdown.IsTooLong(text) {
		return nil
	}
	return markdown.Read(text, false)
}

// CanOpen reports whether the value's text is not all of it.
func (c Cell) CanOpen() bool {
	return c.Kind() == Nested || c.isEncoded() || markdown.IsType(c.MediaType()) || len(c.Value.Text()) > safe.TextLimit()
}

// NoValue is what is shown of null, and what a table shows of a member that did not come.
const NoValue = "–"

// Text is the value as text, whole and, but for the .0 of whole numbers and times since 1970, as it came: not yet safe to show.
func (c Cell) Text() string {
	switch c.Kind() {
	case Absent:
		if c.Required || len(c.Problems) > 0 {
			return "missing"
		}
		return ""
	case Null:
		if len(c.Problems) > 0 {
			return "null"
		}
		return NoValue
	case Boolean:
		if c.Value.Bool() {
			return "yes"
		}
		return "no"
	case Empty:
		return string(c.Value.Compact())
	case Nested:
		return Preview(c.Value)
	case Number:
		return c.number()
	case Text:
		if c.Format != nil && c.Format.upTo != AsSent {
			return c.Format.upTo.Shown(c.Value.Text())
		}
		if words := c.encodedText(); words != "" {
			return words
		}
	}
	return c.Value.Text()
}

// Preview is a nested value in a few words: the scalars of a list, the members
// of an object, how many items where they are nested themselves.
func Preview(v *ojson.Value) string {
	if v.Is(ojson.Array) {
		if !AllScalar(v.Items()) {
			return english.Plural(v.Len(), "item", "")
		}
		return strings.Join(ScalarTexts(v.Items()), ", ")
	}
	var sb strings.Builder
	for i, m := range v.Members() {
		if sb.Len() > safe.CellLimit() {
			break
		}
		if i > 0 {
			sb.WriteString(", ")
		}
		sb.WriteString(m.Name + ": " + brief(m.Value))
	}
	return sb.String()
}

// maxBriefList is how many items a list has whose items are shown in a preview.
const maxBriefList = 3

// brief is a member of an object that is itself only a preview.
func brief(v *ojson.Value) string {
	switch v.Kind() {
	case ojson.Object:
		return english.Plural(v.Len(), "field", "")
	case ojson.Array:
		if v.Len() <= maxBriefList && AllScalar(v.Items()) {
			return "[" + strings.Join(ScalarTexts(v.Items()), ", ") + "]"
		}
		return english.Plural(v.Len(), "item", "")
	}
	return v.Text()
}

// ScalarTexts are the items of a list in a few words each.
func ScalarTexts(items []*ojson.Value) []string {
	texts := make([]string, 0, len(items))
	size := 0
	for _, item := range items {
		if size > safe.TextLimit() {
			break
		}
		text := brief(item)
		size += len(text)
		texts = append(texts, text)
	}
	return texts
}

// IsInline reports whether a list is clear when its items are joined by
// commas.
func IsInline(items []*ojson.Value) bool {
	for _, item := range items {
		if text := item.Text(); len(text) > 30 || strings.ContainsAny(text, ",\n") {
			return false
		}
	}
	return true
}

// AllScalar reports whether no item has parts of its own.
func AllScalar(items []*ojson.Value) bool {
	for _, item := range items {
		if item.Is(ojson.Object) || item.Is(ojson.Array) {
			return false
		}
	}
	return true
}

// Grouped writes a count with thin marks of thousands: 1,234,567.
func Grouped(n int) string { return GroupDigits(strconv.Itoa(n)) }

// GroupDigits writes a decimal with the marks of [Grouped]: -1,234.50. A number with an exponent stays as it is.
func GroupDigits(decimal string) string {
	if strings.ContainsAny(decimal, "eE") {
		return decimal
	}
	sign := decimal[:len(decimal)-len(strings.TrimPrefix(decimal, "-"))]
	digits, fraction, hasFraction := strings.Cut(decimal[len(sign):], ".")
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	if hasFraction {
		digits += "." + fraction
	}
	return sign + digits
}

// Resolve is the location of a value with the branches that it satisfies, or
// comes closest to, and the names of those; safe to show, "" where the schema
// leaves no choice.
func Resolve(loc schema.Location, v *ojson.Value) (resolved schema.Location, name string) {
	if !DependsOnValue(loc) {
		return loc, ""
	}
	resolved = loc.For(v)
	var names []string
	for _, u := range resolved.Unions() {
		if _, _, named := u.At(""); named && len(u.Branches) > 1 && len(names) < maxVariants {
			names = append(names, u.Labels()[u.Picked])
		}
	}
	return resolved, strings.Join(names, ", ")
}

// maxVariants is of how many unions of one value the branch is named.
const maxVariants = 3

// DependsOnValue reports a location where what applies depends on the value.
func DependsOnValue(p schema.Location) bool {
	return p.IsKnown() && (len(p.Unions()) > 0 || p.IsConditional())
}

// IsTagged reports whether a member of the objects at a location names their
// variant already.
func IsTagged(p schema.Location) bool {
	for _, u := range p.Unions() {
		for i := range u.Branches {
			resolved := p.Resolve(schema.Picks{u.Key: i}, nil)
			for _, member := range resolved.Properties() {
				if u.IsTag(member.Name) {
					return true
				}
			}
		}
	}
	return false
}

// Source says where the labels and the order of a block come from.
type Source uint8

// The sources of a block.
const (
	NoSchema   Source = iota // not data, or data whose tag names no schema: inferred
	Declared                 // the schema that the tag names
	Undeclared               // the tag names a schema that the card does not declare: inferred
	Unusable                 // the schema cannot be read or compiled: inferred
)

// Head is what a block says of itself.
type Head struct {
	Title       string           // safe to show; "" for none
	Variant     string           // the branch that a value of several shapes has; safe to show, "" for none
	Schema      safe.Raw         // the name in the tag; empty for none
	Source      Source           // where labels and order come from
	Problems    []schema.Problem // all that breaks the schema; pointers as seen from the block's value
	Unvalidated bool             // too large to be validated at once: rows are validated as they are shown
	Pending     bool             // it is still being validated
	Partly      bool             // not all of the schema can be checked
	Nested      bool             // part of the block before it, whose head says the rest
	Data        bool             // the block shows a data part
	InText      bool             // it is in a text of the agent
	IsOurs      bool             // the program made it itself
	Asked       bool             // the schema is the one that the user asked the agent to follow

	Description safe.Raw // of the value, by its schema
}

// IsValid reports whether a declared schema was checked and holds, as far as it
// can be checked (Partly).
func (h Head) IsValid() bool {
	return h.Source == Declared && len(h.Problems) == 0 && !h.Unvalidated && !h.Pending
}

// Facts are where the labels come from, and details such as a count of rows.
func (h Head) Facts(details []string) []string {
	if h.Nested || h.InText && h.Source == NoSchema {
		return details
	}
	return append([]string{h.sourceText()}, details...)
}

// Verdict is what the validation found, "" where nothing is wrong or nothing was to be validated.
func (h Head) Verdict() string {
	switch {
	case len(h.Problems) > 0:
		return Mark + " " + english.Plural(len(h.Problems), "problem", "")
	case h.Pending:
		return "being checked"
	case h.Unvalidated:
		return "too large to check at once"
	case h.IsValid() && !h.Nested && h.Partly:
		return "not all of it can be checked"
	}
	return ""
}

func (h Head) sourceText() string {
	switch {
	case !h.Data, h.IsOurs, h.Source == Declared && h.Schema.IsEmpty():
		return ""
	case h.Source == Declared:
		return "schema " + h.Schema.Line(0).String()
	}
	return "No schema; guessed from the data"
}

// exactLimits leave numbers alone: one with a huge exponent cannot be checked or
// compared, but it is JSON and is exported as it came.
var exactLimits = ojson.Limits{Bytes: limit.DataBytes, Depth: limit.DataDepth}

// ParseExact reads a text as JSON with numbers of any size. The value is only written,
// never checked by a schema.
func ParseExact(text []byte) (*ojson.Value, error) { return ojson.Parse(text, exactLimits) }

// ParseLenient is a cell's text as a value; what is no JSON is shown as the text it is.
func ParseLenient(text []byte) *ojson.Value {
	if len(text) == 0 {
		return nil
	}
	v, err := ojson.Parse(text, ojson.DataLimits)
	if err != nil {
		return ojson.NewString(string(text))
	}
	return v
}

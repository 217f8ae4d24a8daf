package kit

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store"
)

// FilledRow is a field with its value, or the heading of the fields below it. Both are safe to draw.
type FilledRow struct {
	Label, Value string
	Depth        int
	isItem       bool // of a list: the label is its number
}

// FilledRows are the fields that a plan sends, in the order of the form; those of a secret say nothing of it.
func FilledRows(p *run.Plan) []FilledRow {
	if p.Data == nil || p.Input == nil {
		text := p.Text
		if p.Data != nil {
			text = string(p.Data)
		}
		return []FilledRow{{Label: "Message", Value: safe.Text(text).Line(safe.TextLimit()).String()}}
	}
	form := p.Form()
	if form == nil {
		return nil
	}
	var rows []FilledRow
	addFilled(&rows, form.Root(), 0)
	return rows
}

// LeftOut are the labels of the fields that could be filled in and are not, each safe to draw.
func LeftOut(p *run.Plan) []string {
	if form := p.Form(); form != nil {
		return form.LeftOut()
	}
	return nil
}

// FilledDoubts says of each field with a warning why the agent may refuse its value, as the review
// of the form does.
func FilledDoubts(p *run.Plan) (texts []string) {
	form := p.Form()
	if form == nil {
		return nil
	}
	form.Accept(form.Validate()())
	var walk func(*formgen.Field)
	walk = func(f *formgen.Field) {
		if w := f.Warnings(); len(w) > 0 {
			texts = append(texts, words.Doubt(f, w[0]))
		}
		for _, child := range f.Children() {
			walk(child)
		}
	}
	walk(form.Root())
	return texts
}

// addFilled adds the rows of the fields of an object, or the row of another value.
func addFilled(rows *[]FilledRow, f *formgen.Field, depth int) {
	for _, child := range f.Children() {
		if child.Presence() == formgen.Omitted {
			continue
		}
		row := FilledRow{Label: child.Label(), Value: summary(child), Depth: depth, isItem: f.Kind() == schema.Array}
		isNested := slices.ContainsFunc(child.Children(), func(c *formgen.Field) bool { return len(c.Children()) > 0 })
		if row.isItem || len(child.Children()) == 0 || child.Kind() == schema.Array && !isNested {
			*rows = append(*rows, row)
			continue
		}
		row.Value = ""
		*rows = append(*rows, row)
		addFilled(rows, child, depth+1)
	}
	if depth == 0 && len(*rows) == 0 {
		*rows = append(*rows, FilledRow{Label: f.Label(), Value: words.Summary(f)})
	}
}

// summary is the value of a field on one line.
func summary(f *formgen.Field) string {
	if f.Presence() == formgen.Null {
		return "no value"
	}
	if yes, ok := f.Bool(); ok {
		return map[bool]string{true: "yes", false: "no"}[yes]
	}
	if text := members(f); text != "" {
		return text
	}
	return words.Summary(f)
}

// separator separates the members of an object on one line.
const separator = " · "

// members are those of an object that have a value, "" for any other. Of truth values it names the true ones.
func members(f *formgen.Field) string {
	var words []string
	for _, child := range f.Children() {
		yes, isBool := child.Bool()
		switch {
		case f.Kind() == schema.Array:
			return ""
		case child.Presence() != formgen.Set || isBool && !yes:
		case isBool:
			words = append(words, child.Label())
		default:
			words = append(words, summary(child))
		}
	}
	return strings.Join(words, separator)
}

// CountFilled is how many characters there are to type.
func CountFilled(rows []FilledRow) (n int) {
	for _, r := range rows {
		n += steps(r)
	}
	return n
}

// steps are the characters of a row and the step to the next one.
func steps(r FilledRow) int { return ansi.StringWidth(r.Value) + fieldSteps }

// fieldSteps is how long it takes to go to a field, in characters.
const fieldSteps = 4

// DrawFilled draws the first rows with so many characters of them typed, and says at which line the typing is.
func DrawFilled(rows []FilledRow, typed, width int, st *Styles) (lines []string, at int) {
	labels := 0
	for _, r := range rows {
		if !r.isItem {
			labels = max(labels, 2*r.Depth+ansi.StringWidth(r.Label))
		}
	}
	labels = min(labels, width/2)
	for i, r := range rows {
		here := typed >= 0 && typed < steps(r)
		if here {
			at = i
		}
		lines = append(lines, filledLine(r, typed, labels, width, here, st))
		typed -= steps(r)
	}
	if typed >= 0 {
		at = len(rows) - 1
	}
	return lines, at
}

// filledLine is one row.
func filledLine(r FilledRow, typed, labels, width int, here bool, st *Styles) string {
	if r.isItem { // a list uses the whole width
		labels = 2*r.Depth + max(ansi.StringWidth(r.Label), 2)
	}
	label := Pad(ansi.Truncate(Pad("", 2*r.Depth)+r.Label, labels, "…"), labels)
	style := &st.Dim
	if here {
		style = &st.Accent
	}
	value := ""
	if typed >= steps(r) || here {
		value = fitFilled(r.Value, max(width-labels-3, 1))
	}
	text := st.Strong.Render(value)
	if here {
		value = ansi.Truncate(value, max(typed-fieldSteps+1, 0), "")
		text = st.Strong.Render(value) + st.Cursor.Render(" ")
	}
	return style.Render(label) + "   " + text
}

// fitFilled cuts a value to a width, behind one of its members if it has several.
func fitFilled(text string, width int) string {
	if ansi.StringWidth(text) > width {
		if whole := strings.LastIndex(ansi.Truncate(text, max(width-2, 0), ""), separator); whole > 0 {
			return text[:whole] + " …"
		}
	}
	return ansi.Truncate(text, width, "…")
}

// FormID identifies a form of the session.
type FormID struct {
	Ref   string
	Skill safe.Raw
	Input int      // index of the form, or one of the two below
	Name  safe.Raw // of its schema: another card may have others in the same locations
}

// What a skill takes besides its forms.
const (
	PlainText = -1 // the chat
	AnyJSON   = -2 // the editor of JSON without a schema
)

// Presets are the examples of a skill that fill in one of its forms.
func Presets(skill *a2aclient.Skill, input *a2aclient.Input) []formgen.Preset {
	switch {
	case skill == nil:
		return nil
	case input.Template == nil:
		return formgen.Presets(skill.Examples)
	}
	var presets []formgen.Preset
	for _, v := range input.Template.Examples() {
		presets = append(presets, formgen.Preset{Label: safe.Text(input.Template.Text(v)).Line(0).String(), Value: v})
	}
	return presets
}

// MaxStarts is how many of the examples and presets of a form a digit takes.
const MaxStarts = 9

// PresetName is the name of a preset of the user, safe to draw.
func PresetName(name string) string { return safe.Text(name).Line(60).String() }

// FormOf is what the drafts and presets of a form are kept under, with the identity of the agent; skill is nil for the agent itself.
func FormOf(agent safe.Raw, skill *a2aclient.Skill, input *a2aclient.Input) store.FormOf {
	of := store.FormOf{Agent: agent, Schema: input.Name, Digest: store.Digest(input.Schema)}
	if skill != nil {
		of.Skill = skill.ID
	}
	return of
}

// JSONInput is the input of a skill, or of the agent for nil, for which the card declares
// nothing.
func JSONInput(skill *a2aclient.Skill) a2aclient.Input {
	if skill == nil {
		return a2aclient.JSONInput(safe.Raw{})
	}
	return a2aclient.JSONInput(skill.ID)
}

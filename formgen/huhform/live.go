package huhform

import (
	"fmt"

	tea "charm.land/bubbletea/v2"
	"charm.land/huh/v2"

	"a2aform/formgen"
	"a2aform/internal/schema"
	"a2aform/internal/widget/editor"
)

// live is what edits the row that has the focus: a huh field, or an editor for
// JSON and for texts that are too long for huh.
type live struct {
	row         formgen.Row
	of          *formgen.Field
	kind        schema.Kind
	field       huh.Field
	editor      *editor.Model
	access      *textAccess // of the editor
	lines       int         // rows it takes
	width, most int         // of an editor: its columns, and the rows it may take
	area        bool        // it has several lines: enter and the arrows are its own
}

// newLive makes what edits a field; nil where there is nothing to type or to
// choose in place.
func newLive(x *formgen.Field, st *Styles, width, lines int) *live {
	if x.IsReadOnly() || !x.IsText() && !isInlineChoice(x) && !isInlineSeveral(x) {
		return nil
	}
	l := &live{of: x, kind: x.Kind(), lines: 1}
	switch {
	case isInlineSeveral(x):
		l.area, l.lines = true, len(x.Choices())
		l.field = newMultiSelect(x).WithHeight(l.lines)
	case isInlineChoice(x):
		l.field = newSelect(x)
	case needsEditor(x):
		l.area, l.most = true, lines
		l.access = &textAccess{field: x}
		l.editor = editor.New(l.access.Get(), placeholder(x), st.Editor)
		l.access.start(l.access.Get())
		l.grow(width)
		return l
	case isArea(x):
		l.area, l.lines = true, lines
		l.field = newArea(x, lines)
	default:
		l.field = newInput(x)
	}
	l.host(l.field, st, width)
	if l.area && x.IsText() {
		l.update(tea.KeyPressMsg{Code: tea.KeyHome, Mod: tea.ModCtrl}) // show the beginning
	}
	return l
}

// newLine makes what edits a row that is not a field's own value.
func newLine(r formgen.Row, field huh.Field, st *Styles, width int) *live {
	l := &live{of: r.Field, kind: r.Field.Kind(), lines: 1}
	l.host(field, st, width)
	return l
}

// host brings a huh field to life.
func (l *live) host(field huh.Field, st *Styles, width int) {
	l.field = field.WithTheme(st.theme).WithKeyMap(huhKeys).WithWidth(width)
	l.field.Init()
	l.field.Focus()
}

// update lets the field edit. The commands of huh's blinking cursor are
// harmless: the page drops what they send.
func (l *live) update(msg tea.Msg) tea.Cmd {
	if l.editor != nil {
		if l.editor.Update(msg) {
			l.access.Set(l.editor.Text())
			l.grow(l.width)
		}
		return nil
	}
	model, cmd := l.field.Update(msg)
	if field, ok := model.(huh.Field); ok {
		l.field = field
	}
	return cmd
}

// grow makes an editor as high as its text, as far as it may be.
func (l *live) grow(width int) {
	l.width, l.lines = width, min(l.editor.Lines(), l.most)
	l.editor.SetSize(width, l.lines)
}

// toEnd puts the cursor behind the text of an area.
func (l *live) toEnd() { l.update(tea.KeyPressMsg{Code: tea.KeyEnd, Mod: tea.ModCtrl}) }

func (l *live) view() string {
	if l.editor != nil {
		return l.editor.View()
	}
	return l.field.View()
}

func newInput(x *formgen.Field) huh.Field {
	input := huh.NewInput().Prompt("").Placeholder(placeholder(x))
	if x.IsSecret() {
		input.EchoMode(huh.EchoModePassword)
	}
	access := &textAccess{field: x}
	input.Accessor(access)
	access.start(input.GetValue())
	return input
}

func newArea(x *formgen.Field, lines int) huh.Field {
	area := huh.NewText().Placeholder(placeholder(x)).ExternalEditor(false).Lines(lines)
	access := &textAccess{field: x}
	area.Accessor(access)
	access.start(area.GetValue())
	return area
}

// placeholder tells what an empty field would send, or what fits.
func placeholder(x *formgen.Field) string {
	if examples := x.Place().Examples(); len(examples) > 0 {
		return "e.g. " + formgen.Summary(examples[0])
	}
	switch {
	case x.IsRequired() && x.IsNullable():
		return "ctrl+g for null"
	case x.IsRequired():
		return ""
	}
	return "not sent"
}

// textAccess joins a huh text field to the model: what huh itself made of the
// text when it was built is not an edit.
type textAccess struct {
	field *formgen.Field
	last  string
	ready bool
}

func (a *textAccess) start(shown any) { a.last, a.ready = fmt.Sprint(shown), true }

// Get is the text to edit.
func (a *textAccess) Get() string {
	if a.field.Presence() != formgen.Set {
		return ""
	}
	return a.field.Text()
}

// Set takes the text after an edit. Emptying a field takes its value away; the
// presence key says "empty text" where that is meant.
func (a *textAccess) Set(text string) {
	if !a.ready || text == a.last {
		return
	}
	a.last = text
	a.field.SetText(text)
	if text == "" {
		a.field.SetPresence(formgen.Absent)
	}
}

// inlineChoices is how many choices are walked through in place; more open the
// picker.
const inlineChoices = 8

func isInlineChoice(x *formgen.Field) bool {
	return x.Kind() == schema.Boolean || (x.Kind() == schema.Enum && len(x.Choices()) <= inlineChoices)
}

// unset is the choice that takes the value away.
const unset = -1

func newSelect(x *formgen.Field) huh.Field {
	options := []huh.Option[int]{huh.NewOption(unsetLabel(x), unset)}
	for i, label := range choiceLabels(x) {
		options = append(options, huh.NewOption(label, i))
	}
	access := &choiceAccess{field: x}
	access.last = access.Get()
	return huh.NewSelect[int]().Inline(true).Options(options...).Accessor(access)
}

func unsetLabel(x *formgen.Field) string {
	if x.IsRequired() {
		return "choose"
	}
	return "not sent"
}

var boolLabels = []string{"yes", "no"}

func choiceLabels(x *formgen.Field) []string {
	if x.Kind() == schema.Boolean {
		return boolLabels
	}
	labels := make([]string, len(x.Choices()))
	for i := range labels {
		labels[i] = x.ChoiceLabel(i)
	}
	return labels
}

// choiceNotes describe the choices, nil where the schema describes none.
func choiceNotes(x *formgen.Field) []string {
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

// choiceAccess joins a huh select to the model.
type choiceAccess struct {
	field *formgen.Field
	last  int
}

// Get is the chosen index.
func (a *choiceAccess) Get() int {
	if a.field.Presence() != formgen.Set {
		return unset
	}
	if a.field.Kind() != schema.Boolean {
		return a.field.Chosen()
	}
	if yes, ok := a.field.Bool(); !ok {
		return unset
	} else if !yes {
		return 1
	}
	return 0
}

// Set takes a choice. huh sets the first option while it is built; only a
// change counts.
func (a *choiceAccess) Set(i int) {
	if i == a.last {
		return
	}
	a.last = i
	switch {
	case i == unset:
		a.field.SetPresence(formgen.Absent)
	case a.field.Kind() == schema.Boolean:
		a.field.SetBool(i == 0)
	default:
		a.field.Choose(i)
	}
}

package huhform

import (
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"charm.land/huh/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"

	"a2aform/internal/schema"
	"a2aform/internal/widget/editor"
)

// fieldEditor is what edits the row that has the focus: a huh field, or an editor for
// JSON and for texts that are too long for huh.
type fieldEditor struct {
	row            formgen.Row
	kind           schema.Kind // of the row's field
	field          huh.Field
	editor         *editor.Model
	options        options            // of choices in place
	labels         []string           // of a list of choices
	access         *formgen.TextInput // of a text
	masked         bool               // of a secret that is not shown
	named          *naming            // whose name it is
	lines          int                // rows it takes
	width, maxRows int                // of an editor: its columns, and the rows it may take
	area           bool               // it has several lines: enter and the arrows are its own
	minWidth       int                // columns of choices in place: huh would break a longer one into lines
	replaces       bool               // typing replaces the text: a default that was not edited
}

// newFieldEditor makes what edits the focused row; nil where there is nothing to type
// or to choose in place.
func (p *Page) newFieldEditor() *fieldEditor {
	r := p.row()
	x := r.Field
	n := p.typedName()
	l := &fieldEditor{row: r, kind: x.Kind(), named: n, lines: 1, masked: p.masked(x)}
	width := p.valueWidth()
	switch {
	case x.IsLocked():
		return nil
	case n != nil:
		l.field = n.input()
		width = p.nameWidth(r, n)
	case r.Kind == formgen.Variant && isInline(len(x.Unions()[r.Union].Branches)):
		l.choose(variantOptions(r))
	case r.Kind != formgen.Edit || isLargeBinary(x):
		return nil
	case isInlineChoice(x):
		l.choose(selectOptions(x))
	case x.Kind() == schema.MultiEnum && isInline(len(x.Choices())):
		l.area, l.lines = true, len(x.Choices())
		l.field, l.labels = newMultiSelect(x), formgen.ChoiceLabels(x)
		width = p.areaWidth()
	case needsEditor(x):
		l.startEditor(formgen.NewTextInput(x, p.now), p)
		return l
	case isArea(x):
		l.area, l.lines = true, p.areaLines()
		l.field, l.access = p.newArea(x, l.lines)
		width = p.areaWidth()
	case x.IsText():
		l.field, l.access = p.newInput(x, l.masked)
		l.replaces = isUntouchedDefault(x)
	default:
		return nil
	}
	l.start(p.styles, width)
	return l
}

func (e *fieldEditor) choose(o options) {
	e.field, e.options, e.minWidth = newSelect(o), o, widest(o.labels)
}

// areaWidth is the space for a text of several lines.
func (p *Page) areaWidth() int { return max(p.width-areaIndent-gutterWidth, 6) }

// start gives huh's field its looks and the focus, at its beginning.
func (e *fieldEditor) start(st *Styles, width int) {
	e.field = e.field.WithTheme(st.Theme).WithKeyMap(huhKeys).WithWidth(max(width, e.minWidth))
	e.field.Init()
	e.field.Focus()
	if e.area {
		e.update(tea.KeyPressMsg{Code: tea.KeyHome, Mod: tea.ModCtrl})
	}
}

func (e *fieldEditor) startEditor(text *formgen.TextInput, p *Page) {
	e.area, e.maxRows, e.access = true, p.areaLines(), text
	e.editor = editor.New(text.Get(), formgen.Placeholder(e.row.Field), p.styles.Editor)
	text.Start(text.Get())
	e.grow(p.areaWidth())
}

// is reports whether e still edits the row.
func (e *fieldEditor) is(r formgen.Row) bool {
	return e.row.Kind == r.Kind && e.row.Field == r.Field && e.row.Union == r.Union && e.kind == r.Field.Kind()
}

// isCurrent reports whether e shows what the field sends, and offers what the field
// offers: the value of one field can change what another offers, or its own.
func (e *fieldEditor) isCurrent() bool {
	x := e.row.Field
	switch field := e.field.(type) {
	case *huh.Select[int]:
		hovered, _ := field.Hovered()
		return hovered == e.options.get() && e.options.isSame(e.optionsNow())
	case *huh.MultiSelect[int]:
		toggled, _ := field.GetValue().([]int)
		return slices.Equal(slices.Sorted(slices.Values(toggled)), slices.Sorted(slices.Values(x.Toggled()))) && slices.Equal(e.labels, formgen.ChoiceLabels(x))
	}
	return e.access == nil || e.access.IsCurrent()
}

func (e *fieldEditor) optionsNow() options {
	if e.row.Kind == formgen.Variant {
		return variantOptions(e.row)
	}
	return selectOptions(e.row.Field)
}

// update lets the field edit. The commands of huh's blinking cursor are
// harmless: the page drops what they send.
func (e *fieldEditor) update(msg tea.Msg) tea.Cmd {
	if e.editor != nil {
		if e.editor.Update(msg) {
			e.access.Set(e.editor.Text())
			e.grow(e.width)
		}
		return nil
	}
	if _, isLine := e.field.(*huh.Input); isLine && isDeleteWord(msg) {
		return nil
	}
	e.replaceDefault(msg)
	before := e.typed()
	cmd := e.pass(msg)
	if press, ok := msg.(tea.KeyPressMsg); ok && press.Mod == 0 && (press.Code == tea.KeyBackspace || press.Code == tea.KeyDelete) {
		left, right := restOfCharacter(before, e.typed())
		for range left {
			e.pass(tea.KeyPressMsg{Code: tea.KeyBackspace})
		}
		for range right {
			e.pass(tea.KeyPressMsg{Code: tea.KeyDelete})
		}
	}
	if choice, is := e.field.(*huh.Select[int]); is {
		if i, ok := choice.Hovered(); ok && i != e.options.get() {
			e.options.set(i) // huh shows its last option without taking it
		}
	}
	return cmd
}

// pass gives a message to huh's field.
func (e *fieldEditor) pass(msg tea.Msg) tea.Cmd {
	model, cmd := e.field.Update(msg)
	if field, ok := model.(huh.Field); ok {
		e.field = field
	}
	return cmd
}

// typed is the text of a line or an area of huh, "" for other fields.
func (e *fieldEditor) typed() string {
	text, _ := e.field.GetValue().(string)
	return text
}

// restOfCharacter returns how many runes of a character are left, before and after the place where
// one rune of it was deleted: huh deletes a rune, and people a character, such as a flag.
func restOfCharacter(before, after string) (left, right int) {
	old, now := []rune(before), []rune(after)
	if len(old) != len(now)+1 {
		return 0, 0
	}
	at := 0
	for at < len(now) && old[at] == now[at] {
		at++
	}
	for from, text := 0, before; text != ""; {
		cluster, _ := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
		size := max(utf8.RuneCountInString(cluster), 1)
		if at < from+size {
			return at - from, from + size - at - 1
		}
		from, text = from+size, text[max(len(cluster), 1):]
	}
	return 0, 0
}

// isDeleteWord reports the key that deletes a word forward: in a line to type in
// it fails before the last character (bubbles v2.2.1), and huh has no way to
// take it out.
func isDeleteWord(msg tea.Msg) bool {
	press, ok := msg.(tea.KeyPressMsg)
	return ok && slices.Contains([]string{"alt+delete", "alt+d", "ctrl+delete"}, press.String())
}

// grow makes an editor as high as its text, as far as it may be.
func (e *fieldEditor) grow(width int) {
	e.width, e.lines = width, min(e.editor.Lines(), e.maxRows)
	e.editor.SetSize(width, e.lines)
}

// setWidth follows the column of values as it moves.
func (e *fieldEditor) setWidth(width int) {
	if e.field != nil && !e.area {
		e.field = e.field.WithWidth(max(width, e.minWidth))
	}
}

// cursorEnd puts the cursor after the text of an area.
func (e *fieldEditor) cursorEnd() { e.update(tea.KeyPressMsg{Code: tea.KeyEnd, Mod: tea.ModCtrl}) }

// areaKeys are keys of the container that a text of several lines has for
// itself.
var areaKeys = []string{"up", "down", "enter", "pgup", "pgdown", "ctrl+home", "ctrl+end"}

// consumes reports a key that the container leaves to what is edited. From the ends
// of a list of choices the arrows lead on.
func (e *fieldEditor) consumes(key string) bool {
	if choices, ok := e.field.(*huh.MultiSelect[int]); ok {
		at, _ := choices.Hovered()
		return key == "up" && at > 0 || key == "down" && at < e.lines-1
	}
	if e.editor != nil && key == "ctrl+z" {
		return e.editor.CanUndo() // what was typed here, before what was done to the form
	}
	return e.area && slices.Contains(areaKeys, key)
}

// isTyped reports that printable keys go into a text.
func (e *fieldEditor) isTyped() bool {
	return e.named != nil || e.row.Kind == formgen.Edit && e.row.Field.IsText()
}

// isUntouchedDefault reports a text that the schema has filled in.
func isUntouchedDefault(x *formgen.Field) bool {
	return x.Presence() == formgen.Set && x.Origin() == formgen.Given && x.Text() != ""
}

// replaceDefault empties a line with an untouched default when the user types or pastes
// the first character. Any other key keeps the text, and goes on in it.
func (e *fieldEditor) replaceDefault(msg tea.Msg) {
	if !e.replaces {
		return
	}
	switch msg := msg.(type) {
	case tea.PasteMsg:
	case tea.KeyPressMsg:
		if msg.Text == "" {
			e.replaces = false
			return
		}
	default:
		return
	}
	e.replaces = false
	e.replaceAll("")
}

// replaceAll replaces the text of a line.
func (e *fieldEditor) replaceAll(text string) {
	e.update(tea.KeyPressMsg{Code: tea.KeyEnd})
	e.update(tea.KeyPressMsg{Code: 'u', Mod: tea.ModCtrl})
	e.update(tea.PasteMsg{Content: text})
}

func (e *fieldEditor) view() string {
	if e.editor != nil {
		return e.editor.View()
	}
	if e.minWidth > 0 {
		return strings.TrimRight(e.field.View(), " ") // or what fits would end in …
	}
	return e.field.View()
}

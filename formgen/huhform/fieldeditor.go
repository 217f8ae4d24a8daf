package huhform

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/huh/v2"

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
	options        options     // of choices in place
	labels         []string    // of a list of choices
	access         *textAccess // of a text
	masked         bool        // of a secret that is not shown
	named          *naming     // whose name it is
	lines          int         // rows it takes
	width, maxRows int         // of an editor: its columns, and the rows it may take
	area           bool        // it has several lines: enter and the arrows are its own
	minWidth       int         // columns of choices in place: huh would break a longer one into lines
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
	case IsLocked(x):
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
		l.field, l.labels = newMultiSelect(x), choiceLabels(x)
		width = p.areaWidth()
	case needsEditor(x):
		l.startEditor(x, p.styles, p.areaWidth(), p.areaLines())
		return l
	case isArea(x):
		l.area, l.lines = true, p.areaLines()
		l.field, l.access = newArea(x, l.lines)
		width = p.areaWidth()
	case x.IsText():
		l.field, l.access = newInput(x, l.masked)
	default:
		return nil
	}
	l.start(p.styles, width)
	return l
}

func (l *fieldEditor) choose(o options) {
	l.field, l.options, l.minWidth = newSelect(o), o, widest(o.labels)
}

// areaWidth is the room for a text of several lines.
func (p *Page) areaWidth() int { return max(p.width-areaIndent-gutterWidth, 6) }

// start gives huh's field its looks and the focus, at its beginning.
func (l *fieldEditor) start(st *Styles, width int) {
	l.field = l.field.WithTheme(st.theme).WithKeyMap(huhKeys).WithWidth(max(width, l.minWidth))
	l.field.Init()
	l.field.Focus()
	if l.area {
		l.update(tea.KeyPressMsg{Code: tea.KeyHome, Mod: tea.ModCtrl})
	}
}

func (l *fieldEditor) startEditor(x *formgen.Field, st *Styles, width, maxRows int) {
	l.area, l.maxRows = true, maxRows
	l.access = &textAccess{field: x}
	l.editor = editor.New(l.access.Get(), placeholder(x), st.Editor)
	l.access.start(l.access.Get())
	l.grow(width)
}

// is reports whether l still edits the row.
func (l *fieldEditor) is(r formgen.Row) bool {
	return l.row.Kind == r.Kind && l.row.Field == r.Field && l.row.Union == r.Union && l.kind == r.Field.Kind()
}

// isCurrent reports whether l shows what the field sends, and offers what the field
// offers: the value of one field can change what another offers, or its own.
func (l *fieldEditor) isCurrent() bool {
	x := l.row.Field
	switch field := l.field.(type) {
	case *huh.Select[int]:
		hovered, _ := field.Hovered()
		return hovered == l.options.get() && l.options.isSame(l.optionsNow())
	case *huh.MultiSelect[int]:
		toggled, _ := field.GetValue().([]int)
		return slices.Equal(slices.Sorted(slices.Values(toggled)), slices.Sorted(slices.Values(x.Toggled()))) && slices.Equal(l.labels, choiceLabels(x))
	}
	return l.access == nil || l.access.isCurrent()
}

func (l *fieldEditor) optionsNow() options {
	if l.row.Kind == formgen.Variant {
		return variantOptions(l.row)
	}
	return selectOptions(l.row.Field)
}

// update lets the field edit. The commands of huh's blinking cursor are
// harmless: the page drops what they send.
func (l *fieldEditor) update(msg tea.Msg) tea.Cmd {
	if l.editor != nil {
		if l.editor.Update(msg) {
			l.access.Set(l.editor.Text())
			l.grow(l.width)
		}
		return nil
	}
	if _, isLine := l.field.(*huh.Input); isLine && isDeleteWord(msg) {
		return nil
	}
	model, cmd := l.field.Update(msg)
	if field, ok := model.(huh.Field); ok {
		l.field = field
	}
	if choice, is := l.field.(*huh.Select[int]); is {
		if i, ok := choice.Hovered(); ok && i != l.options.get() {
			l.options.set(i) // huh shows its last option without taking it
		}
	}
	return cmd
}

// isDeleteWord tells the key that deletes a word forward: in a line to type in
// it fails before the last character (bubbles v2.2.1), and huh has no way to
// take it out.
func isDeleteWord(msg tea.Msg) bool {
	press, ok := msg.(tea.KeyPressMsg)
	return ok && slices.Contains([]string{"alt+delete", "alt+d", "ctrl+delete"}, press.String())
}

// grow makes an editor as high as its text, as far as it may be.
func (l *fieldEditor) grow(width int) {
	l.width, l.lines = width, min(l.editor.Lines(), l.maxRows)
	l.editor.SetSize(width, l.lines)
}

// setWidth follows the column of values as it moves.
func (l *fieldEditor) setWidth(width int) {
	if l.field != nil && !l.area {
		l.field = l.field.WithWidth(max(width, l.minWidth))
	}
}

// cursorEnd puts the cursor behind the text of an area.
func (l *fieldEditor) cursorEnd() { l.update(tea.KeyPressMsg{Code: tea.KeyEnd, Mod: tea.ModCtrl}) }

// areaKeys are keys of the container that a text of several lines has for
// itself.
var areaKeys = []string{"up", "down", "enter", "pgup", "pgdown", "ctrl+home", "ctrl+end"}

// consumes reports a key that the container leaves to what is edited. From the ends
// of a list of choices the arrows lead on.
func (l *fieldEditor) consumes(key string) bool {
	if choices, ok := l.field.(*huh.MultiSelect[int]); ok {
		at, _ := choices.Hovered()
		return key == "up" && at > 0 || key == "down" && at < l.lines-1
	}
	if l.editor != nil && key == "ctrl+z" {
		return l.editor.CanUndo() // what was typed here, before what was done to the form
	}
	return l.area && slices.Contains(areaKeys, key)
}

// isTyped reports that printable keys go into a text.
func (l *fieldEditor) isTyped() bool {
	return l.named != nil || l.row.Kind == formgen.Edit && l.row.Field.IsText()
}

func (l *fieldEditor) view() string {
	if l.editor != nil {
		return l.editor.View()
	}
	if l.minWidth > 0 {
		return strings.TrimRight(l.field.View(), " ") // or what fits would end in …
	}
	return l.field.View()
}

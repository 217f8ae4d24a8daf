package huhform

import (
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"charm.land/huh/v2"
	"charm.land/lipgloss/v2"
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
	isRadio        bool        // the choices stand in the row
	list           *choiceList // of choices below the row
	access         *textInput  // of a text
	masked         bool        // of a secret that is not shown
	named          *naming     // whose name it is
	lines          int         // of a text of several lines: what is shown of it
	width, maxRows int         // of an editor: its columns, and the rows it may take
	inserts        bool        // the last key put text into an editor
	area           bool        // it has several lines: enter and the arrows are its own
	replaces       bool        // typing replaces the text: nothing in it was edited since the focus came
}

// newFieldEditor makes what edits the focused row; nil where there is nothing to type
// or to choose in place.
func (p *Page) newFieldEditor() *fieldEditor {
	r := p.row()
	x := r.Field
	n := p.names.at(p.row().Row)
	l := &fieldEditor{row: r.Row, kind: x.Kind(), named: n, masked: p.secrets.masks(x)}
	switch {
	case x.IsLocked():
		return nil
	case n != nil && n.member != nil && n.object.KeyChoices() != nil:
		l.list = newChoiceList(n.options(p.takeName), p.window.height, p.styles.Picker)
		return l
	case n != nil:
		l.field = n.input()
	case r.hasRadio():
		l.isRadio = true
		return l
	case r.hasList():
		o, _ := r.options()
		l.list = newChoiceList(o, p.window.height, p.styles.Picker)
		if r.Kind == formgen.AddKey {
			l.list.ToFirst() // enter adds
		}
		return l
	case r.Kind != formgen.Edit || isLargeBinary(x):
		return nil
	case needsEditor(x):
		l.startEditor(newTextInput(x, p.now), p)
		return l
	case isArea(x):
		l.area = true
		l.field, l.access = newArea(x, p.now)
	case x.IsText():
		l.field, l.access = newInput(x, l.masked, p.now)
		l.replaces = x.Text() != ""
	default:
		return nil
	}
	l.start(p)
	return l
}

// start gives huh's field its looks, its size and the focus, at its beginning. A theme of huh is set once, and this one follows
// the styles of the page.
func (e *fieldEditor) start(p *Page) {
	theme := huh.ThemeFunc(func(isDark bool) *huh.Styles { return p.styles.Theme.Theme(isDark) })
	e.field = e.field.WithTheme(theme).WithKeyMap(huhKeys)
	e.resize(p)
	e.field.Init()
	e.field.Focus()
	if e.area { // huh has no other way to move the cursor
		e.pass(tea.KeyPressMsg{Code: tea.KeyHome, Mod: tea.ModCtrl})
	}
}

func (e *fieldEditor) startEditor(text *textInput, p *Page) {
	e.area, e.access = true, text
	e.editor = editor.New(text.Get(), placeholder(e.row.Field), p.styles.Editor)
	text.start(text.Get())
	e.resize(p)
}

// is reports whether e still edits the row.
func (e *fieldEditor) is(r formgen.Row) bool {
	return e.row.Kind == r.Kind && e.row.Field == r.Field && e.row.Union == r.Union && e.kind == r.Field.Kind()
}

// isCurrent reports whether e, which edits a row, shows what the field sends, and offers what the field
// offers: the value of one field can change what another offers, or its own.
func (e *fieldEditor) isCurrent(r row) bool {
	if e.list != nil && r.page.names.changed == nil {
		now, ok := r.options()
		return ok && slices.Equal(e.list.labels, now.labels) && !r.hasRadio()
	}
	if e.isRadio {
		return r.hasRadio()
	}
	return (e.access == nil || e.access.isCurrent()) && e.masked == r.page.secrets.masks(e.row.Field)
}

// update lets the field edit. The commands of huh's blinking cursor are
// harmless: the page drops what they send.
func (e *fieldEditor) update(msg tea.Msg) tea.Cmd {
	switch {
	case e.isRadio:
		return nil
	case e.list != nil:
		_, cmd := e.list.Update(msg)
		return cmd
	case e.editor != nil:
		if e.endsStep(msg) {
			e.row.Field.Form().EndStep()
		}
		if e.editor.Update(msg) {
			e.access.Set(e.editor.Text())
			e.grow(e.width)
		}
		return nil
	}
	if _, isLine := e.field.(*huh.Input); isLine && isDeleteWord(msg) {
		return nil
	}
	e.replaceText(msg)
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
	return cmd
}

// endsStep reports a message after which what is typed in an editor is a step of its own: texts there are long, and undo
// takes back a word of them at a time.
func (e *fieldEditor) endsStep(msg tea.Msg) bool {
	press, isKey := msg.(tea.KeyPressMsg)
	if !isKey {
		return true // it is pasted
	}
	was := e.inserts
	e.inserts = press.Text != ""
	return !e.inserts || !was || press.Text == " "
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

// resize gives the editor the space that its page has for it.
func (e *fieldEditor) resize(p *Page) {
	lines := p.window.areaLines(len(p.rows) == 1, e.editor != nil)
	switch area, isArea := e.field.(*huh.Text); {
	case e.list != nil:
		e.list.setHeight(p.window.height)
	case e.editor != nil:
		e.maxRows = lines
		e.grow(p.columns.areaWidth())
	case isArea:
		e.lines, e.field = lines, area.Lines(lines).WithWidth(p.columns.areaWidth())
	case e.named != nil && e.named.member == nil:
		e.setWidth(p.columns.newNameWidth(e.row))
	case e.field != nil:
		e.setWidth(p.columns.valueWidth())
	}
}

// setWidth gives a line of text its width. A message makes it show the beginning of the text again where that fits now.
func (e *fieldEditor) setWidth(width int) {
	e.field = e.field.WithWidth(width)
	e.field.Update(nil)
}

// restyle draws the editor in other colors; huh's fields have those of the page.
func (e *fieldEditor) restyle(st *Styles) {
	switch {
	case e.list != nil:
		e.list.Restyle(st.Picker)
	case e.editor != nil:
		e.editor.Restyle(st.Editor)
	}
}

// below is how many lines there are below the row.
func (e *fieldEditor) below() int {
	if e.list != nil {
		return e.list.lines()
	}
	return e.lines
}

// areaKeys are keys of the container that a text of several lines has for
// itself.
var areaKeys = []string{"up", "down", "enter", "pgup", "pgdown", "ctrl+home", "ctrl+end"}

// consumes reports a key that the container leaves to what is edited, with so many columns. The arrows lead on from the
// first and the last line of a text, and enter from JSON that is no list and no object.
func (e *fieldEditor) consumes(key string, width int) bool {
	switch {
	case !e.area || !slices.Contains(areaKeys, key):
		return false
	case key == "up":
		return !e.isOn(1, width)
	case key == "down":
		return !e.isOn(e.lineCount(), width)
	case key == "enter" && e.row.Field.Kind() == schema.JSON:
		text := e.text()
		return e.lineCount() > 1 || text != "" && strings.ContainsAny(text[:1], "{[")
	}
	return true
}

// lineCount is how many lines the text has.
func (e *fieldEditor) lineCount() int { return strings.Count(e.text(), "\n") + 1 }

// text is what is shown to edit: nothing of a field that is left out.
func (e *fieldEditor) text() string {
	if e.editor != nil {
		return e.editor.Text()
	}
	return e.access.Get()
}

// isOn reports that the cursor is on a line of the text. Of huh's text area it is known where there is but one.
func (e *fieldEditor) isOn(line, width int) bool {
	if e.editor != nil {
		at, _ := e.editor.Position()
		return at == line
	}
	return e.lineCount() == 1 && ansi.StringWidth(e.text()) < width
}

// isTyped reports that printable keys go into a text.
func (e *fieldEditor) isTyped() bool {
	return e.named != nil || e.row.Kind == formgen.Edit && e.row.Field.IsText()
}

// replaceText empties a line when the first key in it types a character, or text is pasted. Any other key, and a space, keeps the text,
// and goes on in it.
func (e *fieldEditor) replaceText(msg tea.Msg) {
	if !e.replaces {
		return
	}
	switch msg := msg.(type) {
	case tea.PasteMsg:
	case tea.KeyPressMsg:
		if msg.Text == "" || msg.Text == " " {
			e.replaces = false
			return
		}
	default:
		return
	}
	e.replaces = false
	e.setText("")
}

// setText replaces the text of a huh field.
func (e *fieldEditor) setText(text string) {
	e.access.Set(text)
	e.toEnd()
}

// toEnd puts the cursor after the text. A huh field has it there once its text was set,
// an input only if it was empty before.
func (e *fieldEditor) toEnd() {
	switch field := e.field.(type) {
	case nil:
		e.editor.SeekEnd()
	case *huh.Input:
		field.Value(new(string)).Accessor(e.access)
	case *huh.Text:
		field.Accessor(e.access)
	}
}

// line is the line in which a text is typed, as wide as there is space for; of a date, with what it means. A text that typing replaces looks
// selected, if all of it is in sight.
func (e *fieldEditor) line(dim lipgloss.Style, width int) string {
	line := e.view()
	if e.replaces && !e.masked {
		if text := e.access.shown(); text != "" && ansi.StringWidth(text) < width {
			line = lipgloss.NewStyle().Reverse(true).Render(text) + " "
		}
	}
	if e.access == nil || e.access.dateNote() == "" {
		return line
	}
	return ansi.Truncate(line, ansi.StringWidth(e.access.shown())+len("_"), "") + "  " + dim.Render(e.access.dateNote())
}

func (e *fieldEditor) view() string {
	if e.isRadio || e.list != nil {
		return "" // the row and the lines below it show them
	}
	if e.editor != nil {
		return e.editor.View()
	}
	return e.field.View()
}

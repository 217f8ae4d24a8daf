package huhform

import (
	"fmt"
	"time"

	"charm.land/bubbles/v2/cursor"
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
)

// Page shows one page of a form and edits it.
//
// Not stable: programs of others use a [Model].
type Page struct {
	listing

	isBlurred   bool // something outside the page has the focus
	fieldEditor *fieldEditor
	typed       typedLetters
	typedShape  *typedShape // nil where the focused row has none
	isAsked     bool        // enter said that the focused row has no choice yet
	names       names
	secrets     secrets
	replaced    replacedWords

	styles    *Styles
	columns   columns
	window    window
	notes     []note // below the focused row
	cache     map[formgen.Row]drawn
	tool      key.Binding      // of the program around the page, which chooses a file or shows a calendar
	recipient string           // where the values go, "" where that is not known
	now       func() time.Time // what words such as "tomorrow" count from
}

// New shows the page of a field with the focus on its first row.
//
// Not stable: programs of others use [NewModel].
func New(form *formgen.Form, at *formgen.Field, styles *Styles) *Page {
	p := &Page{listing: listing{form: form, of: at, at: at.Pointer()}, styles: styles, columns: columns{width: 80}, window: window{height: 20}, now: time.Now}
	p.tool = key.NewBinding(key.WithHelp("f4", ""))
	p.cache, p.names.added = map[formgen.Row]drawn{}, map[*formgen.Field]*naming{}
	p.list(nil)
	p.relaid()
	p.focusRow(p.rows.firstDue())
	return p
}

// Blur takes the focus off the page, or gives it back.
func (p *Page) Blur(blurred bool) {
	p.isBlurred = blurred
	p.form.Leave()
	if blurred && p.withdrawKeys(formgen.Row{}) {
		p.Refresh()
	}
}

// FocusDue puts the focus on the row to begin with: the first that is wrong or needs a value, else the first.
func (p *Page) FocusDue() {
	p.Refresh()
	p.focusRow(p.rows.firstDue())
}

// SetSize sets the size of the page in columns and lines.
func (p *Page) SetSize(width, height int) {
	if width == p.columns.width && height == p.window.height {
		return
	}
	p.columns.width, p.window.height = width, height
	p.cache = map[formgen.Row]drawn{}
	p.resizeEditor()
}

// SetRecipient says where the values go: the origin of the agent, which is shown where
// a secret is typed.
func (p *Page) SetRecipient(origin string) { p.recipient = safe.Text(origin).Line(0).String() }

// SetTool says which key of the program around the page chooses a file or shows a calendar; f4 at first.
func (p *Page) SetTool(tool key.Binding) { p.tool = tool }

// SetStyles changes the colours, as when the background turns out to be light.
func (p *Page) SetStyles(s *Styles) {
	p.styles, p.cache = s, map[formgen.Row]drawn{}
	if p.fieldEditor != nil {
		p.fieldEditor.restyle(s)
	}
}

// IsTyping reports that printable keys go into a text.
func (p *Page) IsTyping() bool {
	return !p.isBlurred && p.fieldEditor != nil && p.fieldEditor.isTyped()
}

// TakesLetters reports that printable keys go into a text, choose something in the
// focused row, or begin what it adds.
func (p *Page) TakesLetters() bool {
	return !p.isBlurred && (p.fieldEditor != nil || p.row().adds())
}

// Event is what the page asks of the screen around it; the zero Event asks
// nothing.
//
// Not stable, see the package comment.
type Event struct {
	Open *formgen.Field // show the page of this field, or its row where it has none
	Go   *formgen.Field // go to the row of this field, which is on another page
	Say  string         // what was done, or why nothing was
	Bad  bool           // it was not done
	End  bool           // the focus is to go on, after the last row

	NotSecret string // the member name that contains no secret from now on, to be kept for this agent

	fault *ojson.SyntaxError // where the focused text is wrong
}

// Update handles a message. Messages that are not for the page change nothing.
func (p *Page) Update(msg tea.Msg) (Event, tea.Cmd) {
	if _, blink := msg.(cursor.BlinkMsg); blink {
		return Event{}, nil // a steady cursor writes nothing while idle
	}
	p.window.isWheeled = false
	if _, isPaste := msg.(tea.PasteMsg); isPaste && (p.fieldEditor == nil || p.fieldEditor.isRadio) {
		return p.row().sayNoText(), nil
	}
	press, isKey := msg.(tea.KeyPressMsg)
	if !isKey {
		return Event{}, p.edit(msg)
	}
	if event, done := p.press(press); done {
		p.Refresh()
		return event, nil
	}
	return Event{}, p.edit(msg)
}

// press handles the keys of the container.
func (p *Page) press(msg tea.KeyPressMsg) (Event, bool) {
	if event, done := p.pressChoices(msg); done {
		return event, true
	}
	if p.fieldEditor != nil && p.fieldEditor.consumes(msg.String(), p.columns.valueWidth()) {
		return Event{}, false
	}
	if c, ok := p.commandOf(msg); ok {
		return c.run(p), true
	}
	if msg.Text != "" && p.fieldEditor == nil {
		return p.typeNew()
	}
	return Event{}, false
}

// typeNew adds what the row is for, so that a letter goes into its first field. Where that takes no text, nothing is added.
func (p *Page) typeNew() (Event, bool) {
	r, edit := p.row(), p.form.Edit()
	if !r.adds() {
		return r.sayNoText(), true
	}
	if p.enter(); p.IsTyping() {
		return Event{}, false
	}
	if p.form.Edit() != edit {
		p.form.Undo()
	}
	p.Refresh()
	p.focusRow(p.rows.find(r.Row, 0))
	return r.sayNoText(), true
}

// pressChoices handles a key for the choices of the focused row.
func (p *Page) pressChoices(msg tea.KeyPressMsg) (Event, bool) {
	switch e := p.fieldEditor; {
	case e == nil || key.Matches(msg, Keys.Presence):
		return Event{}, false
	case e.isRadio:
		return p.pressRadio(msg)
	case e.list != nil:
		isOfNames := p.OnRow(formgen.AddKey) || p.names.at(p.row().Row) != nil
		event, done := e.list.press(msg)
		if done && msg.String() == "enter" && event == (Event{}) && !e.list.several && !isOfNames {
			p.Refresh()
			return p.next(), true
		}
		return event, done
	}
	return Event{}, false
}

// enter does what the row is for.
func (p *Page) enter() Event {
	r := p.row()
	x := r.Field
	n := p.names.at(r.Row)
	switch {
	case n != nil && n.text != "":
		return p.takeName(n)
	case x.IsLocked() && (r.Kind != formgen.Subpage || x.Presence() != formgen.Set):
	case r.Kind == formgen.Add && x.HasBlankItem(): // enter that is held would add item after item
		items := x.Children()
		event := p.enterNew(items[len(items)-1])
		event.Say = fmt.Sprintf("fill in the last %s first; %s removes it", words.ItemNoun(x), shortcut.InProse(Keys.Remove))
		return event
	case n != nil && n.member != nil:
		return say("type a name, then Enter; Esc leaves it as it is")
	case n != nil:
		return say("type a name, then Enter; %s goes on", shortcut.InProse(Keys.Next))
	case r.Kind == formgen.AddKey:
		return say("%s takes no more %s", name(x), words.ItemsNoun(x.Kind()))
	case r.Kind == formgen.Add:
		return p.add(x, len(x.Children()))
	case r.Kind == formgen.Subpage && x.Presence() != formgen.Set:
		x.SetPresence(formgen.Set)
		return p.openIfStill(x)
	case r.Kind == formgen.Subpage:
		return p.enterNew(x)
	case r.isUnchosen() && !p.isAsked:
		return p.askForChoice()
	}
	return p.next()
}

// openIfStill opens a field that has just become present, unless it is small
// enough to be shown in place: then the focus goes into it.
func (p *Page) openIfStill(x *formgen.Field) Event {
	p.Refresh()
	for i, r := range p.rows {
		if r.Field == x && r.Kind == formgen.Subpage {
			return Event{Open: x}
		}
		if r.Field == x {
			p.focusRow(p.rows.next(i, 1))
			break
		}
	}
	return Event{}
}

// edit gives a message to the huh field.
func (p *Page) edit(msg tea.Msg) tea.Cmd {
	if p.fieldEditor == nil {
		return nil
	}
	switch msg := msg.(type) {
	case tea.PasteMsg:
		cmd := p.put(msg)
		p.form.Leave() // what is pasted is whole
		p.Refresh()
		return cmd
	case tea.KeyPressMsg:
		if p.fieldEditor.area && p.fieldEditor.editor == nil && msg.String() == "enter" {
			return p.put(tea.PasteMsg{Content: "\n"}) // huh takes enter on the first 98 lines alone
		}
	}
	cmd := p.fieldEditor.update(msg)
	p.Refresh()
	p.followTyping()
	return cmd
}

// Close takes the filter of a list of choices away, gives up another name, or closes the item that shows its fields in its
// list, and reports whether there was one.
func (p *Page) Close() bool {
	if e := p.fieldEditor; e != nil && e.list != nil && e.list.Filter() != "" {
		e.list.Unfilter()
		return true
	}
	if p.names.changed != nil {
		p.names.changed = nil
		p.rebuildEditor()
		return true
	}
	item := p.form.Pages().Close(p.Focused())
	return item != nil && p.Focus(item)
}

// relaid forgets what was drawn of other rows: it depends on the rows around it.
func (p *Page) relaid() {
	clear(p.cache)
	p.window.starts = p.window.starts[:0]
	p.columns.widest = max(p.columns.widest, p.rows.widestLabel(p.At())) // it does not jump back with each choice
}

// Refresh brings the page up to date with the form after mutators that did not
// come from the page itself, such as a preset. The focus stays at its field.
func (p *Page) Refresh() {
	if p.layoutVersion == p.form.LayoutVersion() {
		if p.fieldEditor != nil && !p.fieldEditor.isCurrent(p.row()) {
			p.rebuildEditor()
		}
		return
	}
	room := p.columns.valueWidth()
	p.relist(nil)
	if p.columns.valueWidth() != room {
		p.resizeEditor()
	}
	if p.fieldEditor == nil || !p.fieldEditor.is(p.row().Row) || !p.fieldEditor.isCurrent(p.row()) {
		p.rebuildEditor()
	}
}

// move goes to another row. A filter is applied as the focus leaves.
func (p *Page) move(step int) {
	p.refilter()
	p.focusRow(p.rows.next(p.focus, step))
}

// next goes to the next row. Behind the last one, the focus is to leave the page.
func (p *Page) next() Event {
	was := p.focus
	p.move(1)
	return Event{End: p.focus == was}
}

func (p *Page) movePage(step int) {
	for range max(p.window.height/2, 1) {
		p.focus = p.rows.next(p.focus, step)
	}
	p.focusRow(p.focus)
}

func (p *Page) focusRow(i int) {
	p.focus = min(max(i, 0), len(p.rows)-1)
	if p.withdrawKeys(p.rows[p.focus]) {
		p.relist(nil)
	}
	p.names.changed, p.window.isWheeled, p.typed, p.typedShape, p.isAsked = nil, false, typedLetters{}, nil, false
	p.form.EndStep()
	p.form.Leave()
	p.refilter()
	p.replaced.keep(p.fieldEditor, p.form.Edit())
	p.fieldEditor = p.newFieldEditor()
}

// Focus puts the focus on the row of a field, or on the row that leads to it; for
// an object that has none, on the first row in it. It reports whether the field
// is on this page.
func (p *Page) Focus(x *formgen.Field) bool {
	p.Refresh()
	if p.filter != All {
		p.relist(x)
	}
	if i := p.rows.of(x); i >= 0 {
		p.focusRow(i)
		return true
	}
	if i := p.rows.firstIn(x); i >= 0 {
		p.focusRow(i)
		return true
	}
	for up := x.Parent(); up != nil; up = up.Parent() {
		if i := p.rows.of(up); i >= 0 {
			p.focusRow(i)
			break
		}
	}
	return false
}

// resizeEditor gives what edits the focused row the space that it has now. It goes on with its text, its filter and its
// cursor: the page changes its height with each line that comes or goes around it.
func (p *Page) resizeEditor() {
	switch e := p.fieldEditor; {
	case e == nil:
	case (e.isRadio || e.list != nil && p.names.changed == nil) && p.row().hasRadio() != e.isRadio:
		p.rebuildEditor()
	default:
		e.resize(p)
	}
}

// rebuildEditor makes what edits the focused row. A text that is being typed goes on.
func (p *Page) rebuildEditor() {
	was := p.fieldEditor
	p.replaced.keep(was, p.form.Edit())
	p.fieldEditor = p.newFieldEditor()
	if was != nil && !was.replaces && was.access != nil && was.is(p.row().Row) && p.fieldEditor != nil {
		p.fieldEditor.replaces = false
	}
}

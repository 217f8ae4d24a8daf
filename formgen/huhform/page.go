package huhform

import (
	"slices"

	"charm.land/bubbles/v2/cursor"
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/internal/widget/picker"
)

// Page shows one page of a form and edits it.
type Page struct {
	form   *formgen.Form
	of     *formgen.Field // whose page this is
	at     string         // its pointer when it was last there
	styles *Styles

	rows   []formgen.Row
	shape  uint64 // of the form when rows were listed
	widest int    // label of rows, in columns
	focus  int
	live   *live
	picker *picker.Model
	picked func(int) // takes what was picked
	naming *naming   // a name being typed

	width, height int
	top           int // first line on screen
	heights       heights
	cache         map[formgen.Row]drawn
}

// New shows the page of a field with the focus on its first row.
func New(form *formgen.Form, at *formgen.Field, styles *Styles) *Page {
	p := &Page{form: form, of: at, at: at.Pointer(), styles: styles, cache: map[formgen.Row]drawn{}, width: 80, height: 20}
	p.list()
	p.focusFirst()
	return p
}

// SetSize gives the page its room, in columns and lines.
func (p *Page) SetSize(width, height int) {
	if width == p.width && height == p.height {
		return
	}
	p.width, p.height = width, height
	p.cache = map[formgen.Row]drawn{}
	p.enliven()
}

// SetStyles changes the colours, as when the background turns out to be light.
func (p *Page) SetStyles(s *Styles) {
	p.styles, p.cache = s, map[formgen.Row]drawn{}
	p.enliven()
}

// At is the field whose page this is, wherever it was moved; once it is gone,
// what stands in its place.
func (p *Page) At() *formgen.Field {
	if at := p.of.Pointer(); p.form.At(at) == p.of {
		p.at = at
		return p.of
	}
	if x := p.form.At(p.at); x != nil {
		return x
	}
	return p.form.Root()
}

// Focused is the field that has the focus.
func (p *Page) Focused() *formgen.Field { return p.row().Field }

// IsTyping reports that printable keys go into a text.
func (p *Page) IsTyping() bool {
	if p.picker != nil || p.naming != nil {
		return true
	}
	return p.live != nil && p.live.row.Kind == formgen.Edit && p.live.of.IsText()
}

// Event is what the page asks of the screen around it; the zero Event asks
// nothing.
type Event struct {
	Open *formgen.Field // show the page of this field
	Say  string         // what was done, or why nothing was
	Bad  bool           // it was not done

	fault *ojson.SyntaxError // where the focused text is wrong
}

// Update handles a message. Messages that are not for the page change nothing.
func (p *Page) Update(msg tea.Msg) (Event, tea.Cmd) {
	if _, blink := msg.(cursor.BlinkMsg); blink {
		return Event{}, nil // a steady cursor writes nothing while idle
	}
	if p.picker != nil {
		return Event{}, p.pick(msg)
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

// areaKeys are keys of the container that a text of several lines has for
// itself.
var areaKeys = []string{"up", "down", "enter", "pgup", "pgdown", "ctrl+home", "ctrl+end"}

// press handles the keys of the container.
func (p *Page) press(msg tea.KeyPressMsg) (Event, bool) {
	if p.live != nil && p.live.area && slices.Contains(areaKeys, msg.String()) && !(p.live.kind == schema.Several && msg.String() == "enter") {
		return Event{}, false
	}
	switch {
	case key.Matches(msg, Keys.Next):
		p.move(1)
	case key.Matches(msg, Keys.Prev):
		p.move(-1)
	case key.Matches(msg, Keys.PageDown):
		p.movePage(1)
	case key.Matches(msg, Keys.PageUp):
		p.movePage(-1)
	case key.Matches(msg, Keys.First):
		p.focusRow(p.nextFocus(-1, 1))
	case key.Matches(msg, Keys.Bottom):
		p.focusRow(p.nextFocus(len(p.rows), -1))
	case key.Matches(msg, Keys.Open):
		return p.enter(), true
	default:
		return p.act(msg)
	}
	return Event{}, true
}

// enter does what the row is for.
func (p *Page) enter() Event {
	r := p.row()
	switch {
	case p.naming != nil:
		return p.takeName()
	case r.Kind == formgen.Add:
		return p.add(r.Field, len(r.Field.Children()))
	case r.Kind == formgen.AddKey && r.Field.KeyChoices() != nil:
		p.openNames(r.Field, r.Field.KeyChoices())
		return Event{}
	case r.Kind == formgen.Variant && !isInlineUnion(r):
		p.openVariants(r)
		return Event{}
	case r.Kind == formgen.Open:
		if r.Field.Presence() != formgen.Set {
			r.Field.SetPresence(formgen.Set)
			return p.openIfStill(r.Field)
		}
		return Event{Open: r.Field}
	case r.Kind != formgen.Edit || r.Field.IsReadOnly():
	case r.Field.Kind() == schema.Enum && !isInlineChoice(r.Field):
		p.openPicker(r.Field)
		return Event{}
	case r.Field.Kind() == schema.Several && !isInlineSeveral(r.Field):
		p.openSeveral(r.Field)
		return Event{}
	}
	p.move(1)
	return Event{}
}

// openIfStill opens a field that has just become present, unless it is small
// enough to be shown in place: then the focus goes into it.
func (p *Page) openIfStill(x *formgen.Field) Event {
	p.Refresh()
	for i, r := range p.rows {
		if r.Field == x && r.Kind == formgen.Open {
			return Event{Open: x}
		}
		if r.Field == x {
			p.focusRow(p.nextFocus(i, 1))
			break
		}
	}
	return Event{}
}

// edit gives a message to the huh field.
func (p *Page) edit(msg tea.Msg) tea.Cmd {
	if p.live == nil {
		return nil
	}
	switch msg := msg.(type) {
	case tea.PasteMsg:
		return p.paste(msg)
	case tea.KeyPressMsg:
		if p.live.area && p.live.editor == nil && msg.String() == "enter" {
			return p.paste(tea.PasteMsg{Content: "\n"}) // huh takes enter on the first 98 lines alone
		}
	}
	cmd := p.live.update(msg)
	p.Refresh()
	return cmd
}

func (p *Page) openPicker(x *formgen.Field) {
	p.choose(x.Label(), choiceLabels(x), choiceNotes(x), x.Chosen(), x.Choose)
}

// choose opens a picker; picked takes what is chosen.
func (p *Page) choose(title string, labels, notes []string, at int, picked func(int)) {
	p.picker, p.picked = picker.New(title, labels, notes, at, p.styles.Picker), picked
}

func (p *Page) pick(msg tea.Msg) tea.Cmd {
	result, cmd := p.picker.Update(msg)
	if !result.Done {
		return cmd
	}
	p.picker = nil
	at := p.row()
	if result.Chosen >= 0 {
		p.picked(result.Chosen)
	}
	p.Refresh()
	if result.Chosen >= 0 && p.row() == at {
		p.move(1)
	}
	return cmd
}

// Below counts the lines under the window.
func (p *Page) Below() int {
	if p.picker != nil {
		return 0
	}
	p.measure()
	return max(p.total()-p.height-p.top, 0)
}

// ClosePicker closes an open picker, or gives up a new name, and reports whether
// there was one.
func (p *Page) ClosePicker() bool {
	open := p.picker != nil || p.naming != nil && p.naming.member != nil
	p.picker = nil
	if open {
		p.naming = nil
		p.enliven()
	}
	return open
}

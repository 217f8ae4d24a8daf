package form

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/ui/kit"
)

// valueEditor shows a form and changes its values: its pages and which of their fields are listed, the
// hints on the focused field, the buttons below, and what fills a field in from elsewhere. What
// the values are for is its owner's.
type valueEditor struct {
	host          *kit.Host
	owner         owner
	form          *formgen.Form
	width, height int

	pages  []*huhform.Page // the last one is in sight
	filter huhform.Filter
	button int // the button that has the focus, from 1; 0 for none
	quiet  kit.Quiet

	showsJSON bool // where there is space
	json      jsonPane

	isAside bool // a screen beside this one has the keys

	pasted *pasted  // that would fill in several fields, until the user says
	unused []string // what was pasted last and has no field, until the user hides it or goes on to the review
}

// owner is the screen of a [valueEditor], which gets the messages of the editor's commands.
type owner interface {
	kit.Screen
	schemaName() string
	origin() string           // of the agent that gets the values, "" for none
	above(width int) []string // the lines above the fields
	commands() []command      // the buttons below the whole form
	afterEdit() tea.Cmd
}

// update hands a message to the page. The event says what is left to do.
func (e *valueEditor) update(msg tea.Msg) (huhform.Event, kit.Action, tea.Cmd) {
	if _, isKey := msg.(tea.KeyPressMsg); isKey && e.onButton() {
		return huhform.Event{}, kit.Action{}, nil // what edits a row does nothing to a button
	}
	if paste, ok := msg.(tea.PasteMsg); ok && e.offerPasted(paste) {
		e.sizePage()
		return huhform.Event{}, kit.Action{}, nil
	}
	if press, ok := msg.(tea.KeyPressMsg); ok && key.Matches(press, huhform.Keys.Undo) {
		e.unused = nil
	}
	event, cmd := e.page().Update(msg)
	act := e.follow(event)
	e.sizePage()
	if press, ok := msg.(tea.KeyPressMsg); ok && e.onButton() && press.Code == tea.KeyEnter { // it may be held
		cmd = tea.Batch(cmd, e.quiet.Begin(e.owner, e.host.Options.HoldGuard))
	}
	return event, act, cmd
}

// isWhole reports that the page of the whole form is in sight.
func (e *valueEditor) isWhole() bool { return len(e.pages) == 1 }

func (e *valueEditor) page() *huhform.Page { return e.pages[len(e.pages)-1] }

// open shows the page of a field.
func (e *valueEditor) open(x *formgen.Field) {
	page := huhform.New(e.form, x, e.host.Styles.Form)
	page.SetFilter(e.filter)
	page.SetRecipient(e.owner.origin())
	page.SetTool(kit.Keys.Editor)
	page.SetClock(e.host.Options.Clock)
	e.pages = append(e.pages, page)
	e.focusButton(0)
	e.sizePage()
}

// follow does what the page asks for.
func (e *valueEditor) follow(event huhform.Event) kit.Action {
	switch {
	case event.Go != nil:
		e.goTo(event.Go)
	case event.Open != nil:
		e.show(event.Open)
	case event.End && e.place().hasPanes:
		e.focusButton(1)
	}
	return kit.Action{Status: kit.Status{Text: event.Say, Bad: event.Bad}}
}

// show opens the page of a field, or goes to its row where it has none.
func (e *valueEditor) show(x *formgen.Field) {
	opens := func() bool { return e.page().OnRow(formgen.Subpage) && e.page().Focused() == x }
	if !opens() {
		e.goTo(x)
	}
	if opens() {
		e.open(x)
	}
}

// goTo opens the page of a field and puts the focus there.
func (e *valueEditor) goTo(x *formgen.Field) {
	e.form.Pages().Reveal(x)
	var trail []*formgen.Field
	for page := e.form.Pages().Of(x); page != e.form.Root(); page = e.form.Pages().Of(page) {
		trail = append([]*formgen.Field{page}, trail...)
	}
	e.pages = e.pages[:1]
	for _, page := range trail {
		e.page().Focus(page)
		e.open(page)
	}
	e.focusButton(0)
	e.page().Focus(x)
}

// reset shows the first page, of what is another value now.
func (e *valueEditor) reset() {
	e.pages = nil
	e.open(e.form.Root())
}

// flipWhole turns the whole form into JSON text and back.
func (e *valueEditor) flipWhole() (kit.Action, tea.Cmd) {
	event := huhform.FlipJSON(e.form, e.form.Root())
	if event.Bad {
		e.page().Seek(event)
	} else {
		e.reset()
	}
	return e.follow(event), e.owner.afterEdit()
}

// copyJSON puts the focused location into the clipboard of the terminal, the whole
// form where the location has no value.
func (e *valueEditor) copyJSON() (kit.Action, tea.Cmd) {
	x := e.page().Focused()
	if x.Presence() != formgen.Set {
		x = e.form.Root()
	}
	if huhform.HoldsSecret(e.form, x) {
		return kit.Errorf("a secret is filled in, and it is not copied"), nil
	}
	text := x.JSON()
	if text == "" {
		return kit.Infof("there is nothing to copy yet"), nil
	}
	return e.host.Copy(nameOf(x)+" as JSON", text)
}

// back takes a filter of choices away, hides what was not used, or leaves a page; false where there is none of them.
func (e *valueEditor) back() bool {
	switch {
	case e.page().Close():
	case len(e.unused) > 0:
		e.unused = nil
	case !e.isWhole():
		e.pages = e.pages[:len(e.pages)-1]
		e.focusButton(0)
		e.page().Refresh()
	default:
		return false
	}
	return true
}

// layout gives the editor its size.
func (e *valueEditor) layout(width, height int) {
	e.width, e.height = width, height
	e.sizePage()
}

func (e *valueEditor) sizePage() {
	l := e.place()
	width, height := l.text()
	e.page().ShowHintsBeside(l.hint.IsShown())
	e.page().SetSize(width, max(height-len(e.head()), 1))
	if l.json.IsShown() {
		e.json.read(e.form)
	}
}

func (e *valueEditor) restyle() {
	for _, p := range e.pages {
		p.SetStyles(e.host.Styles.Form)
	}
}

// click focuses a field, or does what its row is for; the key is that of a button.
func (e *valueEditor) click(column, line int) (act kit.Action, button tea.KeyPressMsg) {
	l := e.place()
	if l.hasPanes {
		if line == l.buttons {
			return kit.Action{}, e.buttonAt(column)
		}
		column, line = column-kit.FrameWidth/2, line-1
	}
	line -= len(e.head())
	width, height := l.text()
	if line < 0 || column < 0 || column >= width || line >= height-len(e.head()) {
		return kit.Action{}, button
	}
	event := e.page().Point(column, line) // before the focus comes back: the focused row takes more lines
	e.focusButton(0)
	act = e.follow(event)
	e.sizePage()
	return act, button
}

// nextFilter lists the next choice of fields.
func (e *valueEditor) nextFilter() {
	e.filter = e.filter.Next()
	for _, p := range e.pages {
		p.SetFilter(e.filter)
	}
}

package form

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/formgen/words"
	"a2aform/internal/widget/shortcut"
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
	if e.showsJSON && e.width >= wideFrom {
		e.json.read(e.form)
	}
	l := e.place()
	width, height := l.text()
	e.page().SetSize(width, max(height-len(e.head()), 1))
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

// place is where the parts of the form are.
func (e *valueEditor) place() layout {
	return layoutOf(e.width, e.height, e.showsJSON)
}

// lines are those of the view.
func (e *valueEditor) lines() []string {
	l, lines := e.place(), append(e.head(), e.page().Lines()...)
	if !l.hasPanes {
		return lines
	}
	return e.panes(l, lines)
}

// head are the lines above the fields: how far the form is, where there is no border that says so, and what to know.
func (e *valueEditor) head() (lines []string) {
	st, l := e.host.Styles, e.place()
	width, _ := l.text()
	if !l.hasPanes {
		left := st.Dim.Render("schema ") + st.Text.Render(e.owner.schemaName())
		if e.filter != huhform.All {
			left += st.Dim.Render(" · ") + st.Accent.Render(e.filtered())
		}
		lines = append(lines, kit.Between(left, e.progress(), width))
	}
	lines = append(lines, e.owner.above(width)...)
	if e.pasted != nil {
		lines = append(lines, kit.Wrap(e.pasted.question(), width, 0, st.Accent)...)
	}
	lines = append(lines, e.unusedLines(width)...)
	if at := e.page().At(); !l.hasPanes && at != e.form.Root() {
		lines = append(lines, st.Title.Render(endOf(at.Path(), width)))
	}
	lines = append(append(lines, e.page().Above()...), e.needs(width)...)
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	return lines
}

// maxUnused is how many lines of unused values stand above the fields. Help has all of them.
const maxUnused = 3

// unusedLines name what was pasted and has no field.
func (e *valueEditor) unusedLines(width int) []string {
	if len(e.unused) == 0 {
		return nil
	}
	hide := " (" + shortcut.InProse(kit.Keys.Back) + " hides this)"
	lines := kit.Wrap("! "+unusedText(e.unused)+hide, width, 0, e.host.Styles.Warn)
	if len(lines) > maxUnused {
		more := fmt.Sprintf("  … %s lists all", shortcut.InProse(kit.Keys.Help)) + hide
		lines = append(lines[:maxUnused-1], e.host.Styles.Warn.Render(ansi.Truncate(more, width, "…")))
	}
	return lines
}

// unusedText names all values that have no field.
func unusedText(names []string) string {
	return "Pasted, but not used: " + strings.Join(names, ", ")
}

// panes are the form, the JSON of its value, and the buttons.
func (e *valueEditor) panes(l layout, lines []string) []string {
	st, title := &e.host.Styles.Pane, e.pageTitle()
	form := kit.Pane{
		Title: title, Note: e.note(kit.NoteRoom(l.fields.Width, title)), IsNoteStyled: true, Lines: lines,
		Width: l.fields.Width, Height: l.fields.Height, HasFocus: !e.onButton() && !e.isAside,
	}
	if l.json.IsShown() {
		width, height := l.json.Inside()
		form.Right = st.Draw(kit.Pane{Title: "JSON", Lines: e.json.lines(e.page().Focused(), width, height, e.host.Styles), Width: l.json.Width, Height: l.json.Height})
	}
	focused := e.button - 1
	if e.isAside {
		focused = -1
	}
	return append(st.Draw(form), e.host.Styles.Button.Line(e.drawn(), focused, e.width))
}

// pageTitle is the name of the skill, and where in its form one is.
func (e *valueEditor) pageTitle() string {
	if at := e.page().At(); at != e.form.Root() {
		return endOf(at.Path(), e.place().fields.Width-2*kit.FrameWidth)
	}
	return e.owner.Title()
}

// note says which fields are listed, what is wrong, and how many of the required ones are filled in: as much of it as
// there is space for.
func (e *valueEditor) note(room int) string {
	filter := ""
	if e.filter != huhform.All {
		filter = e.filter.String()
		if e.page().Matching() == 0 {
			filter += ", none here"
		}
		filter = e.host.Styles.Accent.Render(filter)
	}
	before := func(text string) string { return strings.Trim(filter+"  "+text, " ") }
	for _, text := range []string{before(e.progress()), before(e.wrong())} {
		if lipgloss.Width(text) <= room {
			return text
		}
	}
	return e.wrong()
}

// maxNeeds is how many lines of needs stand above the fields, which they must not push off the screen.
const maxNeeds = 3

// needs are the demands of the page's object on its members together that are not met yet.
func (e *valueEditor) needs(width int) (lines []string) {
	st := e.host.Styles
	all := slices.DeleteFunc(words.Needs(e.page().At()), func(n words.Need) bool { return n.Bad || n.Met })
	for i, need := range all {
		if i == maxNeeds-1 && len(all) > maxNeeds {
			return append(lines, st.Dim.Render(fmt.Sprintf("· and %d more, %s lists them", len(all)-i, shortcut.InProse(kit.Keys.Help))))
		}
		lines = append(lines, kit.Wrap("· "+formgen.Capital(need.Text), width, 2, st.Dim)...)
	}
	return lines
}

// filtered says which fields are listed, and how to see others.
func (e *valueEditor) filtered() string {
	text, back := e.filter.String(), " ("+shortcut.InProse(kit.Keys.Filter)+": "+e.filter.Next().String()+")"
	if e.page().Matching() == 0 {
		text += ", none here"
	}
	return text + back
}

// progress says what is wrong and how much is filled in.
func (e *valueEditor) progress() string {
	wrong, n := e.wrong(), e.form.Counts()
	if n.Required == 0 {
		return wrong
	}
	if wrong != "" {
		wrong += "  "
	}
	return wrong + e.progressStyle().Render(fmt.Sprintf("%d of %d required", n.Filled, n.Required))
}

func (e *valueEditor) progressStyle() lipgloss.Style {
	if n := e.form.Counts(); n.Filled < n.Required || n.Problems+n.Warnings > 0 {
		return e.host.Styles.Dim
	}
	return e.host.Styles.Good
}

// wrong counts the problems that are shown and the warnings, "" for neither.
func (e *valueEditor) wrong() string {
	var parts []string
	n := e.form.Counts()
	if n.Problems > 0 {
		parts = append(parts, e.host.Styles.Bad.Render(words.CountProblems(n.Problems)))
	}
	if n.Warnings > 0 {
		parts = append(parts, e.host.Styles.Warn.Render(words.CountWarnings(n.Warnings)))
	}
	return strings.Join(parts, "  ")
}

// shapes lists what a field can be, and what the members of an object need.
func (e *valueEditor) shapes(x *formgen.Field) (lines []string) {
	st := e.host.Styles
	for _, u := range x.Unions() {
		lines = append(lines, "", st.Title.Render("Shapes"))
		for i, label := range u.Branches {
			marker := "○ "
			if i == u.Chosen {
				marker = "● "
			}
			if u.Notes[i] != "" {
				label += ": " + u.Notes[i]
			}
			lines = append(lines, kit.Bullet(marker, label, e.width, st.Text)...)
		}
	}
	for _, need := range words.Needs(x) {
		lines = append(lines, kit.Wrap(formgen.Capital(need.Text), e.width, 0, st.Dim)...)
	}
	return lines
}

// endOf is the end of a text that is too long for its line: of a path, the end
// tells where one is.
func endOf(text string, width int) string {
	over := ansi.StringWidth(text) - width
	for cut := over + 1; over > 0; cut++ { // a cut through a wide character leaves one column more
		if short := ansi.TruncateLeft(text, cut, "…"); ansi.StringWidth(short) <= width {
			return short
		}
	}
	return text
}

// buttonLines are the lines that the buttons take below the form.
const buttonLines = 1

// command is what a button of the form does. Its key works everywhere.
type command struct {
	label string
	on    key.Binding
}

// buttons are those of the page: the last things one does with a form.
func (e *valueEditor) buttons() []command {
	all := e.owner.commands()
	if !e.isWhole() {
		return []command{{"Done", kit.Keys.Back}, all[0]}
	}
	return all
}

// onButton reports that a button has the focus, not a row of the form.
func (e *valueEditor) onButton() bool { return e.button > 0 }

// focusButton puts the focus on a button, counted from 1, or back into the form with 0.
func (e *valueEditor) focusButton(n int) {
	e.button, e.quiet = n, kit.Quiet{}
	e.page().Blur(n > 0)
}

// focusDue puts the focus where something is to be done in the page.
func (e *valueEditor) focusDue() {
	e.focusButton(0)
	e.page().FocusDue()
}

// leaveButtons is focusDue where a button has the focus: what it was for is done.
func (e *valueEditor) leaveButtons() {
	if e.onButton() {
		e.focusDue()
	}
}

// setAside takes the focus away from the form, or gives it back.
func (e *valueEditor) setAside(aside bool) {
	if e.isAside != aside {
		e.isAside = aside
		e.page().Blur(aside || e.onButton())
	}
}

// pressButton handles the keys of the buttons. The key that it returns is to be handled in place of msg, none where
// all is done.
func (e *valueEditor) pressButton(msg tea.KeyPressMsg) (kit.Action, tea.KeyPressMsg) {
	all := e.buttons()
	switch name := msg.String(); {
	case name == "enter" || name == "space":
		return kit.Action{}, kit.KeyPress(all[e.button-1].on.Keys()[0])
	case name == "up", (name == "left" || name == "shift+tab") && e.button == 1:
		e.focusButton(0)
	case name == "left" || name == "shift+tab":
		e.focusButton(e.button - 1)
	case name == "right" || name == "down" || name == "tab":
		e.focusButton(min(e.button+1, len(all)))
	case msg.Text != "":
		return kit.Infof("Press Enter for “%s”, or ↑ to go back to the fields.", all[e.button-1].label), tea.KeyPressMsg{}
	case key.Matches(msg, huhform.Keys.Undo, huhform.Keys.Redo):
		e.focusButton(0)
		return kit.Action{}, msg
	default:
		return kit.Action{}, msg
	}
	return kit.Action{}, tea.KeyPressMsg{}
}

// drawn are the buttons as they are drawn.
func (e *valueEditor) drawn() []kit.Button {
	all := e.buttons()
	drawn := make([]kit.Button, len(all))
	for i, b := range all {
		drawn[i] = kit.Button{Label: b.label, Key: b.on.Help().Key, IsOff: e.quiet.IsWaiting() && e.button == i+1}
	}
	return drawn
}

// buttonAt is the key of the button at a column, none where there is no button.
func (e *valueEditor) buttonAt(column int) tea.KeyPressMsg {
	n := kit.ButtonAt(e.drawn(), column)
	if n < 0 {
		return tea.KeyPressMsg{}
	}
	return kit.KeyPress(e.buttons()[n].on.Keys()[0])
}

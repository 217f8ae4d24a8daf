package huhform

import (
	"errors"
	"fmt"
	"image/color"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"a2aform/formgen"
	"a2aform/internal/safe"
)

// Model is a form on a screen, which fills in an input. It is a [tea.Model]: it can be the program itself, or a part of
// another one.
//
// ctrl+s submits the form, ctrl+c leaves it at once, and esc goes back one level, at last out of the form: twice where something was changed.
// The value is validated outside of Update; until its [SubmitMsg] or its problems are there, the form takes no keys.
//
// A program that embeds the form forwards all messages that it does not use itself, handles [SubmitMsg] and [CancelMsg], gives the
// form a size with [Model.SetSize], and draws the Content of its View. Update changes the model in place and returns it, so
// that the first result may be ignored. After a change of the input by [formgen.Input.Set], the next message shows it.
type Model struct {
	form  *formgen.Form
	pages []*Page // the last one is in sight

	told []told // what the program knows, see [Model.ShowWarning]

	title         string // "" for that of the schema
	styles        *Styles
	colors        *Colors // nil for those of the terminal
	isDark        bool    // the background is
	width, height int
	hasFixedSize  bool
	isBlurred     bool
	onButton      bool // the button has the focus, not a row
	hidesHelp     bool
	explains      bool // the keys and the focused field, in place of the form
	status        string
	statusIsBad   bool
	asksToLeave   bool   // esc was pressed once
	validated     uint64 // the edit whose validation was asked for last
	isValidating  bool
	isSubmitting  bool // submit with the next validation
	first         uint64
	state         State
	submitted     []byte
	notSecret     []string // member names that contain no secret, by the user's word
}

// State says whether the user is done with a form.
type State uint8

// The states of a [Model]. A key that a submitted or canceled form gets begins with Editing again.
const (
	Editing State = iota
	Submitted
	Canceled
)

// String is "editing", "submitted" or "canceled".
func (s State) String() string {
	return [...]string{Editing: "editing", Submitted: "submitted", Canceled: "canceled"}[s]
}

// SubmitMsg says that the user submitted a valid value. A model that gets its own message back ends the program, so a
// program that embeds it does not hand it on.
type SubmitMsg struct {
	Model *Model
	Value []byte // compact JSON
}

// CancelMsg says that the user left the form without submitting it; see [SubmitMsg].
type CancelMsg struct{ Model *Model }

// validatedMsg is the validation of what a model contained.
type validatedMsg struct {
	model      *Model
	validation formgen.Validation
}

// NewModel returns a form on a screen that fills in an input. It begins with what the input contains.
func NewModel(input *formgen.Input) *Model {
	m := &Model{form: formgen.FormOf(input), styles: NewSixteenStyles(true), isDark: true, width: 80, height: 24}
	m.first = m.form.Edit()
	m.open(m.form.Root())
	return m
}

// State is [Editing] until the user submits the form or leaves it.
func (m *Model) State() State { return m.state }

// Value is the submitted value as compact JSON; nil if none was submitted.
func (m *Model) Value() []byte {
	if m.state != Submitted {
		return nil
	}
	return m.submitted
}

// SetSize gives the form its size in columns and lines. From then on it ignores [tea.WindowSizeMsg].
func (m *Model) SetSize(width, height int) {
	m.hasFixedSize = true
	m.resize(width, height)
}

func (m *Model) resize(width, height int) {
	m.width, m.height = max(width, 1), max(height, 1)
	m.sizePage()
}

// Focus gives the form the keys again after [Model.Blur].
func (m *Model) Focus() { m.blur(false) }

// Blur says that something else has the focus: the form ignores keys and shows no cursor.
func (m *Model) Blur() { m.blur(true) }

func (m *Model) blur(blurred bool) {
	m.isBlurred = blurred
	m.page().Blur(blurred || m.onButton)
	m.sizePage()
}

// SetTitle replaces the title of the schema in the first line; "" brings that of the schema back.
func (m *Model) SetTitle(title string) { m.title = safe.Text(title).Line(0).String() }

// Colors are the colors of a form by what they say. Nil is the color of the terminal's text.
type Colors struct {
	Text, Dim, Accent color.Color // of values, of hints, and of what has the focus
	Bad, Warn, Good   color.Color // of problems, of warnings, and of what is filled in
}

func (c *Colors) paints() Paints {
	or := func(c color.Color) color.Color {
		if c == nil {
			return lipgloss.NoColor{}
		}
		return c
	}
	return Paints{Text: or(c.Text), Dim: or(c.Dim), Accent: or(c.Accent), Bad: or(c.Bad), Good: or(c.Good), Warn: or(c.Warn)}
}

// SetColors replaces the colors, which are those of the terminal at first. A program that has one set for light backgrounds and one for
// dark ones sets them when it gets a [tea.BackgroundColorMsg].
func (m *Model) SetColors(colors Colors) {
	m.colors = &colors
	m.setStyles()
}

// ShowWarning shows what the program knows of a location, such as what a server answered to the submitted value, until the location is
// changed or the form is submitted again, which it does not stop. That of the whole value stands above its fields. Of a location that has no
// field, it shows at the closest one around it, with the pointer.
func (m *Model) ShowWarning(pointer, message string) {
	at := m.form.Nearest(pointer)
	if at.Pointer() != pointer {
		message = pointer + ": " + message
	}
	t := told{at, safe.Text(message).Line(0).String()}
	t.at.AddWarning(t.text)
	m.told = append(m.told, t)
}

// told is a warning of the program at a field.
type told struct {
	at   *formgen.Field
	text string
}

// FocusAt opens the page of a location and puts the focus there, or on the closest field around it. It reports whether the location has a
// field.
func (m *Model) FocusAt(pointer string) bool {
	x := m.form.Nearest(pointer)
	m.goTo(x)
	return x.Pointer() == pointer
}

// SetShowHelp says whether the last line lists keys, as it does at first.
func (m *Model) SetShowHelp(show bool) {
	m.hidesHelp = !show
	m.sizePage()
}

// Init implements [tea.Model]. It asks the terminal whether its background is dark.
func (m *Model) Init() tea.Cmd { return tea.RequestBackgroundColor }

// Update implements [tea.Model]. The model that it returns is m.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m.page().Refresh() // the program may have changed the input
	cmd := m.handle(msg)
	m.sizePage()
	return m, tea.Batch(cmd, m.changed())
}

func (m *Model) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		if !m.hasFixedSize {
			m.resize(msg.Width, msg.Height)
		}
	case tea.BackgroundColorMsg:
		m.isDark = msg.IsDark()
		m.setStyles()
	case SubmitMsg:
		if msg.Model == m {
			return tea.Quit
		}
	case CancelMsg:
		if msg.Model == m {
			return tea.Quit
		}
	case validatedMsg:
		if msg.model == m {
			return m.accept(msg.validation)
		}
	case tea.KeyPressMsg:
		if !m.isBlurred && !m.isSubmitting {
			return m.press(msg)
		}
	case tea.PasteMsg:
		if !m.isBlurred && !m.isSubmitting && !m.onButton && !m.explains {
			return m.pass(msg)
		}
	default:
		return m.pass(msg)
	}
	return nil
}

func (m *Model) setStyles() {
	if m.styles = NewSixteenStyles(m.isDark); m.colors != nil {
		m.styles = NewStyles(m.colors.paints(), m.isDark)
	}
	for _, p := range m.pages {
		p.SetStyles(m.styles)
	}
}

// pass hands a message to the page.
func (m *Model) pass(msg tea.Msg) tea.Cmd {
	event, cmd := m.page().Update(msg)
	m.follow(event)
	return cmd
}

// press handles a key.
func (m *Model) press(msg tea.KeyPressMsg) tea.Cmd {
	asked := m.asksToLeave
	m.state, m.status, m.asksToLeave = Editing, "", false
	switch {
	case key.Matches(msg, modelKeys.Quit):
		return m.cancel()
	case m.explains:
		m.explains = false
	case key.Matches(msg, modelKeys.Help):
		m.explains = true
	case key.Matches(msg, modelKeys.Submit):
		return m.submit()
	case key.Matches(msg, modelKeys.Cancel):
		return m.leave(asked)
	case key.Matches(msg, Keys.NextProblem):
		m.goToNextProblem()
	case m.onButton:
		return m.pressButton(msg)
	default:
		return m.pass(msg)
	}
	return nil
}

// pressButton handles a key while the button has the focus.
func (m *Model) pressButton(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, modelKeys.Press):
		return m.submit()
	case key.Matches(msg, Keys.Prev):
		m.focusButton(false)
	case key.Matches(msg, Keys.Undo, Keys.Redo, Keys.First, Keys.PageUp):
		m.focusButton(false)
		return m.pass(msg)
	}
	return nil
}

func (m *Model) focusButton(on bool) {
	m.onButton = on
	m.page().Blur(on || m.isBlurred)
}

// leave goes one level back: out of the filter of a list, of a page, and of the form. What was typed is given up only
// when asked twice.
func (m *Model) leave(isAsked bool) tea.Cmd {
	switch {
	case m.page().Close():
	case len(m.pages) > 1:
		m.pages = m.pages[:len(m.pages)-1]
		m.focusButton(false)
		m.page().Refresh()
	case m.form.Edit() != m.first && !isAsked:
		m.asksToLeave = true
		m.status, m.statusIsBad = "Press Esc again to leave without submitting.", false
	default:
		return m.cancel()
	}
	return nil
}

func (m *Model) cancel() tea.Cmd {
	m.state = Canceled
	return func() tea.Msg { return CancelMsg{m} }
}

// submit asks for the validation with which the value is submitted.
func (m *Model) submit() tea.Cmd {
	if m.page().FocusTypedName() {
		m.focusButton(false)
		m.say("The name is typed and not added. Press Enter to add it, or delete it.", true)
		return nil
	}
	event, ok := m.page().TakeTyped()
	m.follow(event)
	if !ok {
		return nil
	}
	m.isSubmitting = true
	return m.validate()
}

// changed asks for a validation if the form has changed since the last.
func (m *Model) changed() tea.Cmd {
	if m.isValidating || m.form.Edit() == m.validated {
		return nil
	}
	return m.validate()
}

// validate captures the value. The command that it returns validates it outside of Update.
func (m *Model) validate() tea.Cmd {
	m.isValidating, m.validated = true, m.form.Edit()
	validate := m.form.Validate()
	return func() tea.Msg { return validatedMsg{m, validate()} }
}

// accept takes a validation. If the user asked for it, a valid value is submitted.
func (m *Model) accept(v formgen.Validation) tea.Cmd {
	m.isValidating = false
	if !m.isSubmitting {
		m.form.Accept(v)
		return nil
	}
	value, err := m.form.SubmitWith(v)
	if errors.Is(err, formgen.ErrChanged) {
		return m.validate()
	}
	m.isSubmitting = false
	if err != nil {
		m.refuse(err)
		return nil
	}
	for _, t := range m.told {
		t.at.RemoveWarning(t.text)
	}
	m.told = nil
	m.state, m.submitted, m.status = Submitted, value, ""
	return func() tea.Msg { return SubmitMsg{m, value} }
}

// refuse goes to the first problem.
func (m *Model) refuse(err error) {
	text := fmt.Sprintf("Not submitted. %s.", formgen.Capital(err.Error()))
	var refused *formgen.Refused
	if errors.As(err, &refused) && len(refused.Problems) > 0 {
		m.goTo(refused.Problems[0].Field)
	}
	m.say(text, true)
}

func (m *Model) say(text string, isBad bool) { m.status, m.statusIsBad = text, isBad }

func (m *Model) goToNextProblem() {
	found, ok := m.form.NextProblem(m.page().Focused())
	if !ok {
		m.say("There is no problem.", false)
		return
	}
	m.goTo(found.Field)
	what := "Problem"
	if found.IsWarning {
		what = "Warning"
	}
	m.say(fmt.Sprintf("%s %d of %d", what, found.N, found.Of), false)
}

func (m *Model) page() *Page { return m.pages[len(m.pages)-1] }

// open shows the page of a field.
func (m *Model) open(x *formgen.Field) {
	m.pages = append(m.pages, New(m.form, x, m.styles))
	m.focusButton(false)
	m.sizePage()
}

// follow does what the page asks for.
func (m *Model) follow(event Event) {
	switch {
	case event.Go != nil:
		m.goTo(event.Go)
	case event.Open != nil:
		m.show(event.Open)
	case event.End && len(m.pages) == 1:
		m.focusButton(true)
	case event.End:
		m.say("This is the last field here. Press Esc to go back.", false)
	}
	if event.NotSecret != "" {
		m.notSecret = append(m.notSecret, event.NotSecret)
		m.form.SetNotSecret(m.notSecret)
		m.page().Refresh()
	}
	if event.Say != "" {
		m.say(sentence(formgen.Capital(event.Say)), event.Bad)
	}
}

// show opens the page of a field, or goes to its row where it has none.
func (m *Model) show(x *formgen.Field) {
	opens := func() bool { return m.page().OnRow(formgen.Subpage) && m.page().Focused() == x }
	if !opens() {
		m.goTo(x)
	}
	if opens() {
		m.open(x)
	}
}

// goTo opens the page of a field and puts the focus there.
func (m *Model) goTo(x *formgen.Field) {
	m.form.Pages().Reveal(x)
	var trail []*formgen.Field
	for page := m.form.Pages().Of(x); page != m.form.Root(); page = m.form.Pages().Of(page) {
		trail = append([]*formgen.Field{page}, trail...)
	}
	m.pages = m.pages[:1]
	for _, page := range trail {
		m.page().Focus(page)
		m.open(page)
	}
	m.focusButton(false)
	m.page().Focus(x)
}

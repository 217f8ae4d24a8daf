package qa

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"a2aform/internal/qa/runner"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/internal/widget/textline"
	"a2aform/ui/kit"
)

// CaseSource finds what is saved as a case, in a command.
type CaseSource func() (*runner.DraftSource, error)

// SaveScreen is the screen that saves a message and its result as a test case.
type SaveScreen struct {
	kit.Base
	source CaseSource
	agent  string // its name in the case; "" for none
	draft  *runner.CaseDraft
	failed error // why there is no draft
	pens   kit.Pens

	name, file textline.Model
	fileTyped  bool // the file does not follow the name any more
	isOpen     bool // more than the name and the answer of now is shown
	focus      int  // in the order of the stops
	busy       bool // it is being written
}

var _ = kit.RegisterKeys("save-case", &saveKeys)

var saveKeys = struct{ Save, Next, Previous, Toggle, More key.Binding }{
	Save:     kit.Bind("Save", "ctrl+s"),
	Next:     kit.Bind("Next", "tab", "down"),
	Previous: kit.Bind("Up", "up", "shift+tab"),
	Toggle:   kit.Bind("Check or leave out", "space", "enter"),
	More:     kit.Bind("More or less", "space", "enter"),
}

// NewSave is the screen for a source. The agent is its name in the case; "" for none.
func NewSave(h *kit.Host, source CaseSource, agent string) *SaveScreen {
	s := &SaveScreen{Base: kit.Base{Host: h}, source: source, agent: agent, name: kit.NewInput("what the case shows"), file: kit.NewInput("a path that ends in .toml")}
	s.name.Prompt, s.file.Prompt = "", ""
	s.Restyle()
	return s
}

func saveLine(text string) string { return safe.Text(text).Line(safe.CellLimit()).String() }

// absoluteDir returns the absolute path of a directory.
func absoluteDir(dir string) string {
	if full, err := filepath.Abs(dir); err == nil {
		return full
	}
	return dir
}

// errNoDir is the error of an unknown working directory.
var errNoDir = errors.New("the working directory is not known")

// caseDraftMsg has the proposed case.
type caseDraftMsg struct {
	draft *runner.CaseDraft
	err   error
}

// caseSavedMsg is the result of writing the file.
type caseSavedMsg struct {
	path string
	err  error
}

func (s *SaveScreen) Init() tea.Cmd {
	if s.draft != nil {
		return nil
	}
	if s.Host.Options.Dir == "" {
		s.failed = errNoDir
		return nil
	}
	source, dir, agent := s.source, absoluteDir(s.Host.Options.Dir), s.agent
	return kit.Later(s, func() tea.Msg {
		found, err := source()
		if err != nil {
			return caseDraftMsg{err: err}
		}
		d, err := runner.NewDraft(found, dir, agent)
		return caseDraftMsg{d, err}
	})
}

func (s *SaveScreen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch msg := msg.(type) {
	case caseDraftMsg:
		s.take(msg)
	case caseSavedMsg:
		return s.saved(msg), nil
	case tea.KeyPressMsg:
		return s.press(msg)
	default:
		s.typed(msg)
	}
	return kit.Action{}, nil
}

func (s *SaveScreen) take(m caseDraftMsg) {
	s.draft, s.failed = m.draft, m.err
	if m.draft == nil {
		return
	}
	s.name.SetValue(m.draft.Name)
	s.name.CursorEnd()
	s.setFile()
	s.setFocus(0)
}

// setFile names the file after the case.
func (s *SaveScreen) setFile() {
	s.draft.File = s.draft.FileOf(s.draft.Name)
	s.file.SetValue(safe.Path(s.draft.File, s.Host.Options.Dir).String())
	s.file.CursorStart()
}

// saveStop is what takes the focus: the place of a choice, or one of those below.
type saveStop int

const (
	nameStop saveStop = -1 - iota
	moreStop
	fileStop
	saveButton
)

// stops are what takes the focus, in the order of the screen.
func (s *SaveScreen) stops() []saveStop {
	choices := func(isMore bool) (list []saveStop) {
		for i, c := range s.draft.Choices {
			if c.IsMore == isMore {
				list = append(list, saveStop(i))
			}
		}
		return list
	}
	list := append(append([]saveStop{nameStop}, choices(false)...), moreStop)
	if s.isOpen {
		list = append(append(list, fileStop), choices(true)...)
	}
	return append(list, saveButton)
}

// stop is what has the focus.
func (s *SaveScreen) stop() saveStop { return s.stops()[s.focus] }

func (s *SaveScreen) setFocus(at int) {
	s.focus = max(min(at, len(s.stops())-1), 0)
	s.name.Blur()
	s.file.Blur()
	switch s.stop() {
	case nameStop:
		s.name.Focus()
	case fileStop:
		s.file.Focus()
		s.file.CursorEnd()
	}
}

func (s *SaveScreen) press(msg tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	act, cmd, done := kit.Press(msg, s.Keys())
	if !done && !s.busy {
		s.typed(msg)
	}
	return act, cmd
}

// toggle checks the expectation at the cursor, or leaves it out.
func (s *SaveScreen) toggle() {
	c := &s.draft.Choices[s.stop()]
	c.On = !c.On
}

// showMore shows the other expectations and the file, or hides them again.
func (s *SaveScreen) showMore() { s.isOpen = !s.isOpen }

// typed passes typed or pasted text to the line that has the focus.
func (s *SaveScreen) typed(msg tea.Msg) {
	if !s.IsTyping() {
		return
	}
	if s.stop() == fileStop {
		before := s.file.Value()
		if s.file, _ = s.file.Update(msg); s.file.Value() != before {
			s.fileTyped = true
			s.draft.File = s.typedPath()
		}
	} else if s.name, _ = s.name.Update(msg); s.name.Value() != s.draft.Name {
		s.draft.Name = s.name.Value()
		if !s.fileTyped {
			s.setFile()
		}
	}
}

// typedPath is the path of the file as it was typed.
func (s *SaveScreen) typedPath() string {
	path := kit.ExpandPath(s.file.Value())
	if path != "" && !filepath.IsAbs(path) {
		path = filepath.Join(absoluteDir(s.Host.Options.Dir), path)
	}
	return path
}

// save writes the case in a command.
func (s *SaveScreen) save() (kit.Action, tea.Cmd) {
	s.busy = true
	d := s.draft
	return kit.Action{}, s.Host.Writes.TrackWrites(kit.Later(s, func() tea.Msg { return caseSavedMsg{d.File, d.Write()} }))
}

// saved says where the case is, and offers to run it.
func (s *SaveScreen) saved(m caseSavedMsg) kit.Action {
	s.busy = false
	if m.err != nil {
		return kit.Errorf("not saved: %s", saveLine(m.err.Error()))
	}
	where, nav := safe.Path(m.path, s.Host.Options.Dir).String(), s.Host.Nav
	done := kit.Infof("Saved as %s. %s opens the test cases.", where, shortcut.InProse(kit.Keys.Cases))
	labels, notes := []string{"go back   "}, []string{"it is among the test cases of the agent (" + kit.Keys.Cases.Help().Key + ")"}
	if nav.CanRunCase(s.draft.Plan()) {
		labels, notes = append([]string{"run it now"}, labels...), append([]string{"sends the message to the agent once more"}, notes...)
	}
	s.Host.Overlay = kit.NewChooser(s.Host, "Saved as "+where, labels, notes, func(i int) tea.Cmd {
		back := s.Back()
		if len(labels) == 2 && i == 0 {
			return tea.Batch(s.Host.Perform(back), nav.RunCase(m.path))
		}
		back.Status = done.Status
		return s.Host.Perform(back)
	})
	s.Host.Overlay.Left = func() { s.Host.Perform(s.Back()) }
	return kit.Action{}
}

func (s *SaveScreen) IsTyping() bool {
	return s.draft != nil && (s.stop() == nameStop || s.stop() == fileStop)
}

func (s *SaveScreen) Title() string { return "Save as test case" }

func (s *SaveScreen) Help() []string {
	return []string{
		"A test case sends this message again, and checks the answer. Tick what the answer must be: it is checked each time the case runs. With the outcome alone, any answer will do.",
		"",
		"The output of now is saved beside the case, which fails if anything but an id or a time differs. For an answer that varies in more, tick single values under More, or a2aform cases from RUN --repeat 8 finds out what varies.",
		"",
		"The file is yours to edit: f4 on the list of test cases opens it. An existing file is never overwritten.",
	}
}

func (s *SaveScreen) Keys() []kit.Key {
	k, nothing := saveKeys, kit.Unless(s.draft != nil && !s.busy, "there is nothing to save")
	if nothing != "" {
		return []kit.Key{kit.When(k.Save, nothing, s.save), s.BackKey()}
	}
	stop := s.stop()
	table := []kit.Key{
		kit.On(s.saveKey(), s.save),
		kit.On(k.Next, func() { s.setFocus(s.focus + 1) }),
		s.BackKey(),
		kit.On(k.Previous, func() { s.setFocus(s.focus - 1) }),
	}
	switch {
	case stop == moreStop && s.isOpen:
		table = slices.Insert(table, 2, kit.On(kit.Named(k.More, "Less"), s.showMore))
	case stop == moreStop:
		table = slices.Insert(table, 2, kit.On(kit.Named(k.More, "More"), s.showMore))
	case stop >= 0:
		table = slices.Insert(table, 2, kit.On(k.Toggle, s.toggle))
	}
	return table
}

// saveKey is the key that saves. On a line and on the button that is enter too, as in the dialog of an export.
func (s *SaveScreen) saveKey() key.Binding {
	save := saveKeys.Save
	switch s.stop() {
	case nameStop, fileStop, saveButton:
		save.SetKeys(append([]string{"enter"}, save.Keys()...)...)
		save.SetHelp("enter", save.Help().Desc)
	}
	return save
}

func (s *SaveScreen) Restyle() {
	s.pens = kit.NewPens(s.Styles())
	for _, input := range []*textline.Model{&s.name, &s.file} {
		kit.Color(input, s.Styles().Dim)
	}
}

func (s *SaveScreen) Layout(w, h int) {
	s.Base.Layout(w, h)
	width, _ := s.FrameRoom()
	s.name.SetWidth(max(width-saveLabel-3, 8))
	s.file.SetWidth(max(width-saveLabel-3, 8))
}

const saveLabel = 7

func (s *SaveScreen) View() string {
	return s.InFrame("Save as test case", "", strings.Join(s.lines(s.FrameRoom()), "\n"))
}

// lines are what can be changed.
func (s *SaveScreen) lines(width, height int) []string {
	st := s.Styles()
	switch {
	case s.failed != nil:
		return kit.Bullet("✗ ", "This cannot be saved as a test case: "+saveLine(s.failed.Error()), width, st.Bad)
	case s.draft == nil:
		return []string{st.Dim.Render("Reading the run …")}
	}
	what := 0
	for _, c := range s.draft.Choices {
		if s.isOpen || !c.IsMore {
			what = max(what, lipgloss.Width(saveLine(c.Label)))
		}
	}
	what = min(what, width/2)
	var lines []string
	at := 0 // the line of the focus
	for i, stop := range s.stops() {
		if i == s.focus {
			at = len(lines)
		}
		marker := s.marker(i)
		switch stop {
		case nameStop:
			lines = append(lines, marker+s.pens.Dim.Paint(kit.Pad("Name", saveLabel))+s.name.View(), "")
			if len(s.draft.Choices) > 0 {
				lines = append(lines, s.pens.Head.Paint("  The case sends the message again, and checks"))
			} else {
				lines = append(lines, kit.Wrap("The message was not sent yet, so the case expects that the task completes and that its output is valid.", width, 0, st.Dim)...)
			}
		case moreStop:
			sign := "▸ More"
			if s.isOpen {
				sign = "▾ More"
			}
			pen := &s.pens.Dim
			if i == s.focus {
				pen = &s.pens.Current
			}
			lines = append(lines, "", marker+pen.Paint(sign))
			if i == s.focus {
				at++
			}
		case fileStop:
			lines = append(lines, marker+s.pens.Dim.Paint(kit.Pad("File", saveLabel))+s.file.View())
		case saveButton:
			focus := -1
			if i == s.focus {
				focus, at = 0, at+1
			}
			lines = append(lines, "", st.Button.Line([]kit.Button{{Label: "Save", Key: s.saveKey().Help().Key}}, focus, width))
		default:
			lines = append(lines, marker+s.choice(&s.draft.Choices[stop], i == s.focus, what, width))
		}
	}
	top := max(at-height+1, 0)
	return lines[min(top, len(lines)):min(top+height, len(lines))]
}

// choice is the line of an expectation, with so many columns for what is checked.
func (s *SaveScreen) choice(c *runner.DraftChoice, isCurrent bool, what, width int) string {
	box, paint := s.pens.Dim.Paint("[ ]"), &s.pens.Dim
	if c.On {
		box, paint = s.pens.Good.Paint("[✓]"), &s.pens.Text
	}
	name := paint
	if isCurrent {
		name = &s.pens.Current
	}
	return box + " " + name.Cell(saveLine(c.Label), what) + "  " + paint.Cell(saveLine(c.Text), max(width-what-9, 1))
}

func (s *SaveScreen) marker(at int) string {
	if s.focus == at {
		return s.pens.Marker.Paint("▌") + " "
	}
	return "  "
}

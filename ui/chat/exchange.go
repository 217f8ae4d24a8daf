package chat

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/formgen"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/widget/shortcut"
	"a2aform/render"
	"a2aform/ui/kit"
)

// consent is what the user agrees to before the first message: the price that the card names, and extensions that the agent requires and
// a2aform does not know.
type consent struct {
	host                 *kit.Host
	toPrice, toExtension bool
}

// ask asks for what the user has not agreed to, and goes on with send. It reports false where there is nothing to ask.
func (c *consent) ask(of *recipient, send func() tea.Cmd) bool {
	missing, price := of.agent.Missing(), kit.PriceNotice(of.agent)
	switch {
	case len(missing) > 0 && !c.toExtension:
		c.askForExtensions(missing, of, send)
	case price != "" && !c.toPrice:
		c.askForPrice(price, send)
	default:
		return false
	}
	return true
}

// askForExtensions asks what to do about extensions that the agent requires and
// a2aform does not know.
func (c *consent) askForExtensions(missing []safe.Raw, of *recipient, send func() tea.Cmd) {
	c.host.Overlay = kit.NewChooser(c.host, "The agent requires what a2aform does not know: "+kit.Joined(missing, ", "),
		[]string{"activate and send", "send without     "}, []string{"its rules are yours to follow", "the agent may refuse"},
		func(i int) tea.Cmd {
			if i == 0 {
				agent, err := of.agent.Complying()
				if err != nil {
					c.host.Status = kit.Status{Text: err.Error(), Bad: true}
					return nil
				}
				of.agent = agent
			}
			c.toExtension = true
			return send()
		})
}

// askForPrice asks before the first message to an agent that names a price.
func (c *consent) askForPrice(price string, send func() tea.Cmd) {
	c.host.Overlay = kit.NewChooser(c.host, kit.Sentence(price), []string{"send      ", "do not send"}, []string{"and do not ask again in this chat", "what you wrote stays"},
		func(i int) tea.Cmd {
			if i != 0 {
				return nil
			}
			c.toPrice = true
			return send()
		})
}

// chooseApproval asks whether the tool may run, and answers the agent.
func (s *Screen) chooseApproval() kit.Action {
	form, _ := s.turns.questionForm()
	title, _, _ := strings.Cut(form.Instructions.Block(0).String(), "\n")
	choices := form.Approvals()
	var labels []string
	for _, c := range choices {
		labels = append(labels, c.Title)
	}
	task := s.turns.last()
	ask := kit.NewChooser(s.Host, title, labels, nil, func(i int) tea.Cmd {
		if err := task.Run().AnswerForm(form, choices[i].Value, false); err != nil {
			return s.Host.Perform(kit.Errorf("%s", err))
		}
		task.ClearAnswer()
		return nil
	})
	ask.Low, ask.Colored = true, true // the difference that it asks about stays in sight
	s.Host.Overlay = ask
	return kit.Action{}
}

// said is a message of a chat on its way.
type said struct {
	draft  *draft
	text   string
	files  []a2aclient.FilePart
	edit   uint64
	isBack bool // in the text of the screen
}

// unconfirmedText is what was sent, and the id that it went under.
type unconfirmedText struct{ text, id string }

// send is a message that is sent now, with the edit that it has.
func (d *draft) send(plan *run.Plan) *said {
	d.inFlight, d.hasSent = true, true
	return &said{draft: d, text: plan.Text, files: plan.Files, edit: d.edit}
}

// idOf is the id that a text went under whose outcome is unknown, "" for another text.
func (d *draft) idOf(text string) string {
	if d.unconfirmed == nil || d.unconfirmed.text != text {
		return ""
	}
	return d.unconfirmed.id
}

// leaving marks the draft as sent, in a command.
func (m *said) leaving() func(string) {
	file, text, edit := m.draft.File, m.text, m.edit
	if file == nil || text == "" {
		return nil
	}
	return func(id string) {
		_ = file.Mark(textDraft{text}, edit, &store.Sent{At: time.Now(), MessageID: id}) // the journal has it, too
	}
}

// Accepted lets the draft go; a text that came back was not to be sent twice.
func (m *said) Accepted() tea.Cmd {
	d := m.draft
	d.inFlight, d.unconfirmed = false, nil
	if m.isBack && d.of.text() == m.text {
		d.of.clear()
	}
	d.edit++
	return d.keep()
}

// Rejected does nothing: the chat shows the message.
func (m *said) Rejected(*a2a.Message, safe.Raw) {}

// Returned gives back what the agent does not have, to be sent again or changed.
func (m *said) Returned(now run.Snapshot) tea.Cmd {
	d := m.draft
	if kit.LostMessage(now) != nil {
		return nil
	}
	d.inFlight = false
	if d.of.text() == "" && len(d.of.files) == 0 {
		d.of.setText(m.text)
		d.of.files, m.isBack = m.files, true
	}
	d.edit++
	return d.keep()
}

// received are the files that the agent sent: with the turn at the cursor, else with the newest turn that has any.
func (s *Screen) received() []render.File {
	if s.pane.hasFocus {
		return s.chosen().files()
	}
	for _, t := range slices.Backward(s.turns) {
		if files := t.files(); len(files) > 0 {
			return files
		}
	}
	return nil
}

// files are what can be done with files that the agent sent.
func (s *Screen) files() fileActions {
	f := fileActions{host: s.Host, to: s, name: s.Title(), files: s.received(), none: "the agent has sent no file", save: chatKeys.SaveFile, open: chatKeys.OpenFile}
	if s.pane.hasFocus {
		f.save, f.open, f.none = chatKeys.SaveHere, chatKeys.OpenHere, "no file came with this answer"
	}
	return f
}

// fileActions save, open and copy a file that the agent sent. They are made for each table of keys.
type fileActions struct {
	host       *kit.Host
	to         kit.Screen // of the chat, for the messages of commands
	name       string     // for a file without one
	files      []render.File
	none       string // why there are none
	save, open key.Binding
}

func (a fileActions) keys() []kit.Key {
	why := kit.Unless(len(a.files) > 0, a.none)
	noBytes := why
	if why == "" {
		noBytes = kit.Unless(slices.ContainsFunc(a.files, render.File.HasBytes), "only the file's address came")
	}
	return []kit.Key{
		kit.When(a.save, noBytes, func() tea.Cmd { return a.choose("Save which file?", render.File.HasBytes, a.saveFile) }),
		kit.When(a.open, why, func() tea.Cmd { return a.choose("Open which file?", nil, a.openFile) }),
		kit.When(chatKeys.CopyFile, why, func() tea.Cmd { return a.choose("Copy which file?", nil, a.copyFile) }),
	}
}

// choose does something with the file that the agent sent; of several the user chooses one.
func (a fileActions) choose(title string, fits func(render.File) bool, do func(render.File) tea.Cmd) tea.Cmd {
	files := slices.DeleteFunc(slices.Clone(a.files), func(f render.File) bool { return fits != nil && !fits(f) })
	if len(files) == 1 {
		return do(files[0])
	}
	labels, notes := make([]string, len(files)), make([]string, len(files))
	for i, f := range files {
		labels[i], notes[i] = kit.Line(f.Name), kit.Line(f.MediaType)
		if f.Name.IsEmpty() {
			labels[i] = "a file without a name"
		}
		if f.Size >= 0 {
			notes[i] += "  " + formgen.ByteSize(int(f.Size))
		}
	}
	a.host.Overlay = kit.NewChooserAt(a.host, title, labels, notes, 0, func(i int) tea.Cmd { return do(files[i]) })
	return nil
}

func (a fileActions) saveFile(f render.File) tea.Cmd {
	return a.host.AskForPath(a.to, "Save the file", f.SafeName(safe.Text(a.name)), func(w io.Writer) error {
		data, err := f.Bytes()
		if err != nil {
			return err
		}
		_, err = w.Write(data)
		return err
	})
}

func (a fileActions) openFile(f render.File) tea.Cmd {
	return a.host.Perform(a.host.Nav.OpenFile(kit.Line(f.Name), f))
}

// fileTextMsg is the text of a file, to be copied.
type fileTextMsg struct {
	text string
	err  error
}

// copyFile copies the text of a file, or the address where only that came.
func (a fileActions) copyFile(f render.File) tea.Cmd {
	if !f.HasBytes() {
		act, cmd := a.host.Copy("the address", f.URL.Exact()) //nolint:forbidigo // it goes to the clipboard as it is
		return tea.Batch(cmd, a.host.Perform(act))
	}
	return kit.Later(a.to, func() tea.Msg {
		data, err := f.Bytes()
		return fileTextMsg{string(data), err}
	})
}

// copied puts the text that was read into the clipboard.
func (m fileTextMsg) copied(h *kit.Host) (kit.Action, tea.Cmd) {
	switch {
	case m.err != nil:
		return kit.Errorf("%s", safe.Text(m.err.Error()).Line(0)), nil
	case !utf8.ValidString(m.text):
		return kit.Errorf("the file is no text: %s saves it", shortcut.InProse(chatKeys.SaveFile)), nil
	}
	return h.Copy("the file", m.text)
}

// cancelTime is how long the agent may take to answer a cancel. The chat then waits no longer for its answer to the message either.
const cancelTime = 10 * time.Second

// errNoAnswer says that an agent has not answered a cancel.
var errNoAnswer = errors.New("it did not answer within 10 s")

// stoppedMsg says what came of a cancel.
type stoppedMsg struct {
	task kit.Task
	err  error
}

// cancel ends a task early: the agent is asked to, and where it cannot, only the wait for it ends.
type cancel struct {
	host *kit.Host
	to   kit.Screen // of the chat, for the messages of commands
	of   kit.Task   // that the agent was asked to cancel; nil for none
}

// stop asks the agent to cancel a task, and leaves the task where the agent cannot. A second stop leaves at once.
func (c *cancel) stop(t kit.Task) (kit.Action, tea.Cmd) {
	if c.of == t {
		return leave(t, "Stopped waiting for the agent, which may continue."), nil
	}
	if t.Run().EndWait() {
		return kit.Infof("Stopped waiting for more."), nil
	}
	if t.Snapshot().TaskID.IsEmpty() {
		return leave(t, "Stopped waiting. The agent has named no task to cancel, so it may continue."), nil
	}
	c.of = t
	ctx := c.host.Context
	return kit.Infof("Asking the agent to cancel …"), kit.Later(c.to, func() tea.Msg {
		ctx, stop := context.WithTimeoutCause(ctx, cancelTime, errNoAnswer)
		defer stop()
		err := t.Run().CancelTask(ctx)
		if err != nil && context.Cause(ctx) == errNoAnswer { //nolint:errorlint // the cause itself
			err = errNoAnswer
		}
		return stoppedMsg{t, err}
	})
}

// cannotCancel reports an agent that knows no cancel, be it that it calls it unsupported.
func cannotCancel(err error) bool {
	var refused *a2aclient.Error
	return errors.As(err, &refused) && (refused.Code == a2aclient.CodeMethodNotFound || refused.Code == a2aclient.CodeUnsupported)
}

// leave ends the wait for a task.
func leave(t kit.Task, words string) kit.Action {
	if !t.Run().Leave() {
		return kit.Infof("The task has ended.")
	}
	return kit.Infof("%s", words)
}

func (c *cancel) stopped(m stoppedMsg) kit.Action {
	if c.of == m.task {
		c.of = nil
	}
	now := m.task.Run().Snapshot()
	switch {
	case now.State == a2a.StateCanceled:
		return kit.Infof("The task was canceled.")
	case now.Phase.IsOver():
		return kit.Infof("The task has ended.")
	case cannotCancel(m.err):
		return leave(m.task, "Stopped waiting, and the agent may continue: it cannot cancel tasks.")
	case m.err != nil:
		return leave(m.task, "Stopped waiting, and the agent may continue: it does not cancel the task ("+safe.Text(m.err.Error()).Line(120).String()+").")
	}
	c.of = m.task
	return kit.Infof("The agent was asked to cancel the task.")
}

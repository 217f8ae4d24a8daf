package chat

import (
	"encoding/json"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/widget/textline"
	"a2aform/ui/kit"
)

// composer is where the next message is written: its text, and the files that go with it.
type composer struct {
	host *kit.Host
	to   kit.Screen // of the chat, for the messages of commands
	with *recipient

	area    textline.Area
	files   []a2aclient.FilePart // that go with the next message
	dropped droppedMsg           // a file whose path was pasted; the zero value for none
	begun   string               // the text that [composer.startWith] wrote last

	width, screenHeight int // of the text, and of the screen that it is on
	hasFrame            bool
}

// maxLines is how many lines a text area keeps; more would be cut.
const maxLines = 10_000

func newComposer(h *kit.Host, to kit.Screen, with *recipient) composer {
	area := textline.NewArea()
	area.ShowLineNumbers = false
	area.MaxHeight = maxLines
	area.Prompt = "▌ "
	area.Placeholder = "Write to the agent"
	area.KeyMap.InsertNewline.SetKeys("alt+enter", "shift+enter", "ctrl+j")
	kit.ColorArea(&area.Model, h.Styles)
	area.Focus()
	return composer{host: h, to: to, with: with, area: area}
}

func (c *composer) text() string { return c.area.Value() }

// setText puts a text in the place of what is written.
func (c *composer) setText(text string) {
	c.area.SetValue(text)
	c.size()
}

// startWith writes a text, unless the user has written something.
func (c *composer) startWith(text string) {
	if value := c.text(); value == "" || value == c.begun {
		c.area.SetValue(text)
		c.begun = text
	}
}

// isEmpty reports that there is nothing to send.
func (c *composer) isEmpty() bool { return c.isBlank() && len(c.files) == 0 }

// isBlank reports that nothing is written.
func (c *composer) isBlank() bool { return strings.TrimSpace(c.text()) == "" }

// clear takes away what was sent.
func (c *composer) clear() {
	c.area.Reset()
	c.files = nil
	c.size()
}

// Update is a key for the text, or a message for its cursor.
func (c *composer) Update(msg tea.Msg) (cmd tea.Cmd) {
	c.area, cmd = c.area.Update(msg)
	c.size()
	return cmd
}

// breakLine makes the backslash at the end of a text a new line. It reports false where there is none.
func (c *composer) breakLine() bool {
	if !c.area.BreakAtBackslash() {
		return false
	}
	c.size()
	return true
}

// layout says how wide the text is, how high the screen is, and whether the text has a frame.
func (c *composer) layout(width, screenHeight int, hasFrame bool) {
	c.width, c.screenHeight, c.hasFrame = width, screenHeight, hasFrame
	c.size()
}

// size gives the text as much space as it needs, up to a third of the screen.
func (c *composer) size() {
	if c.width == 0 {
		return
	}
	c.area.Prompt = "▌ "
	if c.hasFrame {
		c.area.Prompt = "" // the pane shows the focus
	}
	c.area.SetWidth(c.width)
	least := 3
	if c.screenHeight < 14 {
		least = 2
	}
	lines := 0
	for line := range strings.SplitSeq(c.text(), "\n") {
		lines += 1 + lipgloss.Width(line)/max(c.width, 1)
	}
	c.area.SetHeight(min(max(lines, least), max(c.screenHeight/3, least)))
}

func (c *composer) restyle() { kit.ColorArea(&c.area.Model, c.host.Styles) }

// lines are the files and the text.
func (c *composer) lines() []string {
	return append(c.fileLines(), strings.Split(c.area.View(), "\n")...)
}

// openEditor opens the text in the user's editor.
func (c *composer) openEditor() (kit.Action, tea.Cmd) {
	cmd, err := kit.OpenEditor(c.host.Context, c.to, kit.EditedMsg{Before: c.text()}, ".md")
	if err != nil {
		return kit.Errorf("%s", err), nil
	}
	return kit.Action{}, cmd
}

func (c *composer) edited(m kit.EditedMsg) kit.Action {
	switch {
	case m.Err != nil:
		return kit.Errorf("%s", m.Err)
	case m.Text == m.Before:
		return kit.Infof("the editor changed nothing")
	}
	c.setText(m.Text)
	return kit.Infof("the text was edited")
}

// recipient is who takes the messages of a chat: a skill, or the agent itself.
type recipient struct {
	agent *a2aclient.Agent
	skill *a2aclient.Skill // nil for the agent itself
}

// title is the name of the skill, or what a chat without one is called.
func (r *recipient) title() string {
	if r.skill == nil {
		return "Ask the agent directly"
	}
	return kit.Line(r.skill.Name)
}

// name is that of the skill, or of the agent.
func (r *recipient) name() string {
	if r.skill == nil {
		return kit.Line(r.agent.Card().Name)
	}
	return r.title()
}

// about says that a text goes there, or a chat, which hasTurns. A host that is not the card's comes first, where no name of the agent can
// hide it.
func (r *recipient) about(hasTurns bool) string {
	what := "A text message to " + r.name()
	if hasTurns {
		what = "Chat with " + r.title()
	}
	if _, to, differ := r.agent.OtherServer(); differ {
		_, host, _ := strings.Cut(to, "://")
		what = "To " + host + ", not the card's host · " + what
	}
	return what
}

// skillID is the id of the skill, empty for the agent itself.
func (r *recipient) skillID() safe.Raw {
	if r.skill == nil {
		return safe.Raw{}
	}
	return r.skill.ID
}

// takes reports whether a file is of the input modes.
func (r *recipient) takes(f a2aclient.FilePart) bool {
	return r.agent.Card().TakesFile(r.skill, f.MediaType)
}

// examples are those of the skill that are words. One of JSON belongs into its form.
func (r *recipient) examples() (words []string) {
	if r.skill == nil {
		return nil
	}
	for _, e := range r.skill.Examples {
		if line := kit.Line(e); !strings.HasPrefix(line, "{") {
			words = append(words, line)
		}
	}
	return words
}

// textDraft is the draft of a message that was not sent.
type textDraft struct {
	Text string `json:"text"`
}

// writtenMsg is the draft that was found.
type writtenMsg struct {
	text     string
	restored kit.RestoredDraft
}

// draft keeps on the disk what is written, until it is sent.
type draft struct {
	kit.Drafts
	host *kit.Host
	to   kit.Screen // of the chat, for the messages of commands
	of   *composer

	looked      bool             // for one that was kept
	seen        string           // the text when it was last looked at
	edit        uint64           // counts its changes
	inFlight    bool             // it belongs to a message on its way
	hasSent     bool             // a message, since the chat was opened
	unconfirmed *unconfirmedText // what was sent, and whose outcome is unknown
}

// find looks for a message to a recipient that was kept, the first time.
func (d *draft) find(with *recipient) tea.Cmd {
	keep := d.host.Options.Store
	if keep == nil || d.host.Options.NoDrafts || with.agent == nil || d.File != nil {
		return nil
	}
	d.File = &kit.DraftFile{Keep: keep, Of: store.FormOf{Agent: d.host.Identity(with.agent), Skill: with.skillID(), Digest: kit.TextDigest}}
	file := d.File
	return kit.Later(d.to, func() tea.Msg {
		var found textDraft
		r := file.Restore(func(data []byte) error { return json.Unmarshal(data, &found) })
		return writtenMsg{found.Text, r}
	})
}

// restore brings a draft back, unless something is written by now. Where a message was sent meanwhile, it is that message.
func (d *draft) restore(m writtenMsg) kit.Action {
	d.looked = true
	switch {
	case m.restored.Off:
		d.File = nil
	case m.text != "" && d.of.text() == "" && !d.hasSent:
		d.of.setText(m.text)
		d.seen = d.of.text()
		if sent := m.restored.Sent; sent != nil {
			d.unconfirmed = &unconfirmedText{d.seen, sent.MessageID}
			return kit.Errorf("%s", m.restored.SentNote("what you wrote"))
		}
		return kit.Infof("what you wrote at %s is back", kit.Ago(m.restored.Saved, time.Now()))
	case m.restored.InOther:
		return kit.Infof("%s", kit.OpenInOtherWindow)
	}
	if m.restored.Notice != "" {
		return kit.Errorf("%s", m.restored.Notice)
	}
	return kit.Action{}
}

// keep asks for a save of what has changed.
func (d *draft) keep() tea.Cmd {
	if text := d.of.text(); text != d.seen {
		d.seen = text
		d.edit++
	}
	if d.File == nil || !d.looked || d.Due || d.edit == d.Tried {
		return nil // before it was looked for, a draft would be found as if it were of another day
	}
	d.Due = true
	return kit.After(d.to, kit.DraftDelay, kit.SaveDraftMsg{})
}

// save saves the text of the input. A message in flight stays in the draft until the
// agent has it, unless the user writes another.
func (d *draft) save() tea.Cmd {
	file, text, edit := d.File, d.seen, d.edit
	if d.inFlight = d.inFlight && strings.TrimSpace(text) == ""; d.inFlight {
		d.Due, d.Tried = false, edit
		return nil
	}
	return kit.Later(d.to, func() tea.Msg { return kit.DraftSavedMsg{Edit: edit, Err: saveText(file, text, edit)} })
}

// saveText writes what is written; a text that is empty needs no draft.
func saveText(file *kit.DraftFile, text string, edit uint64) error {
	if strings.TrimSpace(text) == "" {
		file.Drop(edit)
		return nil
	}
	return file.Save(textDraft{text}, edit)
}

func (d *draft) saved(m kit.DraftSavedMsg) kit.Action {
	d.Due, d.Tried = false, m.Edit
	if m.Err == nil {
		d.Failed = ""
		return kit.Action{}
	}
	why := safe.Text(m.Err.Error()).Line(0).String()
	if why == d.Failed {
		return kit.Action{}
	}
	d.Failed = why
	return kit.Errorf("what you write is only kept here, not on the disk: %s", why)
}

// unsaved gives what writes the text that is not on the disk yet.
func (d *draft) unsaved() (save func()) {
	file, text, edit := d.File, d.of.text(), d.edit
	inFlight := d.inFlight && d.of.isBlank()
	if file == nil || edit == 0 || inFlight {
		return func() {}
	}
	return func() { _ = saveText(file, text, edit+1) } // the program ends: no screen can say that it failed
}

// release lets another window have the draft.
func (d *draft) release() {
	if d.File != nil {
		d.File.Release()
	}
}

// isPersisted reports that the text comes back another day; attached files do not.
func (d *draft) isPersisted() bool {
	return d.File != nil && d.Failed == "" && len(d.of.files) == 0
}

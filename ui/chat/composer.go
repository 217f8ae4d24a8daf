package chat

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"a2aform/a2aclient"
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
	if examples := with.examples(); len(examples) > 0 {
		area.Placeholder = "for example: " + examples[0]
	}
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

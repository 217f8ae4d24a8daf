package chat

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/dustin/go-humanize/english"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/limit"
	"a2aform/internal/run/transcript"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/render/markdown"
	"a2aform/ui/kit"
)

// chosen is the turn at the cursor, else the last one; nil for none.
func (s *Screen) chosen() *turn {
	if s.pane.hasFocus {
		return s.turns[s.pane.cursor]
	}
	return s.turns.newest()
}

// copies are what can be taken along of the chat.
func (s *Screen) copies() copies {
	c := copies{host: s.Host, to: s, title: s.Title(), turns: s.turns, copyAnswer: chatKeys.CopyAnswer}
	if t := s.chosen(); t != nil {
		c.answer = t.now().Snapshot().LiveText()
	}
	if s.pane.hasFocus {
		c.copyAnswer = kit.Named(kit.Keys.CopyAs, c.copyAnswer.Help().Desc)
	}
	return c
}

// copies copy an answer, its code or a chat, and save the chat. They are made for each table of keys.
type copies struct {
	host       *kit.Host
	to         kit.Screen // of the chat, for the messages of commands
	title      string
	turns      conversation
	answer     string // as it was sent, "" for none
	copyAnswer key.Binding
}

func (c copies) keys() []kit.Key {
	k := chatKeys
	noTurns := kit.Unless(len(c.turns) > 0, "nothing was sent yet")
	return []kit.Key{
		kit.When(c.copyAnswer, kit.Unless(c.answer != "", "the answer has no text"), func() (kit.Action, tea.Cmd) { return c.host.Copy("the answer", c.answer) }),
		kit.When(k.CopyCode, kit.Unless(strings.Contains(c.answer, "```"), "the answer has no code"), c.copyCode),
		kit.When(k.CopyChat, noTurns, c.copyChat),
		kit.When(k.ExportChat, noTurns, c.export),
	}
}

// copyCode copies the code in the answer. Of several blocks the user chooses one, the last at first.
func (c copies) copyCode() (kit.Action, tea.Cmd) {
	blocks := codeIn(markdown.Read(c.answer, false))
	switch len(blocks) {
	case 0:
		return kit.Errorf("the answer has no code"), nil
	case 1:
		return c.host.Copy("the code", codeOf(blocks[0]))
	}
	texts := make([]kit.Copyable, len(blocks))
	for i, b := range blocks {
		note := strings.TrimSpace(kit.Line(safe.Text(b.Lang)) + "  " + english.Plural(len(b.Lines), "line", "lines") + "  " + kit.Line(safe.Text(b.Lines[0])))
		texts[i] = kit.Copyable{Label: strconv.Itoa(i + 1), Note: note, What: "the code", Text: func() (string, error) { return codeOf(b), nil }}
	}
	c.host.AskCopy("Copy code", texts, len(blocks)-1)
	return kit.Action{}, nil
}

// codeIn are the blocks of code, also those in lists and quotes.
func codeIn(blocks []*markdown.Block) (found []*markdown.Block) {
	for _, b := range blocks {
		if b.Kind == markdown.Code && len(b.Lines) > 0 {
			found = append(found, b)
		}
		found = append(found, codeIn(b.Parts)...)
	}
	return found
}

func codeOf(b *markdown.Block) string { return strings.Join(b.Lines, "\n") + "\n" }

func (c copies) copyChat() (kit.Action, tea.Cmd) {
	var b strings.Builder
	if err := transcript.Write(&b, c.title, c.turns.transcript()); err != nil {
		return kit.Errorf("%s", err), nil
	}
	return c.host.Copy("the chat as Markdown", b.String())
}

func (c copies) export() tea.Cmd {
	title, turns := c.title, c.turns.transcript()
	return c.host.AskForPath(c.to, "Export the chat: Markdown", safe.FileName(safe.Text(title), "chat", ".md"), func(w io.Writer) error {
		return transcript.Write(w, title, turns)
	})
}

// attachedMsg is a file that was read to go with a message.
type attachedMsg struct {
	from *kit.Overlay
	file a2aclient.FilePart
	err  error
}

// askToAttach asks for the path of a file.
func (c *composer) askToAttach() tea.Cmd {
	return kit.AskForFile(c.to, c.host, "attach", "Attach a file", func(o *kit.Overlay, path string) tea.Msg {
		data, err := kit.ReadLimited(path, limit.MessageFiles.Int())
		return attachedMsg{o, a2aclient.NewFilePart(path, data), err}
	})
}

// droppedMsg is a file whose path was pasted, as terminals do with one that is dropped on them.
type droppedMsg struct{ text, path string }

// maxPath is how long a pasted path may be, in bytes.
const maxPath = 4096

// lookForFile looks whether what was pasted is the path of a file.
func (c *composer) lookForFile(pasted string) tea.Cmd {
	text := strings.TrimSpace(pasted)
	if text == "" || len(text) > maxPath || strings.ContainsAny(text, "\r\n") {
		return nil
	}
	return kit.Later(c.to, func() tea.Msg {
		if path, ok := kit.PastedFile(text); ok {
			return droppedMsg{text, path}
		}
		return nil
	})
}

// isDropped reports that the message has the path of a file that can be attached.
func (c *composer) isDropped() bool {
	return c.dropped.text != "" && strings.Contains(c.area.Value(), c.dropped.text)
}

// attachKey attaches the file whose path was pasted, or asks for one.
func (c *composer) attachKey() kit.Key {
	if !c.isDropped() {
		return kit.On(chatKeys.Attach, c.askToAttach)
	}
	return kit.On(kit.Named(chatKeys.Attach, "Attach it"), c.attachDropped)
}

// attachDropped attaches the file whose path was pasted, in place of the path.
func (c *composer) attachDropped() tea.Cmd {
	path, text := c.dropped.path, c.area.Value()
	i := strings.LastIndex(text, c.dropped.text)
	c.area.SetValue(strings.TrimSpace(text[:i] + text[i+len(c.dropped.text):]))
	c.dropped = droppedMsg{}
	return kit.Later(c.to, func() tea.Msg {
		data, err := kit.ReadLimited(path, limit.MessageFiles.Int())
		return attachedMsg{nil, a2aclient.NewFilePart(path, data), err}
	})
}

// attached takes a file along, or says why not: in the prompt for its path, if it was asked for.
func (c *composer) attached(msg attachedMsg) kit.Action {
	if msg.from != nil && c.host.Overlay != msg.from {
		return kit.Action{} // it was closed
	}
	refuse := func(text string) kit.Action {
		if msg.from == nil {
			return kit.Errorf("%s", text)
		}
		msg.from.Prompt.Complain(text)
		return kit.Action{}
	}
	total := len(msg.file.Data)
	for _, f := range c.files {
		total += len(f.Data)
	}
	switch {
	case msg.err != nil:
		return refuse(safe.Text(kit.FileProblem(msg.err)).Line(0).String())
	case total > limit.MessageFiles.Int():
		return refuse("all files together have " + formgen.ByteSize(total) + ", and " + formgen.ByteSize(limit.MessageFiles.Int()) + " go with one message")
	}
	if msg.from != nil {
		c.host.Overlay = nil
	}
	c.files = append(c.files, msg.file)
	c.size()
	return kit.Infof("with the next message: %s", shownFile(msg.file))
}

// detach takes a file away: the only one, or one of several.
func (c *composer) detach() kit.Action {
	if len(c.files) == 1 {
		return c.remove(0)
	}
	c.host.Overlay = kit.NewChooser(c.host, "Which file does not go with the message?", shownFiles(c.files), nil, func(i int) tea.Cmd {
		return c.host.Perform(c.remove(i))
	})
	return kit.Action{}
}

func (c *composer) remove(i int) kit.Action {
	name := shownFile(c.files[i])
	c.files = slices.Delete(slices.Clone(c.files), i, i+1)
	c.size()
	return kit.Infof("%s does not go with the message", name)
}

func shownFiles(files []a2aclient.FilePart) (all []string) {
	for _, f := range files {
		all = append(all, shownFile(f))
	}
	return all
}

// shownFile is a file's name, type and size.
func shownFile(f a2aclient.FilePart) string {
	return fmt.Sprintf("%s  %s  %s", safe.Text(f.Name).Line(120), safe.Text(f.MediaType).Line(80), formgen.ByteSize(len(f.Data)))
}

// fileLines are the files that go with the next message, and which of them the
// agent may not take.
func (c *composer) fileLines() (lines []string) {
	st := c.host.Styles
	for _, f := range c.files {
		text, style := "+ "+shownFile(f), st.Good
		if !c.with.takes(f) {
			text, style = "! "+shownFile(f)+" · not in the agent's input modes; it may reject it", st.Warn
		}
		lines = append(lines, kit.Wrap(text, c.width, 2, style)...)
	}
	if c.isDropped() {
		name := safe.Text(filepath.Base(c.dropped.path)).Line(120).String()
		lines = append(lines, kit.Wrap(name+" is a file: "+shortcut.InProse(chatKeys.Attach)+" attaches it", c.width, 2, st.Accent)...)
	}
	return lines
}

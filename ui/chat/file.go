package chat

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

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

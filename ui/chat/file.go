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
	"a2aform/ui/kit"
)

// attachedMsg is a file that was read to go with a message.
type attachedMsg struct {
	from *kit.Overlay
	file a2aclient.FilePart
	err  error
}

// askToAttach asks for the path of a file.
func (s *Screen) askToAttach() tea.Cmd {
	return kit.AskForFile(s, s.Host, "attach", "Attach a file", func(o *kit.Overlay, path string) tea.Msg {
		data, err := kit.ReadLimited(path, limit.MessageFiles.Int())
		return attachedMsg{o, a2aclient.NewFilePart(path, data), err}
	})
}

// droppedMsg is a file whose path was pasted, as terminals do with one that is dropped on them.
type droppedMsg struct{ text, path string }

// maxPath is how long a pasted path may be, in bytes.
const maxPath = 4096

// lookForFile looks whether what was pasted is the path of a file.
func (s *Screen) lookForFile(pasted string) tea.Cmd {
	text := strings.TrimSpace(pasted)
	if text == "" || len(text) > maxPath || strings.ContainsAny(text, "\r\n") {
		return nil
	}
	return kit.Later(s, func() tea.Msg {
		if path, ok := kit.PastedFile(text); ok {
			return droppedMsg{text, path}
		}
		return nil
	})
}

// isDropped reports that the message has the path of a file that can be attached.
func (s *Screen) isDropped() bool {
	return s.dropped.text != "" && strings.Contains(s.Area.Value(), s.dropped.text)
}

// attachKey attaches the file whose path was pasted, or asks for one.
func (s *Screen) attachKey() kit.Key {
	if !s.isDropped() {
		return kit.On(chatKeys.Attach, s.askToAttach)
	}
	return kit.On(kit.Named(chatKeys.Attach, "Attach it"), s.attachDropped)
}

// attachDropped attaches the file whose path was pasted, in place of the path.
func (s *Screen) attachDropped() tea.Cmd {
	path, text := s.dropped.path, s.Area.Value()
	i := strings.LastIndex(text, s.dropped.text)
	s.Area.SetValue(strings.TrimSpace(text[:i] + text[i+len(s.dropped.text):]))
	s.dropped = droppedMsg{}
	return kit.Later(s, func() tea.Msg {
		data, err := kit.ReadLimited(path, limit.MessageFiles.Int())
		return attachedMsg{nil, a2aclient.NewFilePart(path, data), err}
	})
}

// attached takes a file along, or says why not: in the prompt for its path, if it was asked for.
func (s *Screen) attached(m attachedMsg) kit.Action {
	if m.from != nil && s.Host.Overlay != m.from {
		return kit.Action{} // it was closed
	}
	refuse := func(text string) kit.Action {
		if m.from == nil {
			return kit.Errorf("%s", text)
		}
		m.from.Prompt.Complain(text)
		return kit.Action{}
	}
	total := len(m.file.Data)
	for _, f := range s.files {
		total += len(f.Data)
	}
	switch {
	case m.err != nil:
		return refuse(safe.Text(kit.FileProblem(m.err)).Line(0).String())
	case total > limit.MessageFiles.Int():
		return refuse("all files together have " + formgen.ByteSize(total) + ", and " + formgen.ByteSize(limit.MessageFiles.Int()) + " go with one message")
	}
	if m.from != nil {
		s.Host.Overlay = nil
	}
	s.files = append(s.files, m.file)
	s.size()
	return kit.Infof("with the next message: %s", shownFile(m.file))
}

// detach takes a file away: the only one, or one of several.
func (s *Screen) detach() kit.Action {
	if len(s.files) == 1 {
		return s.remove(0)
	}
	s.Host.Overlay = kit.NewChooser(s.Host, "Which file does not go with the message?", shownFiles(s.files), nil, func(i int) tea.Cmd {
		return s.Host.Perform(s.remove(i))
	})
	return kit.Action{}
}

func (s *Screen) remove(i int) kit.Action {
	name := shownFile(s.files[i])
	s.files = slices.Delete(slices.Clone(s.files), i, i+1)
	s.size()
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
func (s *Screen) fileLines() (lines []string) {
	st := s.Styles()
	for _, f := range s.files {
		text, style := "+ "+shownFile(f), st.Good
		if !s.agent.Card().TakesFile(s.skill, f.MediaType) {
			text, style = "! "+shownFile(f)+" · not in the agent's input modes; it may reject it", st.Warn
		}
		lines = append(lines, kit.Wrap(text, s.inner(), 2, style)...)
	}
	if s.isDropped() {
		name := safe.Text(filepath.Base(s.dropped.path)).Line(120).String()
		lines = append(lines, kit.Wrap(name+" is a file: "+chatKeys.Attach.Help().Key+" attaches it", s.inner(), 2, st.Accent)...)
	}
	return lines
}

package ui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/formgen/huhform"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// attachedMsg is a file that was read to go with a message.
type attachedMsg struct {
	from *overlay
	file a2aclient.FilePart
	err  error
}

// askToAttach asks for the path of a file.
func (s *chatScreen) askToAttach() tea.Cmd {
	o := newPrompt(s.host, "attach", "Attach a file", "a path; ~ is your home directory; ↓ chooses", "")
	o.completes = true
	o.typed = func(line string) tea.Cmd {
		return later(s, func() tea.Msg { return completionsMsg{o, line, completions(line)} })
	}
	o.entered = func(line string) tea.Cmd {
		if strings.HasSuffix(line, "/") {
			o.prompt.SetText(line)
			return o.typed(line)
		}
		return later(s, func() tea.Msg {
			path := expand(line)
			data, err := readLimited(path, limit.MessageFiles.Int())
			return attachedMsg{o, a2aclient.NewFilePart(path, data), err}
		})
	}
	s.host.overlay = o
	return o.typed("")
}

// attached takes a file along, or says in the prompt why not.
func (s *chatScreen) attached(m attachedMsg) action {
	if s.host.overlay != m.from {
		return action{} // it was closed
	}
	total := len(m.file.Data)
	for _, f := range s.files {
		total += len(f.Data)
	}
	switch {
	case m.err != nil:
		m.from.prompt.Complain(safe.Text(fileProblem(m.err)).Line(0).String())
		return action{}
	case total > limit.MessageFiles.Int():
		m.from.prompt.Complain("all files together have " + huhform.ByteSize(total) + ", and " + huhform.ByteSize(limit.MessageFiles.Int()) + " go with one message")
		return action{}
	}
	s.host.overlay = nil
	s.files = append(s.files, m.file)
	s.size()
	return infof("%s goes with the next message", shownFile(m.file))
}

// detach takes a file away: the only one, or one of several.
func (s *chatScreen) detach() action {
	switch len(s.files) {
	case 0:
		return infof("no file is attached")
	case 1:
		return s.remove(0)
	}
	s.host.overlay = newChooser(s.host, "Which file does not go with the message?", shownFiles(s.files), nil, func(i int) tea.Cmd {
		return s.host.perform(s.remove(i))
	})
	return action{}
}

func (s *chatScreen) remove(i int) action {
	name := shownFile(s.files[i])
	s.files = slices.Delete(slices.Clone(s.files), i, i+1)
	s.size()
	return infof("%s does not go with the message", name)
}

func shownFiles(files []a2aclient.FilePart) (all []string) {
	for _, f := range files {
		all = append(all, shownFile(f))
	}
	return all
}

// shownFile is a file's name, type and size.
func shownFile(f a2aclient.FilePart) string {
	return fmt.Sprintf("%s  %s  %s", safe.Text(f.Name).Line(120), safe.Text(f.MediaType).Line(80), huhform.ByteSize(len(f.Data)))
}

// fileLines are the files that go with the next message, and which of them the
// agent may not take.
func (s *chatScreen) fileLines() (lines []string) {
	st := s.styles()
	for _, f := range s.files {
		text, style := "+ "+shownFile(f), st.Good
		if !s.agent.Card().TakesFile(s.skill, f.MediaType) {
			text, style = "! "+shownFile(f)+" · no mode of the agent takes this type; it may refuse it", st.Warn
		}
		lines = append(lines, wrap(text, s.width, 2, style)...)
	}
	return lines
}

package chat

import (
	"io"
	"slices"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/ui/kit"
)

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

// receivedKeys save, open and copy a file that the agent sent.
func (s *Screen) receivedKeys() []kit.Key {
	files, none := s.received(), "the agent has sent no file"
	save, open := chatKeys.SaveFile, chatKeys.OpenFile
	if s.pane.hasFocus {
		save, open, none = chatKeys.SaveHere, chatKeys.OpenHere, "no file came with this answer"
	}
	why := kit.Unless(len(files) > 0, none)
	noBytes := why
	if why == "" {
		noBytes = kit.Unless(slices.ContainsFunc(files, render.File.HasBytes), "only the file's address came")
	}
	return []kit.Key{
		kit.When(save, noBytes, func() tea.Cmd { return s.chooseFile("Save which file?", render.File.HasBytes, s.saveFile) }),
		kit.When(open, why, func() tea.Cmd { return s.chooseFile("Open which file?", nil, s.openFile) }),
		kit.When(chatKeys.CopyFile, why, func() tea.Cmd { return s.chooseFile("Copy which file?", nil, s.copyFile) }),
	}
}

// chooseFile does something with the file that the agent sent; of several the user chooses one.
func (s *Screen) chooseFile(title string, fits func(render.File) bool, do func(render.File) tea.Cmd) tea.Cmd {
	files := slices.DeleteFunc(slices.Clone(s.received()), func(f render.File) bool { return fits != nil && !fits(f) })
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
	s.Host.Overlay = kit.NewChooserAt(s.Host, title, labels, notes, 0, func(i int) tea.Cmd { return do(files[i]) })
	return nil
}

func (s *Screen) saveFile(f render.File) tea.Cmd {
	return s.Host.AskForPath(s, "Save the file", f.SafeName(safe.Text(s.Title())), func(w io.Writer) error {
		data, err := f.Bytes()
		if err != nil {
			return err
		}
		_, err = w.Write(data)
		return err
	})
}

func (s *Screen) openFile(f render.File) tea.Cmd {
	return s.Host.Perform(s.Host.Nav.OpenFile(kit.Line(f.Name), f))
}

// fileTextMsg is the text of a file, to be copied.
type fileTextMsg struct {
	text string
	err  error
}

// copyFile copies the text of a file, or the address where only that came.
func (s *Screen) copyFile(f render.File) tea.Cmd {
	if !f.HasBytes() {
		act, cmd := s.Host.Copy("the address", f.URL.Exact()) //nolint:forbidigo // it goes to the clipboard as it is
		return tea.Batch(cmd, s.Host.Perform(act))
	}
	return kit.Later(s, func() tea.Msg {
		data, err := f.Bytes()
		return fileTextMsg{string(data), err}
	})
}

func (s *Screen) fileRead(m fileTextMsg) (kit.Action, tea.Cmd) {
	switch {
	case m.err != nil:
		return kit.Errorf("%s", safe.Text(m.err.Error()).Line(0)), nil
	case !utf8.ValidString(m.text):
		return kit.Errorf("the file is no text: %s saves it", chatKeys.SaveFile.Help().Key), nil
	}
	return s.Host.Copy("the file", m.text)
}

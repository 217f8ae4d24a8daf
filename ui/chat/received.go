package chat

import (
	"io"
	"slices"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
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

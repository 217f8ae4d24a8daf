package ui

import (
	"errors"
	"io"
	"io/fs"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/render"
)

// exporter writes what a screen shows in a format.
type exporter func(w io.Writer, f render.Format) error

// formatNotes say what each format is for, in the order of [render.Formats].
var formatNotes = []string{
	"the data, every byte as it came", "a row a line, exact", "a table for spreadsheets", "a table to paste into one",
	"for issues, wikis and chats", "one page, light and dark, to print or send", "as it stands on the screen",
}

// askExport asks for a format, then for a path, and writes. What says what is
// written, such as "the result" or "these rows".
func askExport(s screen, h *host, what, name string, write exporter) {
	formats := render.Formats()
	labels := make([]string, len(formats))
	for i, f := range formats {
		labels[i] = pad(f, len("jsonl"))
	}
	h.overlay = newChooser(h, "Export "+what+" as", labels, formatNotes, func(i int) tea.Cmd {
		format, err := render.ParseFormat(formats[i])
		if err != nil {
			return nil
		}
		return h.askForPath(s, "Export "+what+" as "+formats[i], safe.FileName(safe.Text(name), "result", format.Extension()), func(w io.Writer) error {
			return write(w, format)
		})
	})
}

// savedMsg says what became of a file.
type savedMsg struct {
	from *overlay
	path string
	note string // what the file has not, "" for nothing
	err  error
}

// unusedMsg is a path that no file has, in place of the one that a prompt proposed.
type unusedMsg struct {
	from           *overlay
	proposal, path string
}

// propose puts the path into its prompt, unless the user has typed another one.
func (h *host) propose(m unusedMsg) {
	if h.overlay == m.from && m.from.prompt.Text() == m.proposal {
		m.from.prompt.SetText(m.path)
	}
}

// askForPath asks where to write. An existing file is never overwritten: the prompt
// proposes another name for it.
func (h *host) askForPath(s screen, title, proposal string, write func(io.Writer) error) tea.Cmd {
	o := newPrompt(h, "save", title, "a path; ~ is your home directory; nothing is overwritten", proposal)
	o.entered = func(line string) tea.Cmd {
		return later(s, func() tea.Msg {
			path, note := expand(line), ""
			err := store.WriteNew(path, func(w io.Writer) error {
				err := write(w)
				var unread *render.InvalidError
				if errors.As(err, &unread) { // the rest is worth its file
					note, err = "; "+unread.Error(), nil
				}
				var repeated *render.DuplicateKeysError
				if errors.As(err, &repeated) {
					note, err = "; "+repeated.Error(), nil
				}
				return err
			})
			return savedMsg{o, path, note, err}
		})
	}
	h.overlay = o
	return func() tea.Msg { return unusedMsg{o, proposal, store.Unused(proposal)} }
}

// saved closes the prompt, or says in it why nothing was written.
func (h *host) saved(msg savedMsg) action {
	if msg.err == nil {
		if h.overlay == msg.from {
			h.overlay = nil
		}
		return infof("saved as %s%s", safe.Text(msg.path).Line(200), msg.note)
	}
	words := "not saved: " + safe.Text(reasonOf(msg.err)).Line(200).String()
	if h.overlay != msg.from {
		return errorf("%s", words)
	}
	msg.from.prompt.Complain(words)
	return action{}
}

// reasonOf is why a file could not be written, without the system call's name.
func reasonOf(err error) string {
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrExist):
		return "there is a file of this name already"
	case errors.As(err, &path):
		return path.Err.Error()
	}
	return err.Error()
}

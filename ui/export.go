package ui

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
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
func askExport(s screen, a *App, what, name string, write exporter) {
	formats := render.Formats()
	labels := make([]string, len(formats))
	for i, f := range formats {
		labels[i] = pad(f, len("jsonl"))
	}
	a.overlay = newChooser(a, "Export "+what+" as", labels, formatNotes, func(i int) tea.Cmd {
		format, err := render.ParseFormat(formats[i])
		if err != nil {
			return nil
		}
		a.overlay = newPathPrompt(s, a, "Export "+what+" as "+formats[i], fileName(name, format.Extension()), func(w io.Writer) error {
			return write(w, format)
		})
		return nil
	})
}

// savedMsg says what became of a file.
type savedMsg struct {
	from *overlay
	path string
	err  error
}

// newPathPrompt asks where to write. A file that is there is never overwritten.
func newPathPrompt(s screen, a *App, title, proposal string, write func(io.Writer) error) *overlay {
	o := newPrompt(a, title, "a path; ~ is your home directory; nothing is overwritten", unusedName(proposal))
	o.entered = func(line string) tea.Cmd {
		return later(s, func() tea.Msg {
			path := expand(line)
			return savedMsg{o, path, save(path, write)}
		})
	}
	return o
}

// saved closes the prompt, or says in it why nothing was written.
func (a *App) saved(msg savedMsg) action {
	if msg.err == nil {
		if a.overlay == msg.from {
			a.overlay = nil
		}
		return say("saved as %s", safe.Text(msg.path).Line(200))
	}
	words := "not saved: " + safe.Text(reasonOf(msg.err)).Line(200).String()
	if a.overlay != msg.from {
		return complain("%s", words)
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

// save writes a new file. One that could not be finished is taken away again.
func save(path string, write func(io.Writer) error) (err error) {
	if strings.TrimSpace(path) == "" {
		return errors.New("it needs a name")
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) //nolint:gosec // the user names the file
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, file.Close()); err != nil {
			_ = os.Remove(path)
		}
	}()
	return write(file)
}

// longestName bounds the name of a file, in bytes, without how it ends.
const longestName = 60

// fileName makes a name for a file of foreign text: letters, digits, points and
// dashes, no path, and nothing hidden.
func fileName(name, extension string) string {
	var sb strings.Builder
	for _, r := range safe.Text(name).Line(longestName * 4).String() {
		if !isNameRune(r) {
			r = '-'
		}
		if sb.Len() < longestName && (r != '-' || sb.Len() > 0 && !strings.HasSuffix(sb.String(), "-")) {
			sb.WriteRune(r)
		}
	}
	base := strings.Trim(sb.String(), "-.")
	if base == "" || isReserved(base) {
		base = "result"
	}
	if strings.HasSuffix(strings.ToLower(base), extension) {
		return base
	}
	return base + extension
}

func isNameRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '_'
}

// isReserved reports a name that is a device on Windows.
func isReserved(base string) bool {
	stem, _, _ := strings.Cut(strings.ToLower(base), ".")
	switch stem {
	case "con", "prn", "aux", "nul":
		return true
	}
	return len(stem) == 4 && (stem[:3] == "com" || stem[:3] == "lpt") && stem[3] >= '0' && stem[3] <= '9'
}

// unusedName is a name that no file here has: with a number where the plain one
// is taken.
func unusedName(name string) string {
	extension := filepath.Ext(name)
	base := strings.TrimSuffix(name, extension)
	for n := 2; n < 1000; n++ {
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name
		}
		name = base + "-" + strconv.Itoa(n) + extension
	}
	return name
}

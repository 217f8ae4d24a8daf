package kit

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"a2aform/formgen"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/widget/prompt"

	tea "charm.land/bubbletea/v2"
)

// ReadLimited reads a regular file of at most most bytes.
func ReadLimited(path string, most int) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // it was only read
	switch info, err := file.Stat(); {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errors.New("it is a directory")
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a data file")
	}
	data, err := limit.ReadAll(file, most)
	if err == nil && len(data) > most {
		return nil, fmt.Errorf("it is larger than the limit of %s", formgen.ByteSize(most))
	}
	return data, err
}

// ExpandPath is the path that a user means by what was typed: without the quotes
// that a terminal puts around a dropped file, and ~ is the home directory.
func ExpandPath(typed string) string {
	path := strings.TrimSpace(typed)
	if n := len(path); n > 1 && (path[0] == '\'' || path[0] == '"') && path[n-1] == path[0] {
		path = path[1 : n-1]
	}
	if path == "~" || len(path) > 1 && path[0] == '~' && os.IsPathSeparator(path[1]) {
		if home, err := os.UserHomeDir(); err == nil {
			return home + path[1:]
		}
	}
	return path
}

// PastedFile is the regular file whose path was pasted, as terminals do with one that is dropped on them; not ok for other text. A name alone
// is no path.
func PastedFile(text string) (path string, ok bool) {
	if !strings.ContainsAny(text, `/\`) {
		return "", false
	}
	for _, path := range pastedPaths(text) {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path, true
		}
	}
	return "", false
}

// pastedPaths are the paths that a pasted one may be: as it stands, with its blanks escaped for a shell, or as an address.
func pastedPaths(text string) []string {
	paths := []string{ExpandPath(text), ExpandPath(escapes.ReplaceAllString(text, "$1"))}
	if u, err := url.Parse(text); err == nil && u.Scheme == "file" {
		paths = append(paths, filepath.FromSlash(u.Path))
	}
	return paths
}

// escapes are the characters that a shell reads as they are.
var escapes = regexp.MustCompile(`\\(.)`)

// maxEntries is how many files of a directory are looked at to complete a path.
const maxEntries = 2000

// Completions are the files and directories that a typed path is the beginning
// of. A directory ends with a slash. What cannot be read offers nothing.
func Completions(typed string) []prompt.Offer {
	kept, name := filepath.Split(typed)
	dir, err := os.Open(cmp.Or(ExpandPath(kept), "."))
	if err != nil {
		return nil
	}
	defer func() { _ = dir.Close() }()    // it was only read
	entries, _ := dir.ReadDir(maxEntries) // as far as they could be read
	var offers []prompt.Offer
	for _, e := range entries {
		hidden := strings.HasPrefix(e.Name(), ".") && name == ""
		if hidden || !strings.HasPrefix(e.Name(), name) {
			continue
		}
		text := e.Name()
		if isDir(dir.Name(), e) {
			text += "/"
		}
		offers = append(offers, prompt.Offer{Text: kept + text, Label: safe.Text(text).Line(0).String()})
	}
	slices.SortFunc(offers, func(a, b prompt.Offer) int { return strings.Compare(a.Text, b.Text) })
	return offers
}

// isDir follows links.
func isDir(dir string, e os.DirEntry) bool {
	if e.Type()&os.ModeSymlink == 0 {
		return e.IsDir()
	}
	info, err := os.Stat(filepath.Join(dir, e.Name()))
	return err == nil && info.IsDir()
}

// AskForFile asks for the path of a file, for a screen. Read makes the message of what was
// typed; it runs in a command.
func AskForFile(s Screen, h *Host, verb, title string, read func(o *Overlay, path string) tea.Msg) tea.Cmd {
	o := NewPrompt(h, verb, title, "a path; ~ is your home directory; ↓ chooses", "")
	o.Completes = true
	o.Typed = func(line string) tea.Cmd {
		return Later(s, func() tea.Msg { return CompletionsMsg{To: o, Line: line, Offers: Completions(line)} })
	}
	o.Entered = func(line string) tea.Cmd {
		if line != "" && os.IsPathSeparator(line[len(line)-1]) {
			o.Prompt.SetText(line)
			return o.Typed(line)
		}
		return Later(s, func() tea.Msg { return read(o, existingPath(line)) })
	}
	h.Overlay = o
	return o.Typed("")
}

// existingPath is the path that was typed, or the only one that begins so.
func existingPath(typed string) string {
	path := ExpandPath(typed)
	if _, err := os.Stat(path); typed != "" && errors.Is(err, fs.ErrNotExist) {
		if offers := Completions(typed); len(offers) == 1 {
			return ExpandPath(offers[0].Text)
		}
	}
	return path
}

// CompletionsMsg are the files that a line could become.
type CompletionsMsg struct {
	To     *Overlay
	Line   string
	Offers []prompt.Offer
}

// Show lists the files if the line is still the same.
func (m CompletionsMsg) Show() {
	if m.To.Prompt.Text() == m.Line {
		m.To.Prompt.Offer(m.Offers)
	}
}

// FileProblem says what is wrong with a file, without the path that was typed.
func FileProblem(err error) string {
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file"
	case errors.As(err, &path):
		return path.Err.Error()
	}
	var syntax *ojson.SyntaxError
	if errors.As(err, &syntax) {
		return "it is not JSON: " + syntax.Error()
	}
	return err.Error()
}

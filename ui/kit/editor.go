package kit

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/limit"
)

// EditedMsg is a text that comes back from the user's own editor.
type EditedMsg struct {
	Before, Text string
	To           string // the pointer of its field, where it has one
	Err          error  // why there is none
}

// errNoEditor says what to do where the user has named no editor.
var errNoEditor = errors.New("no editor is set: start a2aform with $VISUAL or $EDITOR set, such as EDITOR=nano")

// editorCommand are the words of the user's editor command.
func editorCommand() ([]string, error) {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if words := commandWords(os.Getenv(name)); len(words) > 0 {
			return words, nil
		}
	}
	return nil, errNoEditor
}

// commandWords are the words of a command. Its program may be quoted, such as "C:\Program Files\Editor\editor.exe" -w.
func commandWords(command string) []string {
	command = strings.TrimSpace(command)
	if command != "" && strings.ContainsAny(command[:1], `"'`) {
		if program, rest, closed := strings.Cut(command[1:], command[:1]); closed && program != "" {
			return append([]string{program}, strings.Fields(rest)...)
		}
	}
	return strings.Fields(command)
}

// OpenEditor opens a text in the user's editor; suffix is the suffix of the file's name. The
// terminal is the editor's until it ends. The answer is an [EditedMsg] to s.
func OpenEditor(ctx context.Context, s Screen, draft EditedMsg, suffix string) (tea.Cmd, error) {
	words, err := editorCommand()
	if err != nil {
		return nil, err
	}
	return func() tea.Msg {
		path, err := writeDraft(draft.Before, suffix)
		if err != nil {
			draft.Err = fmt.Errorf("no file could be made for the editor: %w", err)
			return ScreenMsg{s, draft}
		}
		command := exec.CommandContext(ctx, words[0], append(words[1:], path)...) //nolint:gosec // it is the user's own editor
		command.Stdin = os.Stdin                                                  // itself, not by way of what we read it through
		ended := func(err error) tea.Msg {
			return tea.BatchMsg{Later(s, func() tea.Msg { return takeDraft(draft, path, words[0], err) })}
		}
		return tea.Exec(external{command}, ended)()
	}, nil
}

// EditFile opens a file in the user's editor. What done makes of its end is for s.
func EditFile(ctx context.Context, s Screen, path string, done func(error) tea.Msg) (tea.Cmd, error) {
	words, err := editorCommand()
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, words[0], append(words[1:], path)...) //nolint:gosec // it is the user's own editor
	command.Stdin = os.Stdin
	return tea.Exec(external{command}, func(err error) tea.Msg { return ScreenMsg{s, done(err)} }), nil
}

// writeDraft writes a text to a file in a directory that is the user's alone.
func writeDraft(text, suffix string) (path string, err error) {
	dir, err := os.MkdirTemp("", "a2aform-")
	if err != nil {
		return "", err
	}
	path = filepath.Join(dir, "draft"+suffix)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil { //nolint:forbidigo // a file of its own for the editor, gone afterwards
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	return path, nil
}

// takeDraft reads the file that the editor has left and removes it. A text that
// cannot be taken stays in its file, so that it is not lost.
func takeDraft(draft EditedMsg, path, editor string, failed error) EditedMsg {
	data, err := ReadLimited(path, limit.DataBytes.Int())
	switch {
	case failed != nil:
		draft.Err = fmt.Errorf("%s failed, so nothing is changed: %w", filepath.Base(editor), startFault(failed))
		if err == nil && string(data) == draft.Before || errors.Is(err, fs.ErrNotExist) {
			return dropDraft(draft, path)
		}
		draft.Err = fmt.Errorf("kept in %s: %w", path, draft.Err)
		return draft
	case err != nil:
		draft.Err = fmt.Errorf("kept in %s: the edited text cannot be read, so nothing is changed: %w", path, err)
		return draft
	case !utf8.Valid(data):
		draft.Err = fmt.Errorf("kept in %s: the text is not UTF-8, so nothing is changed", path)
		return draft
	}
	draft.Text = strings.TrimPrefix(string(data), "\ufeff") // of editors of Windows, as are the ends of lines
	if !strings.Contains(draft.Before, "\r\n") {
		draft.Text = strings.ReplaceAll(draft.Text, "\r\n", "\n")
	}
	if !strings.HasSuffix(draft.Before, "\n") {
		draft.Text = strings.TrimSuffix(draft.Text, "\n") // editors end the last line
	}
	return dropDraft(draft, path)
}

// startFault is why a program failed, without the words of Go around it.
func startFault(err error) error {
	var start *exec.Error
	var file *fs.PathError
	switch {
	case errors.As(err, &start):
		return start.Err
	case errors.As(err, &file):
		return file.Err
	}
	return err
}

func dropDraft(draft EditedMsg, path string) EditedMsg {
	if err := os.RemoveAll(filepath.Dir(path)); err != nil && draft.Err == nil {
		draft.Err = fmt.Errorf("the editor's file could not be removed: %w", err)
	}
	return draft
}

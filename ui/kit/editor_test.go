package kit

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// The program of an editor's command may be quoted, as one in a directory with spaces is.
func TestCommandWords(t *testing.T) {
	for command, want := range map[string][]string{
		"":                              nil,
		" nano ":                        {"nano"},
		"code --wait  -n":               {"code", "--wait", "-n"},
		`C:\Windows\notepad.exe`:        {`C:\Windows\notepad.exe`},
		`"C:\Program Files\E\e.exe" -w`: {`C:\Program Files\E\e.exe`, "-w"},
		`'/opt/my editor/e'`:            {"/opt/my editor/e"},
		`"open`:                         {`"open`},
		`""`:                            {`""`},
	} {
		if got := commandWords(command); !slices.Equal(got, want) {
			t.Errorf("%s: %q", command, got)
		}
	}
}

// Editors of Windows write a byte order mark and other ends of lines. A text that had these keeps them.
func TestDraftFromWindows(t *testing.T) {
	for _, test := range []struct{ before, file, want string }{
		{"", "\ufeffa\r\nb\r\n", "a\nb"},
		{"x\n", "a\r\nb\r\n", "a\nb\n"},
		{"x\r\ny", "a\r\nb", "a\r\nb"},
		{"x", "a\rb\n", "a\rb"},
	} {
		path := filepath.Join(t.TempDir(), "draft", "draft.txt")
		if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(test.file), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := takeDraft(EditedMsg{Before: test.before}, path, "e", nil); got.Text != test.want || got.Err != nil {
			t.Errorf("%q: %q, %v", test.file, got.Text, got.Err)
		}
	}
}

package chat_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"a2aform/ui/apptest"
)

// A message has several lines by alt+enter, or by a backslash at the end of one.
func TestMessageOfSeveralLines(t *testing.T) {
	t.Parallel()
	url, k := apptest.Chat(t, apptest.ChatCard(), func(n int, _ string) string { return apptest.Reply(fmt.Sprintf("answer %d", n), "c1") })
	d := apptest.Start(t, url, 80, 24).WaitFor("Chat  ").Press("enter").WaitFor("A text message")
	d.Type("one").Press("alt+enter").Type("two").Press("enter").WaitFor("answer 1").WaitGone("esc Stop")
	d.Type(`one \`).Press("enter").Type("two").Press("enter").WaitFor("answer 2").WaitGone("esc Stop")
	d.Type(`a\b \ c`).Press("enter").WaitFor("answer 3").WaitGone("esc Stop")
	d.Type(`ends with \`).Press("ctrl+s").WaitFor("answer 4").WaitGone("esc Stop")
	for i, want := range []string{`one\ntwo`, `one \ntwo`, `a\\b \\ c`, `ends with \\`} {
		expectAll(t, k.Said()[i], `"text":"`+want+`"`)
	}
}

// The path of a file that is pasted, as terminals do with a file that is dropped on them, can be attached; other text stays text.
func TestPastedPathOfAFileIsAttached(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "a picture.png")
	if err := os.WriteFile(file, []byte("picture"), 0o600); err != nil {
		t.Fatal(err)
	}
	url, k := apptest.Chat(t, apptest.ChatCard(), func(n int, _ string) string { return apptest.Reply(fmt.Sprintf("answer %d", n), "c1") })
	d := apptest.Start(t, url, 100, 30).WaitFor("Chat  ").Press("enter").WaitFor("A text message")
	n := 0
	for _, pasted := range []string{file, "'" + file + "'", filepath.Join(dir, `a\ picture.png`), "file://" + filepath.Join(dir, "a%20picture.png")} {
		d.Type("look ").Paste(pasted).WaitFor("a picture.png is a file: Alt+O attaches it").Press("alt+o").WaitFor("With the next message: a picture.png  image/png  7 bytes")
		n++
		d.Press("enter").WaitFor(fmt.Sprint("answer ", n)).WaitGone("esc Stop")
		expectAll(t, k.Said()[n-1], `"text":"look"`, `"filename":"a picture.png"`)
	}
	d.Paste(dir).Type(" ").Paste(filepath.Join(dir, "missing.png")).WaitFor("missing.png").Press("alt+o").WaitFor("Attach a file").Press("esc")
	d.Press("ctrl+s").WaitFor(fmt.Sprint("answer ", n+1))
	expectAll(t, k.Said()[n], `missing.png"`)
}

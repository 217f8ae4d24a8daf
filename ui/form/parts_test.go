package form_test

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// partsAgent takes a word, and answers each message with thanks; sent are the requests.
func partsAgent(t *testing.T) (url string, sent chan string) {
	t.Helper()
	sent = make(chan string, 4)
	c := apptest.Card{Name: "Example Agent", Description: "Takes a word", Skills: `{"id":"order","name":"Order","description":"Orders a word","tags":[],"inputModes":["application/json"],"inputSchema":` + apptest.WordSchema + `}`}
	return apptest.Agent(t, c, keepBodies(sent, apptest.Says(`"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"thanks"}]}}`))), sent
}

// keepBodies gives the bodies of requests to sent before they are answered.
func keepBodies(sent chan string, answer http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		sent <- string(body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		answer(w, r)
	}
}

// A message of a form can have more parts: texts, JSON and files, in any order, with media
// types that are set by hand. The review shows each; "Edit and resend" brings them back.
func TestMessageParts(t *testing.T) {
	t.Parallel()
	url, sent := partsAgent(t)
	file := filepath.Join(t.TempDir(), "note.txt")
	if err := os.WriteFile(file, []byte("remember"), 0o600); err != nil {
		t.Fatal(err)
	}
	keep := apptest.Home(t)
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep, Ref: url}), 100, 30).WaitFor("Orders a word")
	d.Press("enter").WaitFor("0 of 1 required").Type("hello").Command("message parts").WaitFor("› Message parts", "1 part", "Form  Order", `"word": "hello"`)
	d.Press("+", "enter").Type("please").Press("esc").WaitFor("Text  please")
	d.Press("+", "down", "enter").Type(`{"count":`).Press("esc").WaitFor("This is not JSON yet", "✗ this is not JSON yet")
	d.Press("esc").WaitFor("Sent with 2 more parts").Press("ctrl+s").WaitFor("Not sent. Part 3: this is not JSON yet", "› Message parts")
	d.Press("enter").Type(`2}`).Press("ctrl+s").WaitFor(`JSON  {"count":2}`).WaitGone("✗")
	d.Command("media type").WaitFor("Media type of part 3").Type("application/json;schema=Count").Press("enter").WaitFor("application/json;schema=Count (set by hand)")
	d.Press("+", "down", "down", "enter").WaitFor("Attach a file").Type(file).Press("enter").WaitFor("File  note.txt  8 bytes")
	d.Press("alt+up", "alt+up", "alt+up").WaitFor("1 File  note.txt")
	d.Press("x").WaitFor("Removed; Ctrl+Z brings it back").WaitGone("note.txt  8").Press("ctrl+z").WaitFor("1 File  note.txt", "4 parts")
	d.Press("down", "x").WaitFor("The data of the form is always sent")
	d.Command("media type").WaitFor("Media type of part 2").Type("application/json;schema=Word").Press("enter").WaitFor("(set by hand)")
	d.Press("esc").WaitFor("Sent with 3 more parts").Press("ctrl+s").WaitFor("› Review", "Part 1", "file, text/plain", "Part 2", "the media type application/json;schema=Word was set by hand")
	d.Press("G").WaitFor("Part 3", "Part 4", "data, application/json;schema=Count", `"count": 2`)
	d.Press("enter").WaitFor("thanks")
	first := <-sent
	want := `"parts":[{"raw":"cmVtZW1iZXI=","filename":"note.txt","mediaType":"text/plain"},{"data":{"word":"hello"},"metadata":{"mimeType":"application/json;schema=Word"}},{"text":"please"},{"data":{"count":2},"metadata":{"mimeType":"application/json;schema=Count"}}]`
	if !strings.Contains(first, want) {
		t.Errorf("sent: %s\nwant %s", first, want)
	}
	d.Press("alt+h").WaitFor("› History", "thanks").Press("o").WaitFor("Sent with 3 more parts", "hello").Press("ctrl+s").WaitFor("› Review", "Part 1", "file, text/plain").Press("enter").WaitFor("thanks")
	if again := <-sent; !strings.Contains(again, want) {
		t.Errorf("sent again: %s\nwant %s", again, want)
	}
}

// The parts of a message are a part of the form's draft.
func TestMessagePartsComeBackAnotherDay(t *testing.T) {
	t.Parallel()
	url, _ := partsAgent(t)
	keep := apptest.Home(t)
	open := func() (*uitest.Driver, func()) {
		app := ui.New(t.Context(), kit.Options{Store: keep, Ref: url})
		return uitest.Start(t, app, 100, 30).WaitFor("Orders a word").Press("enter").WaitFor("0 of 1 required"), app.Close
	}
	d, end := open()
	d.Command("message parts").WaitFor("› Message parts").Press("+", "enter").Type("please").WaitFor("Text  please").Press("esc", "ctrl+c").WaitFor("Ctrl+C again quits").Press("ctrl+c")
	_ = d.WaitExit()
	end()
	d, end = open()
	d.WaitFor("Sent with 1 more part").Command("message parts").WaitFor("Text  please").Stop()
	end()
}

func TestGoldenMessageParts(t *testing.T) {
	apptest.EachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		url, _ := partsAgent(t)
		d := apptest.Start(t, url, w, h).WaitFor("Order").Press("enter").WaitFor("0 of 1 required").Type("hello").Command("message parts").WaitFor("› Message parts")
		d.Press("+", "enter").Type("please").Press("esc").WaitFor("Text  please").Press("+", "down", "enter").Type(`{"count":2}`)
		golden(d, "parts-editor")
		d.Press("esc").WaitFor("JSON").Press("up", "up").WaitFor(`"hello"`)
		golden(d, "parts")
		d.Press("esc").WaitFor("Sent with 2 more").Press("ctrl+s").WaitFor("Part 1")
		golden(d, "parts-review")
	})
}

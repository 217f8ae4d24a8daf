package chat_test

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/ui/apptest"
)

// filePart is a file of a message of A2A 1.0.
func filePart(name, media, data string) string {
	return fmt.Sprintf(`{"raw":%q,"filename":%q,"mediaType":%q}`, base64.StdEncoding.EncodeToString([]byte(data)), name, media)
}

// The files that an agent sends are saved, opened and copied in the chat, whether they are in an artifact or in what the agent says at the end.
func TestReceivedFilesAreSavedFromTheChat(t *testing.T) {
	t.Parallel()
	letter, image := filePart("letter.txt", "text/plain", "Dear Ada,\n"), filePart("seal.bin", "application/octet-stream", "\x00\xff")
	url, _ := apptest.Chat(t, apptest.ChatCard(), func(n int, _ string) string {
		switch n {
		case 1:
			return `"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","name":"result 4711","parts":[{"text":"Two files."},` + letter + `,` + image + `]}]}}`
		case 2:
			return apptest.Reply("No file.", "c1")
		}
		return `"result":{"task":{"id":"t3","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED","message":{"messageId":"m3","role":"ROLE_AGENT","parts":[{"text":"Once more."},` + letter + `]}}}}`
	})
	path := filepath.Join(t.TempDir(), "kept.txt")
	d := apptest.Start(t, url, 100, 30).WaitFor("Chat  ").Press("enter").WaitFor("A text message").Press("alt+s").WaitFor("The agent has sent no file")
	d.Type("files").Press("enter").WaitFor("Two files.", "letter.txt · text/plain · 10 bytes", "alt+s Save file").WaitGone("result 4711", "esc Stop").Press("alt+s").WaitFor("Save which file?", "seal.bin  application/octet-stream  2 bytes")
	d.Press("enter").WaitFor("Save the file", "letter.txt").Press("ctrl+u").Type(path).Press("enter").WaitFor("Saved as " + path)
	if data, err := os.ReadFile(path); err != nil || string(data) != "Dear Ada,\n" {
		t.Errorf("saved %q, %v", data, err)
	}
	d.Type("none").Press("enter").WaitFor("No file.").Command("copy file").WaitFor("Copy which file?").Press("down", "enter").WaitFor("The file is no text: Alt+S saves it")
	d.Press("tab", "s").WaitFor("No file came with this answer").Press("up", "f").WaitFor("Open which file?").Press("enter").WaitFor("size", "10 bytes", "Dear Ada,").Press("esc").WaitFor("Chat with Chat")
	d.Press("tab").Type("again").Press("enter").WaitFor("Once more.", "✓ completed").WaitUntil("the file of a status", func(screen string) bool { return strings.Count(screen, "letter.txt · text/plain") == 2 })
}

// A file that comes with a question, or with words while the agent works, is named below them and can be saved while the agent waits.
func TestFilesOfAQuestionAreSavedFromTheChat(t *testing.T) {
	t.Parallel()
	plan := filePart("plan.txt", "text/plain", "Go left.\n")
	url, _ := apptest.Chat(t, apptest.ChatCard(), func(n int, _ string) string {
		if n == 1 {
			return `"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_INPUT_REQUIRED","message":{"messageId":"q","role":"ROLE_AGENT","parts":[{"text":"Is this the way?"},` + plan + `]}}}}`
		}
		return `"result":{"task":` + taskAs("COMPLETED", "Gone.") + `}`
	})
	path := filepath.Join(t.TempDir(), "kept.txt")
	d := apptest.Start(t, url, 100, 30).WaitFor("Chat  ").Press("enter").WaitFor("A text message").Type("where").Press("enter")
	d.WaitFor("Is this the way?", "▪ plan.txt · text/plain · 9 bytes", "your message answers the agent").Press("alt+s").WaitFor("Save the file", "plan.txt")
	d.Press("ctrl+u").Type(path).Press("enter").WaitFor("Saved as " + path)
	if data, err := os.ReadFile(path); err != nil || string(data) != "Go left.\n" {
		t.Errorf("saved %q, %v", data, err)
	}
	d.Type("yes").Press("enter").WaitFor("Gone.", "✓ completed")
}

// What was filled in in the form of a question stands in the chat by its names, and a question that is said twice stands there once.
func TestAnsweredFormIsInTheChat(t *testing.T) {
	t.Parallel()
	url, _ := apptest.Chat(t, apptest.ChatCard(), func(n int, _ string) string {
		if n == 1 {
			return `"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_INPUT_REQUIRED","message":{"messageId":"q","role":"ROLE_AGENT","parts":[{"text":"Which day?"},` +
				`{"data":{"message":"Which day?","requestedSchema":{"type":"object","properties":{"day":{"type":"string","title":"Day"},"express":{"type":"boolean","title":"Express"}},"required":["day"]}}}]}}}}`
		}
		return `"result":{"task":` + taskAs("COMPLETED", "booked") + `}`
	})
	once := func(screen string) bool { return strings.Count(screen, "Which day?") == 1 }
	d := apptest.Start(t, url, 100, 30).WaitFor("Chat  ").Press("enter").WaitFor("A text message")
	d.Type("book").Press("enter").WaitFor("Enter opens it", "enter Open the form").WaitUntil("one question in the chat", once).Press("enter").WaitFor("Day *").WaitUntil("one question on the form", once)
	d.Type("Monday").Press("tab").Type("y").Press("ctrl+s").WaitFor("Chat with Chat", "you: day: Monday · express: yes", "booked", "✓ completed")
}

package plain_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"a2aform/ui/plain"
)

const anything = `{"type":"object","properties":{"word":{"type":"string"}}}`

// A chat sends files along and saves those that come, asks for a table, and sends a message again where none came.
func TestChatTakesFilesAndAsksForTables(t *testing.T) {
	var mu sync.Mutex
	var sent []string
	ref := scripted(t, anything, func(body string) string {
		mu.Lock()
		defer mu.Unlock()
		sent = append(sent, body)
		task := func(parts string) string {
			return `{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[` + parts + `]}]}`
		}
		switch len(sent) {
		case 1:
			return task(`{"text":"Here."},{"raw":"RGVhciBBZGEs","filename":"letter.txt","mediaType":"text/plain"}`)
		case 3:
			return task(`{"text":"[{\"name\":\"Mars\",\"moons\":2}]"}`)
		}
		return task(`{"text":"Mars has two moons."}`)
	})
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(path("note.txt"), []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := session(t.Context(), ref, lines("1t", "/save", "/attach "+path("none"), "/attach '"+path("note.txt")+"'", "", "", // a file alone
		"/save "+path("letter.txt"), "/save "+path("letter.txt"), "/as name: moons", "/as name, moons: integer", "planets", "/again", "/as", `"/save"`, "", "n"), nil)
	if err != nil {
		t.Error(err)
	}
	for _, want := range []string{
		"Message: /save\n  ✗ no file came with the last answer", "✗ the file cannot be read: no such file or directory", "  with the next message: note.txt, text/plain, 5 bytes",
		"  file: note.txt, text/plain, 5 bytes", "saved as " + path("letter.txt"), "✗ not saved: there is a file of this name already",
		"✗ the column name has the type moons", "messages now ask for a table of name, moons: integer", "! No JSON came. /again sends the message again, with the schema in it.",
		"Mars", "messages ask for no schema",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if data, err := os.ReadFile(path("letter.txt")); err != nil || string(data) != "Dear Ada," {
		t.Errorf("saved %q, %v", data, err)
	}
	if len(sent) != 4 {
		t.Fatalf("sent %q", sent)
	}
	for i, want := range []string{`"parts":[{"raw":"aGVsbG8=","filename":"note.txt"`, `"text":"planets"`, `"text":"planets\n\nAnswer with JSON alone`, `"text":"/save"`} {
		if !strings.Contains(sent[i], want) {
			t.Errorf("%s is not in %s", want, sent[i])
		}
	}
	if !strings.Contains(sent[1], `"moons"`) || strings.Contains(sent[3], `"moons"`) {
		t.Errorf("the schema is in the wrong messages: %s, %s", sent[1], sent[3])
	}
}

// What the answers of a skill are to be is kept once an answer was so, on the screens as here.
func TestChatAsksForTheTableOfTheLastSession(t *testing.T) {
	home := t.TempDir()
	smallTalk := func(o *plain.Options) { o.Skill = "small-talk" }
	out, err := at(t, home, demoAgent(t), lines("/as name, moons: integer", "List the planets", "y", "", "n"), smallTalk)
	if err != nil || !strings.Contains(out, "Saturn") {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err = at(t, home, demoAgent(t), lines("/as", "List the planets", "y", "", "n"), smallTalk)
	if err != nil || !strings.Contains(out, "Messages ask for a table of name, moons: integer, as before; /as alone stops that.") || !strings.Contains(out, "messages ask for no schema") {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, _ = at(t, home, demoAgent(t), lines("List the planets", "y", "", "n"), smallTalk); strings.Contains(out, "as before") {
		t.Errorf("it was forgotten, and is asked for again\n%s", out)
	}
}

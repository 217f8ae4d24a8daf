package plain_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

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

// A message is written anew, a chat begins anew, is saved as Markdown, and goes on in a later session in its context, with all that was said.
func TestChatsGoOnInALaterSession(t *testing.T) {
	home := t.TempDir()
	long := "planets, " + strings.Repeat("all of them, ", 40) + "in order"
	var mu sync.Mutex
	var sent []string
	ref := scripted(t, anything, func(body string) string {
		mu.Lock()
		defer mu.Unlock()
		if strings.Contains(body, `"SendMessage"`) {
			sent = append(sent, body)
		}
		time.Sleep(2 * time.Millisecond) // the newest chat is listed first, and runs of one millisecond are in no order
		context := map[bool]string{true: "c1", false: "c2"}[len(sent) != 4]
		return fmt.Sprintf(`{"id":"t%d","contextId":%q,"status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"text":"answer %d"}]}]}`, len(sent), context, len(sent))
	})
	chat := func(answers ...string) string {
		t.Helper()
		out, err := at(t, home, ref, lines(answers...), func(o *plain.Options) { o.Skill, o.Record = "", true })
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return out
	}
	file := filepath.Join(t.TempDir(), "chat.md")
	out := chat("1t", "/chats", "/edit", "/export "+file, long, "", "/edit", "moons", "/edit 3", "/edit 1", "", "/new", "else", "/export "+file, "", "n")
	for _, want := range []string{"there are no earlier chats", "✗ nothing was sent yet", "Message [planets, all of", "✗ /edit takes a number from 1 to 2", "the next message begins a new chat", "saved as " + file} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	if data, err := os.ReadFile(file); err != nil || !strings.Contains(string(data), "\n\nelse\n\n## Agent\n\n### a\n\nanswer 4\n") || strings.Contains(string(data), "planets") {
		t.Errorf("saved %q, %v", data, err)
	}
	out = chat("1t", "/chats", "2", "/edit 1", "", "", "/export "+file+"2", "", "n")
	for _, want := range []string{"else – ", ", 1 message\n", "you: " + long, "answer 1", "you: moons", "answer 2"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	if data, err := os.ReadFile(file + "2"); err != nil || strings.Count(string(data), long) != 3 || !strings.Contains(string(data), "answer 5") {
		t.Errorf("saved %q, %v", data, err)
	}
	for i, want := range []string{long, "moons", long, "else", long} {
		context := []string{"", "c1", "c1", "", "c1"}[i]
		if !strings.Contains(sent[i], `"text":"`+want+`"`) || strings.Contains(sent[i], `"contextId"`) != (context != "") || context != "" && !strings.Contains(sent[i], `"contextId":"`+context+`"`) {
			t.Errorf("message %d is %s", i+1, sent[i])
		}
	}
}

// Where the agent is answered, what is for the next message waits, and is not sent.
func TestCommandsOfAChatWaitForAnAnswer(t *testing.T) {
	var mu sync.Mutex
	var sent []string
	ref := scripted(t, anything, func(body string) string {
		mu.Lock()
		defer mu.Unlock()
		if strings.Contains(body, `"SendMessage"`) {
			sent = append(sent, body)
		}
		if len(sent) == 1 {
			return `{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_INPUT_REQUIRED","message":{"messageId":"q","role":"ROLE_AGENT","parts":[{"text":"Which?"}]}}}`
		}
		return done
	})
	got, err := session(t.Context(), ref, lines("1t", "hello", "", "/new", "/help", "that one", "", "n"), nil)
	if err != nil || len(sent) != 2 || !strings.Contains(sent[1], `"text":"that one"`) {
		t.Errorf("%v, sent %q", err, sent)
	}
	for _, want := range []string{"✗ the agent waits for an answer: /new is for the message after it", "  /attach FILE – send a file along"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}

// signal is a writer that reports once that a text was written to it.
type signal struct {
	mu   sync.Mutex
	text []byte
	want string
	seen chan struct{}
}

func (s *signal) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text = append(s.text, p...)
	if s.want != "" && strings.Contains(string(s.text), s.want) {
		s.want = ""
		close(s.seen)
	}
	return len(p), nil
}

// The passages of an answer are written as they come, and only once.
func TestAnswerIsWrittenAsItComes(t *testing.T) {
	first := &signal{want: "The first passage.", seen: make(chan struct{})}
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"name":"Talker","version":"1","supportedInterfaces":[{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
			"capabilities":{"streaming":true},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[{"id":"one","name":"Talk","description":"Talks","tags":["talk"]}]}`, server.URL+"/rpc")
	})
	mux.HandleFunc("POST /rpc", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		say := func(result string) {
			fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":%s}\n\n", result)
			_ = http.NewResponseController(w).Flush()
		}
		piece := func(text string, more bool) {
			say(fmt.Sprintf(`{"artifactUpdate":{"taskId":"t1","contextId":"c1","append":%t,"lastChunk":%t,"artifact":{"artifactId":"a","name":"Talk","parts":[{"text":%q}]}}}`, more, !more, text))
		}
		say(`{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_WORKING"}}}`)
		piece("The first pas", false)
		piece("sage.\n\nThe second", true)
		select {
		case <-first.seen:
		case <-time.After(30 * time.Second):
			t.Error("nothing was written before the answer had ended")
		}
		piece(" passage.", true)
		say(`{"statusUpdate":{"taskId":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"},"final":true}}`)
	})
	_, err := session(t.Context(), server.URL, lines("1", "hello", "", "", "n"), func(o *plain.Options) { o.Out = first })
	got := string(first.text)
	if err != nil || strings.Count(got, "passage.") != 2 || strings.Contains(got, "as a whole") {
		t.Errorf("%v\n%s", err, got)
	}
	if want := "working\n\nTalk\n\nThe first passage.\n"; !strings.Contains(got, want) {
		t.Errorf("%q is not in\n%s", want, got)
	}
}

package chat_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

func taskAs(state, said string) string {
	return fmt.Sprintf(`{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_%s","message":{"messageId":"m-%s","role":"ROLE_AGENT","parts":[{"text":%q}]}}}`, state, said, said)
}

func expectAll(t *testing.T, text string, all ...string) {
	t.Helper()
	for _, want := range all {
		if !strings.Contains(text, want) {
			t.Errorf("%s has no %s", text, want)
		}
	}
}

// The turns of a chat belong to one context, until the user begins a new one.
func TestTurnsShareContext(t *testing.T) {
	t.Parallel()
	url, k := apptest.Chat(t, apptest.ChatCard(), func(n int, _ string) string {
		return apptest.Reply(fmt.Sprintf("answer %d", n), fmt.Sprintf("c%d", min(n, 2)))
	})
	d := apptest.Start(t, url, 80, 24).WaitFor("Chat  ").Press("enter").WaitFor("A text message to Chat")
	d.Press("ctrl+n").WaitFor("Nothing was sent yet").Press("enter").WaitFor("Write something first")
	d.Type("one").Press("alt+enter").Type("more").Press("enter").WaitFor("answer 1", "✓ answered").WaitGone("esc Stop").Press("f1").WaitFor("Context c1").Press("esc").WaitGone("Context c1")
	d.Type("two").Press("ctrl+s").WaitFor("answer 2", "answer 1").WaitGone("esc Stop")
	d.Press("ctrl+n").WaitFor("A new chat").WaitGone("answer 1").Type("three").Press("enter").WaitFor("answer 3").WaitGone("esc Stop")
	sent := k.Said()
	expectAll(t, sent[0], `"text":"one\nmore"`)
	expectAll(t, sent[1], `"contextId":"c1"`)
	for _, i := range []int{0, 2} {
		if strings.Contains(sent[i], "contextId") {
			t.Errorf("message %d names a context: %s", i+1, sent[i])
		}
	}
	d.Type("kept").Press("esc").WaitFor("Skills").Press("enter").WaitFor("kept", "answer 3")
	d.Press("f1").WaitFor("A chat in plain text").Press("esc").WaitFor("kept")
	d.Press("esc", "c").WaitFor("kept")
}

// Files go with a message by their paths, with a word where the agent may not
// take them, and can be taken away again.
func TestFilesAreSentWithMessage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, data := range map[string]string{"picture.png": "\x89PNG\r\n\x1a\n", "notes.csv": "a,b\n", "deep/x.txt": "x"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	url, k := apptest.Chat(t, apptest.ChatCard(), func(int, string) string { return apptest.Reply("seen", "c1") })
	d := apptest.Start(t, url, 100, 24).WaitFor("chat · files").Press("enter").WaitFor("A text message")
	d.Press("alt+x").WaitFor("No file is attached")
	d.Press("alt+o").WaitFor("Attach a file").Paste(dir + "/none").Press("enter").WaitFor("✗ there is no such file")
	d.Press("ctrl+u").Paste(dir+"/pic").WaitFor("picture.png").Press("tab", "enter").WaitFor("+ picture.png  image/png  8 bytes")
	d.Press("alt+o").WaitFor("Attach a file").Paste(dir + "/notes.csv").Press("enter").WaitFor("! notes.csv  text/csv  4 bytes · not in the agent's input modes")
	d.Press("alt+x").WaitFor("Which file does not go").Press("down", "enter").WaitFor("Notes.csv  text/csv  4 bytes does not go with the message").WaitGone("! notes.csv")
	d.Press("alt+o").WaitFor("Attach a file").Paste(dir).Type("/deep").WaitFor("deep/").Press("tab").WaitFor("/deep/", "x.txt").Press("esc").WaitGone("x.txt").WaitFor("+ picture.png")
	d.Press("enter").WaitFor("seen", "+ picture.png  image/png")
	expectAll(t, k.Said()[0], `"parts":[{"raw":"iVBORw0KGgo=","filename":"picture.png","mediaType":"image/png"}]`)
	d.Press("alt+o").WaitFor("Attach a file").Paste(dir + "/notes.csv").Press("enter").WaitFor("! notes.csv").Press("alt+x").WaitGone("! notes.csv")
}

// What is sent while the agent asks is the answer, on the same task (A2ACLI_CHAT_001).
func TestQuestionIsAnsweredInChat(t *testing.T) {
	t.Parallel()
	url, k := apptest.Chat(t, apptest.ChatCard(), func(n int, _ string) string {
		if n == 1 {
			return `"result":{"task":` + taskAs("INPUT_REQUIRED", "which colour?") + `}`
		}
		return `"result":{"task":` + taskAs("COMPLETED", "painted") + `}`
	})
	d := apptest.Start(t, url, 80, 24).WaitFor("Chat  ").Press("enter").WaitFor("A text message")
	d.Type("paint").Press("enter").WaitFor("which colour?", "your message answers the agent")
	d.Press("enter").WaitFor("Write an answer first").Type("blue").Press("enter").WaitFor("you: blue", "painted", "✓ completed")
	expectAll(t, k.Said()[1], `"taskId":"t1"`, `"contextId":"c1"`, `"text":"blue"`)
	d.Type("again").Press("enter").WaitUntil("two answers", func(screen string) bool { return strings.Count(screen, "painted") == 2 })
	if sent := k.Said()[2]; strings.Contains(sent, "taskId") {
		t.Errorf("a new turn goes to the old task: %s", sent)
	}
}

// An agent on ADK asks whether to call a tool. The form answers as the tool would, and the next question begins anew.
func TestConfirmationOfAToolCallIsAnsweredWithAForm(t *testing.T) {
	t.Parallel()
	ask := func(id, name, args string) string {
		return `"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_INPUT_REQUIRED","message":{"messageId":"m` + id + `","role":"ROLE_AGENT","parts":[{"data":` +
			`{"id":"` + id + `","name":"adk_request_confirmation","args":{"originalFunctionCall":{"name":"` + name + `","args":` + args + `},"toolConfirmation":{"confirmed":false}}}` +
			`,"metadata":{"adk_type":"function_call","adk_is_long_running":true}}]}}}}`
	}
	url, k := apptest.Chat(t, apptest.ChatCard(), func(n int, _ string) string {
		switch n {
		case 1:
			return ask("c2", "book", `{"people":2}`)
		case 2:
			return ask("c3", "wire_money", `{"eur":9999,"a":1,"b":2,"c":3,"d":4,"e":5,"to":"Mallory"}`)
		}
		return `"result":{"task":` + taskAs("COMPLETED", "booked") + `}`
	})
	d := apptest.Start(t, url, 80, 24).WaitFor("Chat  ").Press("enter").WaitFor("A text message")
	d.Type("book").Press("enter").WaitFor("asks whether to call book:", "people: 2", "Enter opens it").Press("enter").WaitFor("The agent's question", "Confirm *")
	d.Type("y").WaitFor("(●) yes").Press("ctrl+s").WaitFor("asks whether to call wire_money:", "eur: 9999", "1 waits for you", "Enter opens it").Press("enter").WaitFor("The agent's question", "( ) yes", "0 of 1 required", "… 2 more lines, F1 shows all").Press("f1").WaitFor("to: Mallory").Press("esc").WaitGone("Mallory")
	d.Type("n").WaitFor("(●) no").Press("ctrl+s").WaitFor("booked", "✓ completed")
	for i, want := range []string{`{"data":{"id":"c2","name":"adk_request_confirmation","response":{"confirmed":true}}`, `{"data":{"id":"c3","name":"adk_request_confirmation","response":{"confirmed":false}}`} {
		expectAll(t, k.Said()[i+1], `"taskId":"t1"`, want+`,"metadata":{"adk_type":"function_response"}}`)
	}
}

// A list in the text of a task's answer is a table below it.
func TestListInAnAnswerIsATableInTheChat(t *testing.T) {
	t.Parallel()
	url, _ := apptest.Chat(t, apptest.ChatCard(), func(int, string) string {
		text := "Here:\n```json\n" + `[{"name":"Mars","moons":2},{"name":"Earth","moons":1}]` + "\n```"
		return fmt.Sprintf(`"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":%q}]}}}}`, text)
	})
	d := apptest.Start(t, url, 80, 24).WaitFor("Chat  ").Press("enter").WaitFor("A text message")
	d.Type("planets").Press("enter").WaitFor("✓ completed", "Here:", "guessed from the data · 2 rows", "Mars       2")
}

// What an agent thought and which tools it called is a line each; what the only tool returned is a table.
func TestThoughtsAndCallsAreLinesInTheChat(t *testing.T) {
	t.Parallel()
	url, _ := apptest.Chat(t, apptest.ChatCard(), func(int, string) string {
		return `"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[` +
			`{"text":"I need\nthe planets","metadata":{"adk_thought":true}},` +
			`{"data":{"name":"planets","args":{"of":"Sun"}},"metadata":{"adk_type":"function_call"}},` +
			`{"data":{"name":"planets","response":[{"name":"Mars","moons":2},{"name":"Earth","moons":1}]},"metadata":{"adk_type":"function_response"}},` +
			`{"text":"Two planets."}]}]}}`
	})
	d := apptest.Start(t, url, 80, 24).WaitFor("Chat  ").Press("enter").WaitFor("A text message")
	d.Type("planets").Press("enter").WaitFor("✓ completed", "· Thought, 2 lines", `· Call of planets  {"of":"Sun"}`, "Mars       2", "Two planets.").WaitGone("I need")
}

// An answer, the code in it and the whole chat are copied as they were sent, and saved.
func TestChatIsCopied(t *testing.T) {
	t.Parallel()
	const answer = "# Code\n\n```go\nx := 1\n```\n\n- and\n\n  ```sh\n  echo 2\n  ```\n"
	url, _ := apptest.Chat(t, apptest.ChatCard(), func(int, string) string { return apptest.Reply(answer, "c1") })
	got := make(chan string, 1)
	clipboard := func(_ context.Context, text string) error {
		got <- text
		return nil
	}
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: url, Store: apptest.Home(t), Demo: apptest.NoDemo, Clipboard: clipboard}), 80, 24)
	d.WaitFor("Chat  ").Press("enter").WaitFor("A text message").Type("hello").Press("enter").WaitFor("echo 2").WaitGone("esc Stop")
	command := func(words string) {
		d.Press("ctrl+o").WaitFor("enter Choose").Type(words).WaitFor(words).Press("enter")
	}
	expect := func(want string) {
		t.Helper()
		if text := <-got; text != want {
			t.Errorf("the clipboard has %q, want %q", text, want)
		}
	}
	command("Copy the answer")
	expect(answer)
	d.WaitFor("Copied the answer.")
	command("Copy code")
	d.WaitFor("2  sh  1 line  echo 2").Press("enter")
	expect("echo 2\n")
	command("Copy the chat")
	if text := <-got; !strings.HasPrefix(text, "# Chat\n\n## You, ") || !strings.Contains(text, "\n\nhello\n\n## Agent\n") || !strings.Contains(text, "x := 1") {
		t.Errorf("the clipboard has %q", text)
	}
	path := filepath.Join(t.TempDir(), "chat.md")
	command("Export the chat")
	d.WaitFor("nothing is overwritten").Press("ctrl+u").Type(path).Press("enter").WaitFor("Saved as")
	if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), "hello") {
		t.Errorf("%q, %v", text, err)
	}
	d.Press("tab").WaitFor("▸ you").Press("y")
	expect(answer)
}

// Up in an empty text brings the last message back; any message is edited and asked again.
func TestAnEarlierMessageIsAskedAgain(t *testing.T) {
	t.Parallel()
	url, k := apptest.Chat(t, apptest.ChatCard(), func(n int, _ string) string { return apptest.Reply(fmt.Sprintf("answer %d", n), "c1") })
	d := apptest.Start(t, url, 80, 24).WaitFor("Chat  ").Press("enter").WaitFor("A text message")
	d.Type("first").Press("enter").WaitFor("answer 1").WaitGone("esc Stop").Type("second").Press("enter").WaitFor("answer 2").WaitGone("esc Stop")
	d.Press("up").WaitUntil("the last message", func(screen string) bool { return strings.Count(screen, "second") == 2 })
	d.Type(" more").Press("enter").WaitFor("answer 3").WaitGone("esc Stop")
	d.Press("tab").WaitFor("▸ you").Press("home").Press("o").WaitFor("enter Send").Type(" again").Press("enter").WaitFor("answer 4").WaitGone("esc Stop")
	for i, want := range []string{"first", "second", "second more", "first again"} {
		expectAll(t, k.Said()[i], `"text":"`+want+`"`)
	}
}

// One message at a time; the turns can be gone through, and what came of each
// opened.
func TestTurnKeys(t *testing.T) {
	t.Parallel()
	var canceled atomic.Bool
	url, _ := apptest.Chat(t, apptest.ChatCard(), func(n int, method string) string {
		canceled.Store(method == "CancelTask" || canceled.Load() && method != "SendMessage")
		switch {
		case canceled.Load():
			return `"result":` + taskAs("CANCELED", "stopped")
		case n > 2 && method == "SendMessage":
			return `"result":{"task":` + taskAs("WORKING", "busy") + `}`
		case n > 2:
			return `"result":` + taskAs("WORKING", "busy")
		}
		return apptest.Reply(strings.Repeat(fmt.Sprintf("line of %d\n\n", n), 20), "c1")
	})
	d := apptest.Start(t, url, 80, 24).WaitFor("Chat  ").Press("enter").WaitFor("A text message")
	d.Press("tab").Type("one").Press("enter").WaitFor("line of 1").WaitGone("esc Stop").Type("two").Press("enter").WaitFor("line of 2").WaitGone("esc Stop")
	d.Press("tab").WaitFor("▸ you").Press("up").WaitFor("▸ you", "one", "line of 1").Press("enter").WaitFor("› Run", "line of 1").Press("esc").WaitFor("▸ you")
	d.Press("down", "w").WaitFor("› Traffic", "two").Press("esc").WaitFor("▸ you")
	d.Press("home", "enter").WaitFor("› Run", "✓ Answered").Press("esc").WaitFor("▸ you").Press("end", "tab").WaitGone("▸ you")
	d.Type("three").Press("enter").WaitFor("busy").Type("four").Press("enter").WaitFor("The agent is still at the last message").Press("ctrl+n").WaitFor("Alt+H lists it")
	d.Press("pgup").WaitFor("more line").Press("pgdown", "pgdown").WaitFor("busy")
	d.Press("ctrl+x").WaitFor("■ canceled").WaitFor("four")
	lastTurnHas := func(text string) { // the turn before has it, too
		d.WaitUntil("the last turn has "+text, func(screen string) bool { return strings.LastIndex(screen, text) > strings.LastIndex(screen, "four") })
	}
	d.Press("enter")
	lastTurnHas("busy")
	d.Press("tab", "x")
	lastTurnHas("■ canceled")
	d.Press("esc", "esc").WaitFor("Skills")
	d.Press("f5").WaitFor("› History").Press("esc")
}

// If the agent requires credentials, the user gives them at the task, and the chat goes on.
func TestChatAsksForCredentials(t *testing.T) {
	t.Parallel()
	c := apptest.ChatCard()
	mux := http.NewServeMux()
	url := apptest.ServeMux(t, mux)
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, strings.Replace(c.At(url), `"version":"1"`, `"version":"1","securitySchemes":{"tok":{"httpAuthSecurityScheme":{"scheme":"bearer"}}}`, 1))
	})
	mux.HandleFunc("POST /rpc", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer HUSH" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		apptest.Says(apptest.Reply("welcome in", "c1"))(w, r)
	})
	d := apptest.Start(t, url, 80, 24).WaitFor("Chat  ").Press("enter").WaitFor("A text message")
	d.Type("hello").Press("enter").WaitFor("Alt+A gives credentials").Press("alt+a").WaitFor("tok  bearer token").Type("HUSH").Press("enter")
	d.WaitFor("› Run", "welcome in").Press("esc").WaitFor("you  ", "hello", "welcome in")
}

// A required extension that is not known is asked about, once.
func TestChatAsksAboutRequiredExtension(t *testing.T) {
	t.Parallel()
	c := apptest.ChatCard()
	mux := http.NewServeMux()
	url := apptest.ServeMux(t, mux)
	seen := make(chan string, 4)
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, strings.Replace(c.At(url), `"extensions":[`, `"extensions":[{"uri":"https://x.example/v1","required":true},`, 1))
	})
	mux.HandleFunc("POST /rpc", func(w http.ResponseWriter, r *http.Request) {
		seen <- r.Header.Get("A2A-Extensions")
		apptest.Says(apptest.Reply("fine", "c1"))(w, r)
	})
	d := apptest.Start(t, url, 80, 24).WaitFor("Chat  ").Press("enter").WaitFor("A text message")
	d.Type("hello").Press("enter").WaitFor("activate and send").Press("esc").WaitGone("activate and send").WaitFor("hello").Press("enter").WaitFor("activate and send").Press("enter").WaitFor("fine")
	expectAll(t, <-seen, "https://x.example/v1")
	d.Type("more").Press("enter").WaitUntil("two answers", func(screen string) bool { return strings.Count(screen, "fine") == 2 })
}

// A chat with texts of all kinds, and its turns.
func TestGoldenChat(t *testing.T) {
	apptest.EachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		file := filepath.Join(t.TempDir(), "旅行\u202egnp.exe")
		if err := os.WriteFile(file, []byte("MZ\x00\x01"), 0o600); err != nil {
			t.Fatal(err)
		}
		c := apptest.ChatCard()
		c.Skills = strings.Replace(c.Skills, `"name":"Chat"`, `"name":"旅行の相談 💬"`, 1)
		url, _ := apptest.Chat(t, c, func(n int, _ string) string {
			if n == 1 {
				return apptest.Reply("こんにちは、旅行の計画をお手伝いします。\x1b[2J\u202eevil שלום עולם\n\n- one\n- two 👨‍👩‍👧‍👦", "context-1")
			}
			return `"result":{"task":` + taskAs("INPUT_REQUIRED", "Wohin soll die Reise denn gehen, und wie lange soll sie dauern?") + `}`
		})
		d := apptest.Start(t, url, w, h).WaitFor("旅行の相談").Press("enter").WaitFor("A text message")
		golden(d, "chat-empty")
		d.Type("Guten Tag! שלום").Press("enter").WaitFor("two")
		d.Press("alt+o").WaitFor("Attach a file").Paste(file).Press("enter").WaitFor("! 旅行")
		golden(d, "chat-file")
		d.Type("京都へ").Press("enter").WaitFor("your message answers the agent")
		golden(d, "chat-asked")
		d.Press("tab", "home").WaitFor("▸ you")
		golden(d, "chat-turns")
	})
}

// What is pasted into a message is sent as it was, and shown as escapes; a file is
// found by its name, whatever characters that has.
func TestPastedInvisibleCharactersAreSent(t *testing.T) {
	t.Parallel()
	const text, file = "a\u202eb\u0007 \\u0041\n\tc", "odd\u202e\x07.txt"
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, file), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	url, k := apptest.Chat(t, apptest.ChatCard(), func(int, string) string { return apptest.Reply("seen", "c1") })
	d := apptest.Start(t, url, 100, 24).WaitFor("chat · files").Press("enter").WaitFor("A text message")
	d.Press("alt+o").WaitFor("Attach a file").Paste(dir + "/odd").WaitFor("odd⟨U+202E⟩").Press("tab").WaitFor(`odd\u202e\u0007.txt`).Press("enter").WaitFor("1 byte")
	d.Paste(text).WaitFor(`a\u202eb\u0007 \u005cu0041`).Type("!").WaitFor("c!").Press("enter").WaitFor("seen")
	var sent struct {
		Parts []struct{ Text, Filename string }
	}
	if err := json.Unmarshal([]byte(k.Said()[0]), &sent); err != nil {
		t.Fatal(err)
	}
	want := strings.ReplaceAll(text, "\t", "    ") + "!" // bubbles makes spaces of a tab
	if len(sent.Parts) != 2 || sent.Parts[0].Text != want || sent.Parts[1].Filename != file {
		t.Errorf("sent are %q, want %q and %q", sent.Parts, want, file)
	}
}

// A digit on the card opens the chat with that example written, which is not sent.
func TestAnExampleIsWrittenIntoTheChat(t *testing.T) {
	t.Parallel()
	d := apptest.OpenDemo(t, apptest.Quick, 80, 24).Press("down", "down", "down", "down").WaitFor("▌ Small Talk", "2 ")
	d.Press("1").WaitFor("A text message", "Hello there!").WaitGone("for example").Press("enter").WaitFor("Chat with")
}

// A chat says where its messages go before the first one, unless that is where the card is.
func TestChatNamesAnotherHost(t *testing.T) {
	t.Parallel()
	other, k := apptest.Chat(t, apptest.ChatCard(), func(int, string) string { return apptest.Reply("seen", "c1") })
	_, host, _ := strings.Cut(other, "://")
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, apptest.ChatCard().At(other))
	})
	url := apptest.ServeMux(t, mux)
	d := apptest.Start(t, url, 100, 30).WaitFor("Chatty")
	d.Press("enter").WaitFor("To " + host + ", not the card's host · A text message to Chat")
	d.Type("hello").Press("enter").WaitFor("seen", "To "+host+", not the card's host · Chat with Chat")
	if said := k.Said(); len(said) != 1 {
		t.Errorf("sent %d messages", len(said))
	}
	apptest.Start(t, other, 100, 30).WaitFor("Chatty").Press("enter").WaitFor("A text message to Chat").WaitGone("not the card's host")
}

// The newest answer stands in the window whole as far as it fits, its headings without their marks, and pages up to its beginning.
func TestChatFillsItsWindow(t *testing.T) {
	t.Parallel()
	var answer strings.Builder
	answer.WriteString("## Findings\n\n")
	for i := range 60 {
		fmt.Fprintf(&answer, "%d. Finding number %d\n", i+1, i+1)
	}
	url, _ := apptest.Chat(t, apptest.ChatCard(), func(int, string) string { return apptest.Reply(answer.String(), "c1") })
	d := apptest.Start(t, url, 100, 30).WaitFor("Chatty").Press("enter").WaitFor("A text message to Chat").Type("go").Press("enter")
	d.WaitFor("42. Finding number 42", "60. Finding number 60").WaitGone("Finding number 7 ", "more lines; tab")
	for range 4 {
		d.Press("pgup")
	}
	d.WaitFor("Findings", "1. Finding number 1").WaitGone("## Findings")
}

// An agent may wait after each answer without a question, as Gemini CLI does: it has answered, nothing waits for the user, and the
// next message goes on with the task.
func TestAnswerThatWaitsIsNoQuestion(t *testing.T) {
	t.Parallel()
	url, k := apptest.Chat(t, apptest.ChatCard(), func(n int, _ string) string {
		task := taskAs("INPUT_REQUIRED", "")
		task = strings.Replace(task, `"message":`, `"ignored":`, 1)
		return `"result":{"task":` + strings.TrimSuffix(task, "}") + fmt.Sprintf(`,"artifacts":[{"artifactId":"a%d","parts":[{"text":"seen %d"}]}]}`, n, n) + `}`
	})
	d := apptest.Start(t, url, 80, 24).WaitFor("Chat  ").Press("enter").WaitFor("A text message")
	d.Type("paint").Press("enter").WaitFor("seen 1", "✓ answered")
	if screen := d.Screen(); strings.Contains(screen, "needs an answer") || strings.Contains(screen, "waits for you") || strings.Contains(screen, "answers the agent") {
		t.Errorf("an answer stands there as a question:\n%s", screen)
	}
	d.Type("more").Press("enter").WaitFor("seen 2")
	expectAll(t, k.Said()[1], `"taskId":"t1"`, `"contextId":"c1"`)
}

// A form that is answered with a message is answered on in its context, without a task (public/asks_by_message).
func TestMessageOfAnAgentIsAnsweredFromTheRun(t *testing.T) {
	t.Parallel()
	url, k := apptest.Chat(t, apptest.OneForm(apptest.WordSchema), func(n int, _ string) string {
		return apptest.Reply([]string{"Which day do you mean?", "Then Friday it is.", "Anything else?"}[n-1], "c7")
	})
	d := apptest.Start(t, url, 80, 24).WaitFor("The skill").Press("enter").WaitFor("▌ ○ Word").Type("x").Press("ctrl+s").WaitFor("› Review").Press("enter")
	d.WaitFor("Which day do you mean?", "Reply").Press("m").WaitFor("Chat with", "you  ", "Which day do you mean?")
	d.Type("Friday").Press("enter").WaitFor("Then Friday it is.").WaitGone("esc Stop")
	expectAll(t, k.Said()[1], `"contextId":"c7"`, `"text":"Friday"`)
	if strings.Contains(k.Said()[1], "taskId") {
		t.Errorf("a message that no task asked for names one: %s", k.Said()[1])
	}
	d.Press("esc").WaitFor("Which day do you mean?", "Reply").Press("m").WaitFor("Then Friday it is.", "Friday")
}

// A message that is JSON stands there as its table alone, not as a text before it (wire/agno-answer).
func TestAnswerInJSONIsShownOnce(t *testing.T) {
	t.Parallel()
	url, _ := apptest.Chat(t, apptest.ChatCard(), func(int, string) string {
		return `"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"[{\"flight\":\"LH 400\",\"price\":512}]"}]}}}}`
	})
	d := apptest.Start(t, url, 80, 24).WaitFor("Chat  ").Press("enter").WaitFor("A text message").Type("hi").Press("enter").WaitFor("flight  price", "LH 400    512")
	if strings.Contains(d.Screen(), `[{"flight"`) {
		t.Errorf("the text stands before the table:\n%s", d.Screen())
	}
}

// The message of a status that is Markdown is drawn as such, as the text of an artifact is.
func TestMessageOfAStatusIsDrawnAsMarkdown(t *testing.T) {
	t.Parallel()
	url, _ := apptest.Chat(t, apptest.ChatCard(), func(int, string) string {
		task := taskAs("COMPLETED", "words")
		return `"result":{"task":` + strings.Replace(task, `"text":"words"`, `"text":"## Fares\n\nIt is **512**.\n\n| to | price |\n|---|--:|\n| Oslo | 9 |"`, 1) + `}`
	})
	d := apptest.Start(t, url, 80, 24).WaitFor("Chat  ").Press("enter").WaitFor("A text message").Type("hi").Press("enter").WaitFor("Fares", "It is 512.", "to    price", "Oslo")
	if strings.Contains(d.Screen(), "**") {
		t.Errorf("the marks of Markdown stand there:\n%s", d.Screen())
	}
}

// Esc stops the answer: it cancels the task, leaves it where the agent cannot cancel or has named none, and says so.
// What is typed stays, and without an answer under way esc goes back.
func TestEscStopsTheAnswer(t *testing.T) {
	t.Parallel()
	working := `"result":{"task":` + taskAs("WORKING", "busy") + `}`
	for _, tt := range []struct{ name, canceled, says, shows string }{
		{"canceled", `"result":` + taskAs("CANCELED", "ended"), "The task was canceled.", "■ canceled"},
		{"unsupported", `"error":{"code":-32601,"message":"This operation is not supported"}`, "may continue: it cannot cancel tasks.", "■ stopped"},
		{"refused", `"error":{"code":-32002,"message":"Task cannot be canceled"}`, "Stopped waiting, and the agent may continue", "■ stopped"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var isCanceled atomic.Bool
			url, k := apptest.Chat(t, apptest.ChatCard(), func(n int, method string) string {
				switch {
				case method == "CancelTask":
					isCanceled.Store(true)
					return tt.canceled
				case method != "SendMessage" && isCanceled.Load() && tt.name == "canceled":
					return tt.canceled
				case method == "SendMessage" && n == 1:
					return working
				case method == "SendMessage":
					return apptest.Reply("second answer", "c1")
				}
				return `"result":` + taskAs("WORKING", "busy")
			})
			d := apptest.Start(t, url, 100, 24).WaitFor("Chat  ").Press("enter").WaitFor("A text message")
			d.Type("one").Press("enter").WaitFor("busy", "esc Stop").Type("kept").Press("esc").WaitFor(tt.says, tt.shows, "kept")
			d.Press("enter").WaitFor("second answer").WaitGone("esc Stop")
			expectAll(t, k.Said()[1], `"contextId":"c1"`, `"text":"kept"`)
			d.Press("esc").WaitFor("Skills")
		})
	}
}

// A task that waits for an answer can be canceled, too.
func TestPausedTaskIsCanceledInTheChat(t *testing.T) {
	t.Parallel()
	url, _ := apptest.Chat(t, apptest.ChatCard(), func(_ int, method string) string {
		if method == "SendMessage" {
			return `"result":{"task":` + taskAs("INPUT_REQUIRED", "which colour?") + `}`
		}
		return `"result":` + taskAs("CANCELED", "never mind")
	})
	d := apptest.Start(t, url, 80, 24).WaitFor("Chat  ").Press("enter").WaitFor("A text message").Type("paint").Press("enter").WaitFor("which colour?")
	d.Press("ctrl+x").WaitFor("The task was canceled.", "■ canceled")
}

// Of a long table a chat shows the beginning, with its titles in sight; all of it is a key away.
func TestLongTableInAChatBeginsInSight(t *testing.T) {
	t.Parallel()
	url, _ := apptest.Chat(t, apptest.ChatCard(), func(int, string) string {
		return `"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"data":` + apptest.RealTable(t, "invoices.json") + `}]}]}}`
	})
	d := apptest.Start(t, url, 100, 30)
	d.WaitFor("Chat  ").Press("enter").WaitFor("A text message").Type("invoices").Press("enter")
	d.WaitFor("InvoiceNumber", "INV-2022-00101", "… 108 more rows", "Tab, then Enter opens the whole table").WaitGone("INV-2022-00113").WaitGone("esc Stop")
	d.Press("tab", "enter").WaitFor("› Run", "120 rows", "13 Mar 2022")
}

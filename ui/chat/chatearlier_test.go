package chat_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/ui/kit"
)

// ctrl+n begins a chat in a context of its own in the same place. An earlier one is found by its first words, from the chat and in the
// history, and goes on in its context, also in a later session.
func TestChatsBeginAnewAndGoOn(t *testing.T) {
	t.Parallel()
	url, k := apptest.Chat(t, apptest.ChatCard(), func(n int, _ string) string {
		return apptest.Reply(fmt.Sprintf("answer %d", n), map[bool]string{true: "c1", false: "c2"}[n <= 2 || n >= 4])
	})
	keep := apptest.Home(t)
	d := apptest.StartWith(t, kit.Options{Ref: url, Store: keep, Demo: apptest.NoDemo}, 100, 30).WaitFor("Chat  ").Press("enter").WaitFor("A text message")
	d.Command("earlier").WaitFor("no earlier chats with this agent")
	d.Type("the planets").Press("enter").WaitFor("answer 1").WaitGone("esc Stop").Type("the moons").Press("enter").WaitFor("answer 2").WaitGone("esc Stop")
	d.Press("ctrl+n").WaitGone("answer 1").WaitFor("A text message").Type("something else").Press("enter").WaitFor("answer 3").WaitGone("esc Stop")
	d.Command("earlier").WaitFor("the planets", "2 messages").Press("enter").WaitFor("answer 1", "the moons", "answer 2").WaitGone("esc Stop").WaitGone("answer 3")
	d.Type("go on").Press("enter").WaitFor("answer 4").WaitGone("esc Stop")
	for i, want := range []string{"", "c1", "", "c1"} {
		if want == "" {
			expectAll(t, k.Said()[i], `"parts"`)
			if said := k.Said()[i]; strings.Contains(said, "contextId") {
				t.Errorf("message %d is of a context: %s", i+1, said)
			}
			continue
		}
		expectAll(t, k.Said()[i], `"contextId":"`+want+`"`)
	}
	d.Stop()

	d = apptest.StartWith(t, kit.Options{Ref: url, Store: keep, Demo: apptest.NoDemo}, 100, 30).WaitFor("Chat  ").Press("alt+h").WaitFor("4 runs", "the planets")
	d.Press("end").WaitFor("▌").Press("m").WaitFor("Chat with Chat", "answer 1", "answer 2", "go on", "answer 4")
	d.Type("and on").Press("enter").WaitFor("answer 5").WaitGone("esc Stop")
	expectAll(t, k.Said()[4], `"contextId":"c1"`)
}

// A chat that stood at a question goes on with the answer to it.
func TestEarlierChatThatWaitsIsAnswered(t *testing.T) {
	t.Parallel()
	url, k := apptest.Chat(t, apptest.ChatCard(), func(n int, _ string) string {
		if n == 1 {
			return `"result":{"task":` + taskAs("INPUT_REQUIRED", "Which one?") + `}`
		}
		return `"result":{"task":` + taskAs("COMPLETED", "Done.") + `}`
	})
	keep := apptest.Home(t)
	d := apptest.StartWith(t, kit.Options{Ref: url, Store: keep, Demo: apptest.NoDemo}, 80, 24).WaitFor("Chat  ").Press("enter").WaitFor("A text message")
	d.Type("the planet").Press("enter").WaitFor("Which one?")
	d.Stop()
	d = apptest.StartWith(t, kit.Options{Ref: url, Store: keep, Demo: apptest.NoDemo}, 80, 24).WaitFor("Chat  ").Press("enter").WaitFor("A text message")
	d.Command("earlier").WaitFor("the planet", "1 message").Press("enter").WaitFor("Which one?").Type("Saturn").Press("enter").WaitFor("Done.")
	expectAll(t, k.Said()[1], `"taskId":"t1"`, `"contextId":"c1"`)
}

// A long message of an earlier chat is there as a whole, to be written anew.
func TestEarlierMessageIsWhole(t *testing.T) {
	t.Parallel()
	url, k := apptest.Chat(t, apptest.ChatCard(), func(n int, _ string) string {
		return apptest.Reply(fmt.Sprintf("answer %d", n), "c1")
	})
	keep := apptest.Home(t)
	long := "list the planets, " + strings.Repeat("all of them, ", 30) + "in order"
	d := apptest.StartWith(t, kit.Options{Ref: url, Store: keep, Demo: apptest.NoDemo}, 80, 24).WaitFor("Chat  ").Press("enter").WaitFor("A text message")
	d.Paste(long).Press("enter").WaitFor("answer 1").WaitGone("esc Stop")
	d.Stop()
	d = apptest.StartWith(t, kit.Options{Ref: url, Store: keep, Demo: apptest.NoDemo}, 80, 24).WaitFor("Chat  ").Press("enter").WaitFor("A text message")
	d.Command("earlier").WaitFor("list the planets", "1 message").Press("enter").WaitFor("answer 1").Press("up", "enter").WaitFor("answer 2")
	expectAll(t, k.Said()[1], long)
}

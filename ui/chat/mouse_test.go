package chat_test

import (
	"fmt"
	"testing"

	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// A click goes to a turn of a chat, a second one opens it, and one on the message goes back.
func TestClicksInAChat(t *testing.T) {
	t.Parallel()
	url, _ := apptest.Chat(t, apptest.ChatCard(), func(n int, _ string) string { return apptest.Reply(fmt.Sprintf("answer %d", n), "c1") })
	for _, size := range [][2]int{{80, 24}, {50, 20}} {
		d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: url, Mouse: true}), size[0], size[1]).WaitFor("Chat  ").Press("enter").WaitFor("A text message to Chat")
		for i := range 2 {
			d.Type(fmt.Sprint("message ", i)).Press("enter").WaitFor("✓ answered").WaitGone("working")
		}
		apptest.ClickAt(t, d, "message 0", 1).WaitFor("▸ you")
		d.Press("tab").WaitGone("▸ you").Type("words").WaitFor("words")
		apptest.ClickAt(t, d, "✓ answered", 1).WaitFor("▸ you")
		apptest.ClickAt(t, d, "words", 1).WaitGone("▸ you").Type("!").WaitFor("words!")
		apptest.ClickAt(t, d, "message 0", 1).WaitFor("▸ you")
		apptest.ClickAt(t, d, "message 0", 1).WaitFor("answer ").WaitGone("message 1")
	}
}

package chat_test

import (
	"fmt"
	"testing"

	"a2aform/ui/apptest"
	"a2aform/ui/kit"
)

const longAnswer = "# Planets\n\nThere are *eight* of them:\n\n- Mercury\n- Venus\n- Earth\n\n| planet | moons |\n|---|---:|\n| Mars | 2 |\n| Saturn | 274 |\n\n```go\nfmt.Println(8)\n```\n\n> The end."

// A chat of several turns, with most of its keys.
func TestStrollOverAChat(t *testing.T) {
	t.Parallel()
	for name, size := range map[string][2]int{"100x30": {100, 30}, "56x18": {56, 18}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, _ := apptest.Chat(t, apptest.ChatCard(), func(n int, _ string) string {
				return apptest.Reply(map[bool]string{true: longAnswer, false: fmt.Sprintf("answer %d", n)}[n == 2], "c1")
			})
			d := apptest.StartWith(t, kit.Options{Ref: url, Store: apptest.Home(t), Demo: apptest.NoDemo}, size[0], size[1]).WaitFor("Chat  ")
			d.Press("enter").WaitFor("A text message").Type("the moons").Press("enter").WaitFor("answer 1").WaitGone("esc Stop").Type("the planets").Press("enter").WaitFor("The end.").WaitGone("esc Stop")
			d.Stroll("stroll-chat-"+name, "=two", "alt+enter", "=lines", "tab", "up", "up", "down", "/", "=planet", "enter", "n", "esc", "s", "f", "tab", "alt+a", "down", "esc", "alt+o", "esc", "pgup", "pgdown",
				"ctrl+o", "=chat", "esc", "ctrl+n")
		})
	}
}

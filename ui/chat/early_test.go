package chat_test

import (
	"testing"

	"a2aform/ui/apptest"
)

// A large answer is shown before it is validated. What is wrong with it follows.
func TestProblemsOfALargeAnswerFollow(t *testing.T) {
	t.Parallel()
	for _, state := range []string{"COMPLETED", "INPUT_REQUIRED"} {
		url, _ := apptest.Chat(t, apptest.ChatCard(), func(int, string) string {
			return `"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_` + state + `"},
				"artifacts":[{"artifactId":"a","parts":[{"data":` + apptest.Things(2000) + `,"metadata":{"schema":` + apptest.ThingSchema + `}}]}]}}`
		})
		d := apptest.Start(t, url, 120, 40).WaitFor("Chat").Press("enter")
		d.Type("hello").Press("enter").WaitFor("✗ -1", "180 more problems").WaitGone("being checked")
	}
}

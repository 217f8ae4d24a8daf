package a2aclient

import (
	"strings"
	"testing"

	"a2aform/internal/limit"
)

// A stream with an event beyond the limit is not opened again: the same event would
// come again. The limit is named.
func TestTooLargeEventNamesItsLimit(t *testing.T) {
	if err := limit.Set(limit.ReplyBytes.Name, "64KiB"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := limit.Set(limit.ReplyBytes.Name, limit.ReplyBytes.DefaultText()); err != nil {
			t.Fatal(err)
		}
	})
	large := `{"artifactUpdate":{"taskId":"t1","contextId":"c1","artifact":{"artifactId":"a","parts":[{"text":"` + strings.Repeat("x", 80<<10) + `"}]}}}`
	f := newFake(t, scripts{
		"SendStreamingMessage": sseText(taskV10("TASK_STATE_WORKING"), large),
		"GetTask":              result(bareTask("TASK_STATE_COMPLETED")),
	})
	words, events, err := runAll(agentOf(t, f.URL, "1.0", true, ""), t, &Request{Text: "x"})
	if err != nil || words != "task:working (skipped) (polling) task:completed" {
		t.Fatalf("%s, %v", words, err)
	}
	if text := events[1].Notice.Text; !strings.Contains(text, "64 KiB") || !strings.Contains(text, "reply-bytes") {
		t.Errorf("the notice says %q", text)
	}
}

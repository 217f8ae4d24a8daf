package a2aclient

import (
	"strings"
	"testing"
)

// What @a2a-js/sdk 0.2.5 and 0.3.14 stream when the agent's code throws: a failed
// status under an id that nobody knows, in the context of the task.
const (
	sdkTask    = `{"kind":"task","id":"t1","contextId":"c1","status":{"state":"submitted"},"history":[]}`
	sdkWorking = `{"kind":"status-update","taskId":"t1","contextId":"c1","status":{"state":"working"},"final":false}`
	sdkThrown  = `{"kind":"status-update","taskId":"made-up","contextId":"c1","status":{"state":"failed","message":{"kind":"message","role":"agent","messageId":"m","parts":[{"kind":"text","text":"Agent execution error: no ring"}],"contextId":"c1"}},"final":true}`
)

func TestFailureUnderAnotherIDEndsTheTask(t *testing.T) {
	for _, version := range []string{"0.2", "0.3"} {
		f := newFake(t, scripts{
			"message/stream": sseText(sdkTask, sdkWorking, sdkThrown),
			"tasks/get":      result(`{"kind":"task","id":"t1","contextId":"c1","status":{"state":"working"}}`),
		})
		words, events, err := runAll(agentOf(t, f.URL, version, true, ""), t, &Request{Text: "x"})
		if want := "task:submitted working (other-id) failed"; err != nil || words != want {
			t.Fatalf("%s: %s, %v, want %s", version, words, err, want)
		}
		last := events[len(events)-1]
		if last.Status.Message == nil || last.Status.Message.Parts[0].Text.Exact() != "Agent execution error: no ring" {
			t.Errorf("%s: the last event is %+v", version, last)
		}
		if text := events[2].Notice.Text; !strings.Contains(text, "made-up") {
			t.Errorf("%s: the notice says %q", version, text)
		}
		if got := f.methods(); got != "message/stream" {
			t.Errorf("%s: asked %s", version, got)
		}
	}
}

func TestFailureBeforeAnyTaskEndsTheRun(t *testing.T) {
	f := newFake(t, scripts{"message/stream": sseText(sdkThrown)})
	words, _, err := runAll(agentOf(t, f.URL, "0.3", true, ""), t, &Request{Text: "x"})
	if err != nil || words != "failed" {
		t.Errorf("%s, %v", words, err)
	}
}

// A status of another task that does not end the answer, or that is of another
// context, says nothing about this task.
func TestStatusOfAnotherTaskIsSkipped(t *testing.T) {
	done := `{"kind":"status-update","taskId":"t1","contextId":"c1","status":{"state":"completed"},"final":true}`
	for name, status := range map[string]string{
		"not final":       strings.Replace(sdkThrown, `"final":true`, `"final":false`, 1),
		"another context": strings.Replace(sdkThrown, `"taskId":"made-up","contextId":"c1"`, `"taskId":"made-up","contextId":"c2"`, 1),
		"not finished":    strings.Replace(sdkThrown, `"failed"`, `"working"`, 1),
	} {
		f := newFake(t, scripts{"message/stream": sseText(sdkTask, status, done)})
		words, _, err := runAll(agentOf(t, f.URL, "0.3", true, ""), t, &Request{Text: "x"})
		if want := "task:submitted (skipped) completed"; err != nil || words != want {
			t.Errorf("%s: %s, %v, want %s", name, words, err, want)
		}
	}
}

package run_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/run"
)

// Whatever an agent says, in any place and order that is legal or was seen, is in the timeline or
// in the result, and in the result only once; a run that completed has a result wherever it was said. An error amid the stream takes
// nothing away.
func TestNothingTheAgentSaysIsLost(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := home(t)
		var said []string
		word := func() string {
			text := fmt.Sprintf("Sentence %d.", len(said))
			said = append(said, text)
			return text
		}
		var events []string
		kinds := rapid.SliceOfN(rapid.SampledFrom([]string{"status", "message", "artifact", "chunks", "pieces", "class", "nameless", "one id", "growing", "live", "asks", "asks in history"}), 0, 5).Draw(rt, "events")
		for i, kind := range kinds {
			switch kind {
			case "status":
				events = append(events, saidUnder("WORKING", i, word()))
			case "message":
				events = append(events, saidUnder("message", i, word()))
			case "artifact":
				events = append(events, fmt.Sprintf(`{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a%d","parts":[{"text":%q}]}}}`, i, word()))
			case "chunks":
				for n, part := range strings.SplitAfter(word(), " ") {
					events = append(events, fmt.Sprintf(`{"artifactUpdate":{"taskId":"t","contextId":"c","append":%t,"artifact":{"artifactId":"c%d","parts":[{"text":%q}]}}}`, n > 0, i, part))
				}
			case "pieces":
				for _, part := range strings.SplitAfter(word(), " ") {
					events = append(events, saidUnder("WORKING", i, part))
				}
			case "class":
				events = append(events, fmt.Sprintf(`{"TaskArtifactUpdateEvent":{"taskId":"t","contextId":"c","artifact":{"artifactId":"k%d","parts":[{"root":{"kind":"text","text":%q}}]}}}`, i, word()))
			case "one id", "growing": // without append
				sent := ""
				for _, part := range strings.SplitAfter(word(), " ") {
					if sent += part; kind == "one id" {
						sent = part
					}
					events = append(events, sentUnder("o", i, sent, ""))
				}
			case "live": // as ADK for Go: words of a model, then the whole; most versions empty the words
				for _, part := range strings.SplitAfter(word(), " ") {
					events = append(events, sentUnder("l", i, part, `,"metadata":{"adk_partial":true}`))
				}
				events = append(events, sentUnder("w", i, said[len(said)-1], ""))
				if rapid.Bool().Draw(rt, "emptied") {
					events = append(events, fmt.Sprintf(`{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"l%d","metadata":{"adk_partial":true},"parts":[]}}}`, i))
				}
			case "asks": // and goes on by itself
				events = append(events, saidUnder("INPUT_REQUIRED", i, word()), `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`)
			case "asks in history": // and goes on by itself
				events = append(events, fmt.Sprintf(`{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_INPUT_REQUIRED"},"history":[{"messageId":"h%d","role":"ROLE_AGENT","parts":[{"text":%q}]}]}}`, i, word()),
					`{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`)
			case "nameless":
				events = append(events, fmt.Sprintf(`{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"parts":[{"text":%q,"raw":null}]}}}`, word()))
			}
		}
		server, outcome := &streamingAgent{}, "completed"
		switch rapid.SampledFrom([]string{"nothing", "message", "word", "snapshot", "error"}).Draw(rt, "end") {
		case "nothing":
			events = append(events, eventCompleted)
		case "message":
			events = append(events, saidUnder("COMPLETED", 99, word()))
		case "word":
			events = append(events, `{"statusUpdate":{"taskId":"t","contextId":"c","status":"completed"}}`)
		case "error":
			server.broken, outcome = `{"code":-32603,"message":"the database went away"}`, "crashed"
			if rapid.Bool().Draw(rt, "knows the task") {
				outcome = "failed"
				server.task = `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_FAILED"}}`
			}
		case "snapshot":
			if len(kinds) == 0 {
				events = append(events, fmt.Sprintf(`{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"history":[{"messageId":"h","role":"ROLE_AGENT","parts":[{"text":%q}]}]}}`, word()))
			} else {
				events = append(events, eventCompleted)
			}
		}
		server.events = append([]string{eventSubmitted}, events...)
		r := run.Start(t.Context(), &run.Plan{Agent: agent(t, server), Text: "hi"}, run.Options{Store: s, Record: true})
		if now := wait(t, r); now.Outcome() != outcome {
			rt.Fatalf("%s, %v", now.Outcome(), now.Err)
		}
		r.Close()
		for name, r := range map[string]*run.Run{"live": r, "from the file": reopen(t, s).Run()} {
			results := texts(r)
			all := slices.Clone(results)
			for i := range r.Snapshot().Timeline.Len() {
				if e := r.Snapshot().Timeline.Entry(i); e.Kind == run.MessageEntry {
					all = append(all, e.Text.Exact())
				}
			}
			for _, text := range said {
				if !strings.Contains(strings.Join(all, "\n"), text) {
					rt.Errorf("%s: %q is lost of %q", name, text, events)
				}
				if strings.Count(strings.Join(results, "\n"), text) > 1 {
					rt.Errorf("%s: %q is in the result twice: %q", name, text, results)
				}
			}
			if outcome == "completed" && len(results) == 0 && slices.ContainsFunc(kinds, func(k string) bool { return k != "status" && k != "asks" && k != "asks in history" }) {
				rt.Errorf("%s: there is no result of %q", name, events)
			}
		}
	})
}

// sentUnder is an event of an artifact with a text.
func sentUnder(id string, i int, text, more string) string {
	return fmt.Sprintf(`{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"%s%d","parts":[{"text":%q}]%s}}}`, id, i, text, more)
}

// saidUnder is [said] under a message id of its own.
func saidUnder(state string, i int, text string) string { return said(state, fmt.Sprint("m", i), text) }

package run_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/run"
)

// said is a status, or "message", with a text under a message id.
func said(state, id, text string) string {
	message := fmt.Sprintf(`{"messageId":%q,"role":"ROLE_AGENT","parts":[{"text":%q}]}`, id, text)
	if state == "message" {
		return `{"message":` + message + `}`
	}
	return `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_` + state + `","message":` + message + `}}}`
}

// Agents that send the words of a model one by one in messages say one text
// (strands-agents/harness-sdk#1377, i-am-bee/agentstack#1820); lines of progress stay lines.
func TestPiecesOfOneTextAreOneText(t *testing.T) {
	t.Parallel()
	working := func(texts ...string) (list []string) {
		for i, text := range texts {
			list = append(list, said("WORKING", fmt.Sprint("m", i), text))
		}
		return list
	}
	one := func(texts ...string) (list []string) { // of one message id
		for _, text := range texts {
			list = append(list, said("WORKING", "m", text))
		}
		return list
	}
	deltas := func(texts ...string) (list []string) { // as inference-gateway's kit names them
		for i, text := range texts {
			list = append(list, said("WORKING", fmt.Sprint("delta-t-", i), text))
		}
		return list
	}
	with := func(list []string, last ...string) []string { return append(list, last...) }
	const answer = "Oslo is at 4.5 degrees."
	snapshot := `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING","message":{"messageId":"m4","role":"ROLE_AGENT","parts":[{"text":"4"}]}}}}`
	for name, tt := range map[string]struct {
		events        []string
		want, entries string
	}{
		"spaces behind":        {with(working("Oslo ", "is ", "at ", "4.5 ", "degrees."), eventCompleted), answer, answer},
		"spaces before":        {with(working("Oslo", " is", " at", " 4", ".", "5", " degrees", "."), eventCompleted), answer, answer},
		"one id":               {with(one("Os", "lo", " is at 4.5 degrees."), eventCompleted), answer, "Os|lo is at 4.5 degrees."},
		"twice the same":       {with(working("ha", " ha", " ha"), eventCompleted), "ha ha ha", "ha ha ha"},
		"all so far":           {with(working("Oslo", "Oslo is at", "Oslo is at 4.5 degrees."), eventCompleted), answer, answer},
		"a snapshot between":   {with(working("Oslo", " is", " at", " ", "4"), snapshot, said("WORKING", "m5", ".5"), said("WORKING", "m6", " degrees."), eventCompleted), answer, answer},
		"the last piece ends":  {with(working("Oslo ", "is ", "at 4.5 "), said("COMPLETED", "m9", "degrees.")), answer, answer},
		"all of it ends":       {with(working("Oslo ", "is ", "at 4.5 ", "degrees. "), said("COMPLETED", "m9", answer)), answer + " ", answer + " "},
		"no spaces":            {with(one("天気", "は", "晴れ。"), eventCompleted), "天気は晴れ。", "天気は晴れ。"},
		"lines":                {with(working("# Oslo", "\n\n", "4.5", " degrees"), eventCompleted), "# Oslo\n\n4.5 degrees", "# Oslo\n\n4.5 degrees"},
		"lines behind a piece": {with(working("Oslo ", "is", "\n\n", "4.5"), eventCompleted), "Oslo is\n\n4.5", "Oslo is\n\n4.5"},
		"beside the task":      {[]string{said("message", "m1", "Oslo "), said("message", "m2", "is cold."), eventCompleted}, "Oslo is cold.", "Oslo is cold."},
		"one beside the task":  {[]string{said("message", "m1", "Oslo is cold."), eventCompleted}, "Oslo is cold.", "Oslo is cold."},
		"progress":             {with(working("Day 1 of 4", "Day 10 of 40", "Almost there"), eventCompleted), "", "Day 1 of 4|Day 10 of 40|Almost there"},
		"progress, one id":     {with(one("still here", "almost"), eventCompleted), "", "still here|almost"},
		"progress, then words": {with(working("Looking it up…", "Oslo ", "is cold."), eventCompleted), "Oslo is cold.", "Looking it up…|Oslo is cold."},
		"words, then progress": {with(working("Oslo ", "is cold.", "Checking the rest"), eventCompleted), "Oslo is cold.", "Oslo is cold.|Checking the rest"},
		"deltas":               {with(deltas("Hello!", "I'm ", "one.", "And ", "two."), eventCompleted), "Hello! I'm one. And two.", "Hello! I'm one. And two."},
		"deltas, parts":        {with(deltas("Hel", "lo the", "re"), eventCompleted), "Hello there", "Hello there"},
		"one delta":            {with(deltas("Hello!"), eventCompleted), "Hello!", "Hello!"},
		"an artifact":          {with(working("Look", "ing it up"), eventChunk, said("WORKING", "m", " done"), eventCompleted), "one", "Look|ing it up| done"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, s := &streamingAgent{task: `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}`}, home(t)
			server.events = append([]string{eventSubmitted}, tt.events...)
			r := run.Start(t.Context(), &run.Plan{Agent: agent(t, server), Text: "hi"}, run.Options{Store: s, Record: true})
			wait(t, r)
			r.Close()
			for _, r := range []*run.Run{r, reopen(t, s).Run()} {
				if got := strings.Join(texts(r), "|"); got != tt.want {
					t.Errorf("the result is %q, want %q", got, tt.want)
				}
				var entries []string
				for i := range r.Snapshot().Timeline.Len() {
					if e := r.Snapshot().Timeline.Entry(i); e.Kind == run.MessageEntry {
						entries = append(entries, e.Text.Exact())
					}
				}
				if got := strings.Join(entries, "|"); got != tt.entries {
					t.Errorf("the timeline has %q, want %q", got, tt.entries)
				}
			}
		})
	}
}

// Several messages without a task are one answer where they are pieces of one text.
func TestPiecesOfAnAnswer(t *testing.T) {
	t.Parallel()
	for want, pieces := range map[string][]string{"Oslo is cold.": {"Oslo", " is", " cold", "."}, "Second.": {"First.", "Second."}} {
		server, s := &streamingAgent{}, home(t)
		for i, text := range pieces {
			server.events = append(server.events, said("message", fmt.Sprint("m", i), text))
		}
		r := run.Start(t.Context(), &run.Plan{Agent: agent(t, server), Text: "hi"}, run.Options{Store: s, Record: true})
		wait(t, r)
		r.Close()
		for _, r := range []*run.Run{r, reopen(t, s).Run()} {
			if got := strings.Join(texts(r), "|"); got != want {
				t.Errorf("the answer is %q, want %q", got, want)
			}
		}
	}
}

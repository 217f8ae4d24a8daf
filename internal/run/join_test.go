package run_test

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"a2aform/internal/run"
	"a2aform/render"
)

// chunk is more of the artifact "a".
func chunk(parts string, appended bool) string {
	return fmt.Sprintf(`{"artifactUpdate":{"taskId":"t","contextId":"c","append":%t,"artifact":{"artifactId":"a","parts":[%s]}}}`, appended, parts)
}

func text(words string) string { return fmt.Sprintf(`{"text":%q}`, words) }

// texts are the texts that are shown of a run.
func texts(r *run.Run) (shown []string) {
	for _, b := range r.Document().Blocks() {
		if p, ok := b.(*render.Prose); ok {
			shown = append(shown, p.Text.Exact())
		}
	}
	return shown
}

func TestTextInChunksIsOneText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &streams{bodies: make(chan *io.PipeWriter, 1)}
		r := run.Start(t.Context(), &run.Plan{Agent: s.agent(t), Text: "go"}, run.Options{})
		defer r.Close()
		w := <-s.bodies
		step := func(event, want string) {
			t.Helper()
			say(w, event)
			synctest.Wait()
			if got := strings.Join(texts(r), "|"); got != want {
				t.Errorf("behind %s: %q, want %q", event, got, want)
			}
		}
		step(chunk(text("The quick"), false), "The quick")
		step(chunk(text(" brown"), true), "The quick brown")
		step(chunk(text(" fox.")+","+text("A caption"), true), "The quick brown fox.|A caption")
		step(chunk(text(" goes on"), true), "The quick brown fox.|A caption goes on")
		step(chunk(`{"text":"# Title","mediaType":"text/markdown"}`, true), "The quick brown fox.|A caption goes on|# Title")
		// The task as the server keeps it has the chunks as parts.
		kept := strings.Join([]string{text("The quick"), text(" brown"), text(" fox."), text("A caption"), text(" goes on"), `{"text":"# Title","mediaType":"text/markdown"}`}, ",")
		step(`{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[`+kept+`]}]}}`, "The quick brown fox.|A caption goes on|# Title")
		step(chunk(text("anew"), false), "anew")
	})
}

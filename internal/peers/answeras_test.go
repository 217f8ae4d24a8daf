package peers

import (
	"context"
	"strings"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/render"
	"a2aform/render/draw"
)

// answerAs sends a text that asks for an answer, and returns what came.
func answerAs(t *testing.T, agent *a2aclient.Agent, text, spec string, poll bool) *render.Document {
	t.Helper()
	as, err := run.ParseAnswerAs(spec)
	if err != nil {
		t.Fatal(err)
	}
	r := run.Start(t.Context(), &run.Plan{Agent: agent, Text: text, AnswerAs: as, Async: poll}, run.Options{})
	t.Cleanup(r.Close)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if got := r.Wait(ctx); got.Outcome() != "completed" {
		t.Fatalf("the run ended as %s: %v", got.Outcome(), got.Err)
	}
	return r.Document()
}

// Agents that follow the schema of the request, ignore it, answer among words or put the answer
// into an object, on each SDK, streamed and polled.
func TestAnswerAsOnSDKs(t *testing.T) {
	peers := map[string]string{"JavaScript SDK 0.3.14 over HTTP+JSON": "v03.mjs rest"}
	for name, p := range all {
		peers[name] = p.agent
	}
	for name, agent := range peers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := dial(t, start(t, agent))
			for _, how := range []string{"follow", "prose", "wrap", "ignore"} {
				for _, poll := range []bool{false, true} {
					doc := answerAs(t, a, "prices, "+how, "name, price: number", poll)
					if doc.IsAsAsked() == (how == "ignore") {
						t.Errorf("%s, polled %t: as asked %t", how, poll, doc.IsAsAsked())
						continue
					}
					lines := strings.Join(draw.Lines(doc, 80, draw.Plain), "\n")
					if how == "ignore" {
						continue
					}
					if doc.Problems() != 0 || doc.Rows() != 2 || !strings.Contains(lines, "1e-7") || !strings.Contains(lines, `Müsli "Bio"`) || strings.Contains(lines, "tock") {
						t.Errorf("%s, polled %t: %d problems, %d rows\n%s", how, poll, doc.Problems(), doc.Rows(), lines)
					}
					if how == "prose" && !strings.Contains(lines, "Enjoy.") {
						t.Errorf("the words around it are lost:\n%s", lines)
					}
				}
			}
		})
	}
}

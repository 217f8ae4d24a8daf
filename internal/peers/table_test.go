package peers

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/render/draw"
)

// TestTableShowsAnswerOfSDK uses the code that the screens and the send command use,
// down to the lines that they show.
func TestTableShowsAnswerOfSDK(t *testing.T) {
	for name, p := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			card, err := a2aclient.Fetch(t.Context(), start(t, p.agent))
			if err != nil {
				t.Fatal(err)
			}
			checkTable(t, table(t, card))
		})
	}
}

// table runs the fight to its end and draws its results, 80 columns wide.
func table(t *testing.T, card *a2aclient.Card) []string {
	t.Helper()
	agent, err := card.Dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(agent.Close)
	input := fightForm(t, card)
	r := run.Start(t.Context(), &run.Plan{
		Agent: agent, Skill: card.Skill("fight-comparison"), Input: &input, Data: []byte(`{"b":"Tiger","a":"Lion"}`),
	}, run.Options{})
	t.Cleanup(r.Close)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if got := r.Wait(ctx); got.Outcome() != "completed" {
		t.Fatalf("the run ended as %s: %v", got.Outcome(), got.Err)
	}
	document := r.Document()
	if n := document.Problems(); n != 0 {
		t.Errorf("%d values break the schema", n)
	}
	return draw.Lines(document, 80, draw.Plain)
}

// checkTable looks for the rows of fightResponse: the schema's titles in the
// schema's order, the digits as they were sent.
func checkTable(t *testing.T, lines []string) {
	t.Helper()
	rows := []struct{ title, value string }{{"Winner", "Tiger"}, {"Probability", "0.65"}, {"Explanation", "Lion or Tiger: Tiger, by size."}}
	from := 0
	for _, row := range rows {
		i := slices.IndexFunc(lines[from:], func(l string) bool { return strings.HasPrefix(strings.TrimSpace(l), row.title) })
		if i < 0 {
			t.Fatalf("no row %s behind line %d of\n%s", row.title, from, strings.Join(lines, "\n"))
		}
		from += i
		if words := strings.Fields(lines[from]); !strings.Contains(lines[from], row.value) || row.title == "Probability" && !slices.Contains(words, row.value) {
			t.Errorf("row %q should show %s", lines[from], row.value)
		}
		from++
	}
}

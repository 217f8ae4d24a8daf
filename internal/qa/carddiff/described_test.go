package carddiff_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/qa/carddiff"
	"a2aform/ui/uitest"
)

// TestPublishedCardsAreCompared compares each published card in testdata with the next one: what changed is in a golden file.
func TestPublishedCardsAreCompared(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob("../../../testdata/third_party/cards/*.json")
	if len(files) < 30 {
		t.Fatalf("%d cards", len(files))
	}
	var b strings.Builder
	var last *a2aclient.Card
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		card, err := a2aclient.Parse(data, filepath.Base(path))
		if err != nil {
			continue
		}
		if last != nil {
			compare(t, &b, last, card)
		}
		last = card
	}
	uitest.Text(t, "published", b.String())
}

func compare(t *testing.T, b *strings.Builder, before, after *a2aclient.Card) {
	t.Helper()
	r := carddiff.Compare(before, after)
	fmt.Fprintf(b, "== %s → %s: %d breaking, %d unproven, %d cases\n%s\n", before.Source, after.Source, r.Breaking(), r.Unproven(), len(r.Cases("agent")),
		strings.Join(r.Lines(), "\n"))
	text, err := json.Marshal(r.Document(carddiff.Side{From: before.Source, Saved: "old"}, carddiff.Side{From: after.Source}))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(b, "%s\n", text)
}

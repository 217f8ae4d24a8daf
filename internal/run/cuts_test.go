package run_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/run"
	"a2aform/render/draw"
)

// Whatever pieces an answer is cut into, the same text stands there as where it came as a whole.
func TestAnswerInAnyPiecesIsTheSameText(t *testing.T) {
	t.Parallel()
	lines := rapid.SampledFrom([]string{
		"# Harbors", "The figures of **Esbjerg** are estimates.", "- one", "  - two", "", "| at | price |", "|---|---:|", "| 08:05 | 39 |", "```go", "x := \"é\"", "```",
		"> quoted", "天気は晴れ。", "👩‍👩‍👧 and ⚠️", "a [link](https://a.example)", `{"a": 1}`, "\t", "   ",
	})
	answer := func(pieces []string) (text string, drawn []string) {
		events := []string{eventSubmitted}
		for i, piece := range pieces {
			events = append(events, artifactEvent(piece, map[bool]string{false: "", true: `"append":true,`}[i > 0]))
		}
		r := run.Start(t.Context(), &run.Plan{Agent: agent(t, &streamingAgent{events: append(events, eventCompleted)}), Text: "hi"}, run.Options{})
		defer r.Close()
		now := r.Wait(t.Context())
		return now.LiveText(), draw.Lines(r.Document(), 60, draw.Plain)
	}
	rapid.Check(t, func(t *rapid.T) {
		whole := strings.Join(rapid.SliceOfN(lines, 1, 12).Draw(t, "lines"), "\n")
		var pieces []string
		rest := []rune(whole)
		for len(rest) > 0 {
			n := rapid.IntRange(1, min(len(rest), 9)).Draw(t, "piece")
			pieces, rest = append(pieces, string(rest[:n])), rest[n:]
		}
		if len(pieces) == 0 {
			return
		}
		wantText, wantDrawn := answer([]string{whole})
		gotText, gotDrawn := answer(pieces)
		if gotText != whole || wantText != whole || !slices.Equal(gotDrawn, wantDrawn) {
			t.Fatalf("%q, whole %q\n%s\nwant\n%s", gotText, wantText, strings.Join(gotDrawn, "\n"), strings.Join(wantDrawn, "\n"))
		}
	})
}

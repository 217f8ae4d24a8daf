package qa

import (
	"testing"

	"a2aform/ui/kit"
)

// The output of a case is beside its expectations on a wide screen, else below as many as are there.
func TestDetailLayout(t *testing.T) {
	t.Parallel()
	at, left := kit.At, func(b kit.Border) int { return b.Usual }
	border := kit.Border{Of: "case", Usual: 86, Room: 158}
	for _, tt := range []struct {
		what string
		of   detailFacts
		want detailLayout
	}{
		{"no output", detailFacts{width: 80, height: 22, hasFrame: true, expectations: 3, hasInput: true}, detailLayout{expectations: at(0, 0, 80, 22), input: 1, rows: 12}},
		{"the output below", detailFacts{width: 80, height: 22, hasFrame: true, expectations: 3, hasInput: true, hasOutput: true}, detailLayout{expectations: at(0, 0, 80, 13), output: at(0, 13, 80, 9), input: 1, rows: 4}},
		{"below many expectations", detailFacts{width: 80, height: 30, hasFrame: true, expectations: 30, hasOutput: true}, detailLayout{expectations: at(0, 0, 80, 17), output: at(0, 17, 80, 13), rows: 10}},
		{"beside", detailFacts{width: 158, height: 42, hasFrame: true, expectations: 30, hasOutput: true}, detailLayout{expectations: at(0, 0, 86, 42), output: at(86, 0, 72, 42), rows: 33, isBeside: true, border: border}},
		{"too low for the output", detailFacts{width: 80, height: 12, hasFrame: true, expectations: 3, hasInput: true, hasOutput: true}, detailLayout{expectations: at(0, 0, 80, 12), rows: 4}},
		{"no pane fits", detailFacts{width: 40, height: 20, expectations: 3, hasInput: true, hasOutput: true}, detailLayout{expectations: at(0, 0, 40, 11), output: at(0, 11, 40, 9), input: 1, rows: 4}},
	} {
		tt.of.left = left
		if got := detailLayoutOf(tt.of); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.what, got, tt.want)
		}
	}
}

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
		{"below many expectations", detailFacts{width: 80, height: 30, hasFrame: true, expectations: 30, hasOutput: true}, detailLayout{expectations: at(0, 0, 80, 17), output: at(0, 17, 80, 13), rows: 8}},
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

// The file that a case becomes is beside what can be changed of it, or below, or not in sight.
func TestSaveLayout(t *testing.T) {
	t.Parallel()
	at := kit.At
	for _, tt := range []struct {
		what string
		of   saveFacts
		want saveLayout
	}{
		{"beside", saveFacts{width: 118, height: 27, hasFrame: true, choices: 5}, saveLayout{choices: at(0, 0, 64, 27), file: at(64, 0, 54, 27), isBeside: true}},
		{"not asked for", saveFacts{width: 98, height: 22, hasFrame: true, choices: 3}, saveLayout{choices: at(0, 0, 98, 22)}},
		{"below", saveFacts{width: 80, height: 22, hasFrame: true, isOpen: true, choices: 2}, saveLayout{choices: at(0, 0, 80, 12), file: at(0, 12, 80, 10)}},
		{"below many choices", saveFacts{width: 80, height: 22, hasFrame: true, isOpen: true, choices: 30}, saveLayout{choices: at(0, 0, 80, 13), file: at(0, 13, 80, 9)}},
		{"the run is read", saveFacts{width: 80, height: 22, hasFrame: true}, saveLayout{choices: at(0, 0, 80, 22)}},
		{"too low", saveFacts{width: 80, height: 18, hasFrame: true, isOpen: true, choices: 3}, saveLayout{choices: at(0, 0, 80, 18)}},
		{"no pane fits", saveFacts{width: 40, height: 22, isOpen: true, choices: 3}, saveLayout{choices: at(0, 0, 40, 22)}},
	} {
		if got := saveLayoutOf(tt.of); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.what, got, tt.want)
		}
	}
}

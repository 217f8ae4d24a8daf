package doctor_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/qa/doctor"
)

// Each card of the corpus is checked whole: each finding has a location of the card, and its texts.
func TestCardsOfTheCorpus(t *testing.T) {
	var paths []string
	for _, pattern := range []string{"testdata/third_party/cards/*.json", "a2aclient/testdata/*.json"} {
		found, err := filepath.Glob(filepath.Join("..", "..", "..", pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		paths = append(paths, found...)
	}
	for _, path := range paths {
		card, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		r := doctor.Check(card, doctor.Options{Source: path})
		if r.Checked() == 0 {
			t.Errorf("%s: no rule was checked", path)
		}
		for _, f := range r.Findings {
			if f.What == "" || f.Why == "" || f.Fix == "" || f.Line == 0 || f.Column == 0 {
				t.Errorf("%s: incomplete finding %+v", path, f)
			}
			if strings.ContainsAny(f.What+f.Fix, "\x1b\n") {
				t.Errorf("%s: unsafe text %q", path, f.What)
			}
		}
		if os.Getenv("DOCTOR_PRINT") != "" {
			for _, f := range r.Findings {
				t.Logf("%s %s %s %d:%d %s | %s", filepath.Base(path), f.Level, f.Rule, f.Line, f.Column, f.Pointer, f.What)
			}
		}
	}
}

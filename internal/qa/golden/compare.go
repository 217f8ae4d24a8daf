package golden

import (
	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/diff"
)

// Difference is a place at which two values differ.
type Difference struct {
	At        string       // a JSON Pointer into the new value, of an item that is missing into the old one
	Want, Got *ojson.Value // nil where there is none
}

// Compare lists the differences of an output from a golden one that the case does not allow.
func Compare(want, got *ojson.Value, s *casefile.Same) (list []Difference) {
	for _, c := range diff.Compare(want, got, Rules(s)).Changes {
		if c.Allowed == "" {
			list = append(list, Difference{c.At, c.A, c.B})
		}
	}
	return list
}

// Rules are what a case allows to differ.
func Rules(s *casefile.Same) *diff.Rules {
	rules := &diff.Rules{Ignore: s.Ignore, Formats: s.Formats, By: s.Unordered, ByIndex: true}
	for _, t := range s.Numbers {
		rules.Within = append(rules.Within, diff.Tolerance{At: t.At, Within: t.Within})
	}
	return rules
}

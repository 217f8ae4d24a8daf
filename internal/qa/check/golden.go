package check

import (
	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/diff"
)

// GoldenDifference is a place at which two values differ.
type GoldenDifference struct {
	At        string       // a JSON Pointer into the new value, of an item that is missing into the old one
	Want, Got *ojson.Value // nil where there is none
}

// CompareGolden lists the differences of an output from a golden one that the case does not allow.
func CompareGolden(want, got *ojson.Value, s *casefile.Same) (list []GoldenDifference) {
	for _, c := range diff.Compare(want, got, GoldenRules(s)).Changes {
		if c.Allowed == "" {
			list = append(list, GoldenDifference{c.At, c.A, c.B})
		}
	}
	return list
}

// GoldenRules are what a case allows to differ.
func GoldenRules(s *casefile.Same) *diff.Rules {
	rules := &diff.Rules{Ignore: s.Ignore, Formats: s.Formats, By: s.Unordered, ByIndex: true}
	for _, t := range s.Numbers {
		rules.Within = append(rules.Within, diff.Tolerance{At: t.At, Within: t.Within})
	}
	return rules
}

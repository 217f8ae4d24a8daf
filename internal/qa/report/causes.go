package report

import (
	"fmt"
	"slices"
	"strings"

	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
)

const (
	maxCauses   = 1000 // that are counted
	shownCauses = 5
	minCause    = 3 // cases with the same expectation that does not hold, to name it
)

// addCauses counts the expectations of a case that do not hold, each once.
func (s *Summary) addCauses(r *runner.Result) {
	if r.Verdict == check.Pass || r.Verdict == check.Skip {
		return
	}
	var seen []string
	for i := range r.Attempts {
		for _, l := range r.Attempts[i].Lines {
			name := strings.TrimSpace(l.Check + " " + l.At)
			if l.Outcome == check.OK || slices.Contains(seen, name) {
				continue
			}
			seen = append(seen, name)
			if _, known := s.causes[name]; !known && len(s.causes) == maxCauses {
				continue
			}
			if s.causes == nil {
				s.causes = map[string]int{}
			}
			s.causes[name]++
		}
	}
}

// Causes names the expectations that do not hold in most cases, on one line; "" where none is in several.
func (s *Summary) Causes() string {
	var names []string
	for name, n := range s.causes {
		if n >= minCause {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		if s.causes[a] != s.causes[b] {
			return s.causes[b] - s.causes[a]
		}
		return strings.Compare(a, b)
	})
	var list []string
	for _, name := range names[:min(len(names), shownCauses)] {
		list = append(list, fmt.Sprintf("%d × %s", s.causes[name], line(name, maxName)))
	}
	return strings.Join(list, " · ")
}

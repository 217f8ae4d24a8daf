package check_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/hostile/qatest"
	"a2aform/ui/uitest"
)

// TestVerdictsOfCases compares the verdict of each case of package qatest with a golden file, with all that it is made of.
func TestVerdictsOfCases(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, r := range qatest.Results(t) {
		fmt.Fprintf(&b, "== %s\n", r.Case.Name)
		for _, a := range r.Attempts {
			b.WriteString(uitest.Dump(a.Result))
		}
	}
	uitest.Text(t, "verdicts", qatest.Mask(b.String()))
}

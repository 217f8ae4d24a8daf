//go:build !race

// The race detector allocates on its own account.

package schema_test

import "testing"

// A row that is proven costs no memory.
func TestFastValidatorAllocatesNothing(t *testing.T) {
	text, table := typedTable(20)
	validator := load(t, text).Root().FastValidator()
	allocs := testing.AllocsPerRun(10, func() {
		for _, row := range table {
			if !validator.Holds(row) {
				t.Fatalf("%s is not proven", row)
			}
		}
	})
	if allocs > 0 {
		t.Errorf("%d rows allocate %.0f times", len(table), allocs)
	}
}

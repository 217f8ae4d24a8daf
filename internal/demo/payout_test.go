package demo

import "testing"

// Two weeks after the last expense is a day of its calendar; what is no date is given back.
func TestPayoutIsTwoWeeksAfterTheLastExpense(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		dates []string
		want  string
	}{
		{[]string{"2026-02-20"}, "2026-03-06"},
		{[]string{"2026-12-20", "2026-12-28", "2025-12-30"}, "2027-01-11"},
		{[]string{"2026-02-20", "next week"}, "next week"},
	} {
		var e expenseReport
		for _, d := range tt.dates {
			e.Items = append(e.Items, expenseItem{Date: d})
		}
		if got := e.payout(); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.dates, got, tt.want)
		}
	}
}

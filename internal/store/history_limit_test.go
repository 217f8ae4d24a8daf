package store_test

import (
	"slices"
	"strconv"
	"testing"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

func TestHistoryIsKeptWithinItsLimit(t *testing.T) {
	s := open(t)
	keep(t, s, -3, runfile.Line{ID: safe.Text("unfinished")})
	keep(t, s, -2, runfile.Line{ID: safe.Text("waits")}, runfile.Line{Kind: runfile.Pause, Outcome: safe.Text("input-required")})
	const size = 4096
	event := runfile.Line{Kind: runfile.Notice, Text: safe.Text(string(slices.Repeat([]byte("x"), size)))}
	for i := range 6 {
		keep(t, s, i, runfile.Line{ID: safe.Text(strconv.Itoa(i))}, event, completed)
	}
	if deleted, err := s.LimitRuns(); err != nil || len(deleted) != 0 {
		t.Fatalf("within the limit: %d deleted, %v", len(deleted), err)
	}
	set(t, strconv.Itoa(4*size))
	deleted, err := s.LimitRuns()
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, r := range runs(t, s).Runs {
		left = append(left, r.ID.Exact())
	}
	if want := []string{"5", "4", "3", "waits", "unfinished"}; len(deleted) != 3 || !slices.Equal(left, want) {
		t.Errorf("%d deleted, left %v, want %v", len(deleted), left, want)
	}
	set(t, "1B")
	if _, err := s.LimitRuns(); err != nil {
		t.Fatal(err)
	}
	if left := runs(t, s).Runs; len(left) != 3 || left[0].ID.Exact() != "5" {
		t.Errorf("the newest run and those that wait are not kept: %v", left)
	}
}

// set changes the limit of the history for a test.
func set(t *testing.T, to string) {
	t.Helper()
	if err := limit.Set(limit.History.Name, to); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := limit.Set(limit.History.Name, "1GiB"); err != nil {
			t.Fatal(err)
		}
	})
}

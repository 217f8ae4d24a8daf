package demo

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the trips anew")

// A trip is the same wherever and whenever it is planned. In so many days there is each outing in the rain, which says whether it needs an umbrella.
func TestTripsStayTheSame(t *testing.T) {
	t.Parallel()
	var sb strings.Builder
	for _, style := range []string{"", "culture", "food", "nature", "nightlife"} {
		for _, pace := range []string{"relaxed", "balanced", "packed"} {
			trip := tripRequest{Destination: "Bergen", Style: style, Pace: pace, Companions: make([]companion, 1), Wishes: []string{"Fjord"}, Traveller: traveller{Vegetarian: pace == "relaxed"}}
			days := 3
			if pace == "packed" {
				days = 14
			}
			for d := range days {
				for _, row := range trip.day(time.Date(2026, time.May, 30, 0, 0, 0, 0, time.UTC), d) {
					fmt.Fprintf(&sb, "%s %s %s %s|%s|%s|%s|%v|%s\n", style, pace, row.Date, row.Time, row.Activity, row.Place, row.Cost, row.Booked, row.Note)
				}
			}
		}
	}
	path := filepath.Join("testdata", "trips.txt")
	if *update {
		if err := os.WriteFile(path, []byte(sb.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, lines := strings.Split(sb.String(), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(got), len(lines)) {
		if got[i] != lines[i] {
			t.Fatalf("line %d: %s, want %s", i+1, got[i], lines[i])
		}
	}
	if len(got) != len(lines) {
		t.Errorf("%d lines, want %d", len(got), len(lines))
	}
}

package doctor_test

import (
	"encoding/json"
	"slices"
	"testing"

	"a2aform/internal/qa/doctor"
)

func rulesOf(r *doctor.Report) (ids []string) {
	for _, f := range r.Findings {
		if !slices.Contains(ids, f.Rule) {
			ids = append(ids, f.Rule)
		}
	}
	slices.Sort(ids)
	return ids
}

// The card that trips a rule breaks it and what it entails, and nothing else; the other card breaks nothing.
func TestEachRuleHasCardsThatTripItAndHoldIt(t *testing.T) {
	for _, r := range doctor.AllRules() {
		if r.Live {
			continue
		}
		t.Run(r.ID, func(t *testing.T) {
			want := append([]string{r.ID}, r.Entails...)
			slices.Sort(want)
			o := doctor.Options{Source: r.From}
			card := r.TripsCard()
			trips := doctor.Check(card, o)
			if got := rulesOf(trips); !slices.Equal(got, want) {
				t.Errorf("the card that trips it breaks %v, want %v: %s", got, want, asJSON(t, trips.Findings))
			}
			source := r.From
			if r.Holds == "" {
				source = ""
			}
			holds := doctor.Check(r.HoldsCard(), doctor.Options{Source: source})
			if got := rulesOf(holds); len(got) > 0 {
				t.Errorf("the card that does not trip it breaks %v: %s", got, asJSON(t, holds.Findings))
			}
		})
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

package safe

import "testing"

func TestNearestNameIsSuggested(t *testing.T) {
	t.Parallel()
	names := []string{"send", "show", "skills", "fight-comparison", "expense-report"}
	for word, want := range map[string]string{
		"sedn": "send", "sned": "send", "snd": "send", "Send": "send", "shwo": "show", "skill": "skills",
		"fight-comparizon": "fight-comparison", "expenses": "", "nope": "", "x": "", "localhost": "",
	} {
		if got := Nearest(word, names); got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}

func TestNearestIDIsFoundByTheBeginningOfAWord(t *testing.T) {
	t.Parallel()
	ids := []string{"trip-planner", "expense-report", "send_parcel", "send_letter", "small-talk"}
	for word, want := range map[string]string{
		"trip": "trip-planner", "Plan": "trip-planner", "expenses": "", "report": "expense-report", "parcel": "send_parcel", "send": "", "tr": "", "": "",
		"rip": "", "smal-talk": "small-talk",
	} {
		if got := NearestID(word, ids); got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}

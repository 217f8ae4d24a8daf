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

package doctor_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/qa/doctor"
	"a2aform/ui/uitest"
)

// groups are the headings of the rules, by the letters of their ids.
var groups = []struct{ letter, title string }{
	{"C", "Cards of any version"},
	{"V", "A2A 1.0, 0.3 and 0.2"},
	{"N", "Addresses, credentials, signatures"},
	{"O", "Object schemas"},
	{"S", "Schemas"},
	{"E", "Examples"},
	{"X", "Extensions"},
	{"L", "The agent itself, with --live: calls that it refuses"},
	{"OS", "The agent itself, with --live: object schemas §3 and §4"},
	{"EX", "The agent itself, with --live: extensions, credentials"},
	{"T", "The agent itself, with --live: tasks, their events and results"},
}

// The page of the rules is written from their texts, and each rule has all of them.
func TestReferenceOfRules(t *testing.T) {
	var sb strings.Builder
	n := 0
	for _, g := range groups {
		fmt.Fprintf(&sb, "## %s\n\n| rule | level | demands |\n|---|---|---|\n", g.title)
		for _, r := range doctor.AllRules() {
			if strings.TrimRight(r.ID, "0123456789.abcde") != g.letter {
				continue
			}
			n++
			for name, text := range map[string]string{"level": string(r.Level), "text": r.Text, "source": r.Source, "why": r.Why, "fix": r.Fix} {
				if text == "" {
					t.Errorf("%s has no %s", r.ID, name)
				}
			}
			demands := r.Text
			if len(r.Dialects) > 0 {
				demands += " (" + strings.Join(r.Dialects, ", ") + ")"
			}
			fmt.Fprintf(&sb, "| %s | %s | %s |\n", r.ID, r.Level, cell(demands))
		}
		sb.WriteString("\n")
	}
	if n != len(doctor.AllRules()) {
		t.Errorf("%d rules are on the page, of %d", n, len(doctor.AllRules()))
	}
	uitest.Page(t, filepath.Join("..", "..", "..", "docs", "reference", "doctor.md"), "rules", sb.String())
}

func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "->", "→", "*", `\*`, "_", `\_`).Replace(text)
}

func TestRulesAreSelectedByPattern(t *testing.T) {
	for pattern, want := range map[string]int{"O04": 1, "o04": 1, "L*": 2, "X0?": 3} {
		got, err := doctor.SelectRules([]string{pattern})
		if err != nil || len(got) != want {
			t.Errorf("%s: %d rules, %v, want %d", pattern, len(got), err, want)
		}
	}
	if _, err := doctor.SelectRules([]string{"O4"}); err == nil || !strings.Contains(err.Error(), "O") {
		t.Errorf("O4: %v", err)
	}
}

package plain_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/store"
	"a2aform/ui/plain"
)

// at runs a session on a terminal, with a home directory.
func at(t *testing.T, home, ref, answers string, set func(*plain.Options)) (string, error) {
	t.Helper()
	keep, err := store.Open(func(name string) string { return map[string]string{"A2AFORM_HOME": home}[name] })
	if err != nil {
		t.Fatal(err)
	}
	return session(t.Context(), ref, answers, func(o *plain.Options) {
		o.IsPiped, o.Store, o.Skill, o.Passing = false, keep, "fight-comparison", true
		if set != nil {
			set(o)
		}
	})
}

func TestAnswersAreRestored(t *testing.T) {
	home, ref := t.TempDir(), demoAgent(t)
	var end *plain.EndError
	if out, err := at(t, home, ref, "Lion\n", nil); !errors.As(err, &end) || strings.Contains(out, "draft") {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := at(t, home, demoAgent(t), "\nTiger\ny\nn\n", nil) // at another address, as the demo is each time
	if err != nil || !strings.Contains(out, "Your draft from ") || !strings.Contains(out, "[Lion]") || !strings.Contains(out, "outcome: completed") {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, _ := at(t, home, ref, "", nil); strings.Contains(out, "Your draft") {
		t.Errorf("it was sent, and is offered again\n%s", out)
	}
}

func TestSecretAnswersAreNotKept(t *testing.T) {
	for name, set := range map[string]func(*plain.Options){
		"from a pipe":   func(o *plain.Options) { o.IsPiped = true },
		"by preference": func(o *plain.Options) { o.NoDrafts = true },
	} {
		t.Run(name, func(t *testing.T) {
			home, ref := t.TempDir(), demoAgent(t)
			_, _ = at(t, home, ref, "Lion\n", set)
			if files, _ := filepath.Glob(filepath.Join(home, "state", "drafts", "*")); len(files) > 0 {
				t.Error(files)
			}
		})
	}
}

func TestUnwritableAnswersAreReported(t *testing.T) {
	home := t.TempDir()
	if err := os.MkdirAll(filepath.Join(home, "state"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "state", "drafts"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := at(t, home, demoAgent(t), "Lion\nTiger\ny\nn\n", nil)
	if err != nil || strings.Count(out, "! your answers are not saved") != 1 || !strings.Contains(out, "outcome: completed") {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestUnknownSkillIsReported(t *testing.T) {
	for skill, want := range map[string]string{"nope": "no skill nope; it has fight-comparison, ", "trip": "no skill trip; did you mean trip-planner?"} {
		out, err := at(t, t.TempDir(), demoAgent(t), "", func(o *plain.Options) { o.Skill = skill })
		if !plain.IsInput(err) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v\n%s", err, out)
		}
	}
}

package plain_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/store"
	"a2aform/ui/plain"
)

// A run is saved as a test case, runs at once, and is listed with how it ended when the program is started again.
func TestRunIsSavedAsCaseAndRunsAgain(t *testing.T) {
	t.Parallel()
	ref, dir := demoAgent(t), t.TempDir()
	keep, err := store.Open(func(name string) string {
		if name == "A2AFORM_HOME" {
			return filepath.Join(dir, "home")
		}
		return ""
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o750); err != nil {
		t.Fatal(err)
	}
	here := func(o *plain.Options) { o.Dir, o.Store = dir, keep }
	got, err := session(t.Context(), ref, lines("1", "Lion", "Tiger", "y", "maybe", "s", "lion", "9", "1, 5", "y", "n"), here)
	if err != nil {
		t.Error(err)
	}
	isPlain(t, got)
	for _, want := range []string{
		"[y/N, or s to save this run as a test case]: maybe\n  ✗ enter y, n or s", "Name [Fight Comparison: Lion, Tiger]: lion", "  1. State – completed", "  4. Same output", `  5. /data/winner – "Tiger"`,
		"✗ enter numbers from 1 to 6", "saved as .a2aform/cases/lion.toml", "✓ lion", "1 case · 1 passed",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	path := filepath.Join(dir, ".a2aform", "cases", "lion.toml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for have, want := range map[string]bool{`state = "completed"`: true, `is = "Tiger"`: true, "schemas": false, "golden": false} {
		if strings.Contains(string(text), have) != want {
			t.Errorf("%q: %v in\n%s", have, !want, text)
		}
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), `is = "Tiger"`, `is = "Lynx"`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err = session(t.Context(), ref, lines("Test cases", "2", "all", "n"), here)
	if err != nil {
		t.Error(err)
	}
	for _, want := range []string{"Test cases – 1 in this repository, to list and run", "  1. lion – passed the last time", "enter numbers from 1 to 1, or all", "✗ lion", `"Lynx"; seen: "Tiger"`, "1 failed"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}

//go:build unix

package cli_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"a2aform/internal/hostile"
)

const (
	guardEnv  = "A2AFORM_GUARDS" // all: take every guard away
	guardTime = 15 * time.Second // for one call of a program without a guard
)

// TestGuardsBite takes one guard after the other out of the program, and wants
// the behaviours that it guards against to come out wrong. "make guards" asks for
// it: each is a build of its own.
func TestGuardsBite(t *testing.T) {
	if os.Getenv(guardEnv) == "" {
		t.Skip("takes long; make guards sets " + guardEnv)
	}
	behaviours := map[string]hostile.Behaviour{}
	for _, b := range hostile.All() {
		behaviours[b.Name] = b
	}
	removals := hostile.Removals()
	rows := make([]string, len(removals))
	t.Run("without", func(t *testing.T) {
		for i, m := range removals {
			t.Run(m.Name, func(t *testing.T) {
				t.Parallel()
				p := program{buildWithout(t, m), guardTime}
				for _, name := range m.Bites {
					wrong := p.wrong(t, behaviours[name])
					why := "STANDS WITHOUT IT"
					if len(wrong) > 0 {
						why = strings.Join(strings.Fields(wrong[0]), " ")
					} else {
						t.Errorf("%s comes out right without it", name)
					}
					t.Logf("%s: %s", name, first(why, 90))
					rows[i] += fmt.Sprintf("%s\t%s\t%s\n", m.Name, name, first(why, 90))
				}
			})
		}
	})
	var sb strings.Builder
	w := tabwriter.NewWriter(&sb, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprint(w, "without\tbehaviour\twhat is wrong then\n"+strings.Join(slices.DeleteFunc(rows, func(r string) bool { return r == "" }), ""))
	_ = w.Flush()
	t.Log("\n" + sb.String())
}

// wrong is what is wrong with how a program comes out of a behaviour.
func (p program) wrong(t *testing.T, b hostile.Behaviour) []string {
	t.Helper()
	if b.Category == hostile.Life {
		return p.look(t, b).check(b)
	}
	got := p.try(t, b)
	return append(got.always(), got.judge(b)...)
}

// buildWithout builds the program without a guard; the source stays as it is.
func buildWithout(t *testing.T, m hostile.Removal) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	replace, err := m.Apply(root, dir)
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	file, path := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "a2aform")
	if err := os.WriteFile(file, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-overlay", file, "-ldflags=-s -w", "-gcflags=a2aform/...=-N -l", "-o", path, "a2aform").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// first are the first characters of a text.
func first(text string, n int) string {
	runes := []rune(text)
	return string(runes[:min(n, len(runes))])
}

package huhform_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/internal/schema"
	"a2aform/ui/uitest"
)

// strolls are keys that are pressed on each form of the corpus.
var strolls = [][]string{
	{"tab", "enter", "down", "enter", "x", "tab", "space", "ctrl+g", "down", "right", "7", "tab", "alt+j", "esc", "ctrl+z", "pgdown", "f7", "alt+v"},
	{"down", "down", "enter", "a", "enter", "alt+down", "f8", "ctrl+g", "ctrl+g", "up", "shift+tab", "alt+n", "b", "enter", "alt+r", "ctrl+end", "backspace", "ctrl+y"},
}

// TestPagesOfTheCorpus compares the pages of the schemas in testdata with a golden file: each as it is at first, with what its keys do,
// and the lines that change with each key of a stroll.
func TestPagesOfTheCorpus(t *testing.T) {
	t.Parallel()
	for i, stroll := range strolls {
		t.Run(fmt.Sprint(i+1), func(t *testing.T) {
			t.Parallel()
			schemas, _ := filepath.Glob("../../testdata/schemas/*/schema.json")
			if len(schemas) < 30 {
				t.Fatalf("%d schemas", len(schemas))
			}
			var b strings.Builder
			for _, path := range schemas {
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&b, "== %s\n", filepath.Base(filepath.Dir(path)))
				strollOver(t, &b, string(text), []int{80, 44}[i], stroll)
			}
			uitest.Text(t, fmt.Sprintf("stroll-%d", i+1), b.String())
		})
	}
}

func strollOver(t *testing.T, b *strings.Builder, text string, width int, keys []string) {
	t.Helper()
	doc, err := schema.Load([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	clock := func() time.Time { return time.Date(2026, time.March, 13, 12, 0, 0, 0, time.UTC) }
	form := formgen.New(doc)
	form.SetClock(clock)
	page := huhform.New(form, form.Root(), huhform.TestStyles)
	page.SetClock(clock)
	page.SetSize(width, 14)
	h := &harness{t, form, page}
	var before []string
	for _, key := range append([]string{""}, keys...) {
		if key != "" {
			event := h.press(key)
			fmt.Fprintf(b, "%s:", key)
			if event.Say != "" {
				fmt.Fprintf(b, " %q bad %t", event.Say, event.Bad)
			}
			if event.Open != nil {
				fmt.Fprintf(b, " opens %s", event.Open.Path())
			}
			if event.Go != nil {
				fmt.Fprintf(b, " goes to %s", event.Go.Path())
			}
			if event.End {
				b.WriteString(" ends")
			}
			b.WriteString("\n")
		}
		h.validate()
		page.Refresh()
		lines := append(page.Lines(), strings.Join(page.Above(), " › "))
		for i, line := range lines {
			if i >= len(before) || line != before[i] {
				fmt.Fprintf(b, "%3d %s\n", i, strings.TrimRight(ansi.Strip(line), " "))
			}
		}
		before = lines
	}
	for _, key := range page.Keys() {
		fmt.Fprintf(b, "%s %s %t %s\n", key.Help().Key, key.Help().Desc, key.Enabled(), key.Why)
	}
	v, _ := form.Value()
	fmt.Fprintf(b, "value %s\n", v.Compact())
}

package plain

import (
	"bufio"
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/formgen/formtest"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// eachSchema runs a test with every schema of the project's own.
func eachSchema(t *testing.T, test func(t *testing.T, dir string, doc *schema.Document)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "schemas", "*", "schema.json"))
	if err != nil || len(files) < 20 {
		t.Fatalf("%d schemas, %v", len(files), err)
	}
	for _, file := range files {
		dir := filepath.Dir(file)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			doc, err := schema.Load(raw)
			if err != nil {
				t.Fatal(err)
			}
			test(t, dir, doc)
		})
	}
}

// asked goes through a form with answers and returns what was written.
func asked(t *testing.T, form *formgen.Form, answers string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	term := &terminal{ctx: t.Context(), in: bufio.NewReader(strings.NewReader(answers)), out: &out, isPiped: true}
	err := filler{term}.fill(form.Root(), 0)
	return out.String(), err
}

// A form that is filled in stays as it is where all answers are empty.
func TestEmptyAnswersKeepValues(t *testing.T) {
	kept := 0
	eachSchema(t, func(t *testing.T, dir string, doc *schema.Document) {
		files, err := filepath.Glob(filepath.Join(dir, "positive*", "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			v, err := ojson.Parse(raw, ojson.DataLimits)
			if err != nil {
				continue
			}
			form := formgen.New(doc)
			if formtest.Enter(form, v) != nil {
				continue // formgen's own tests say which
			}
			out, err := asked(t, form, strings.Repeat("\n", 2000))
			got, _ := form.Value()
			if at, differs := formtest.Difference(got, v, ""); err != nil || differs {
				t.Errorf("%s at %q: %v\n%s is now\n%s\n%s", filepath.Base(file), at, err, v.Compact(), got.Compact(), out)
			}
			kept++
		}
	})
	if kept < 50 {
		t.Errorf("only %d values were looked at", kept)
	}
}

// The session ends where the input ends, whatever the answers, and the form can still be
// validated.
func TestAnyAnswersEndSession(t *testing.T) {
	words := []string{"", "", "y", "y", "n", "1", "2", "3", "1, 2", "null", `""`, "text", "{}", "[1", "12.5", "2026-03-14", "a-name", "@/", "\x1b[2J", "e"}
	eachSchema(t, func(t *testing.T, _ string, doc *schema.Document) {
		for seed := range uint64(10) {
			pick := rand.New(rand.NewPCG(seed, 0))
			var answers strings.Builder
			for range 300 {
				answers.WriteString(words[pick.IntN(len(words))] + "\n")
			}
			form := formgen.New(doc)
			out, err := asked(t, form, answers.String())
			if err != nil && !IsInput(err) {
				t.Errorf("seed %d: %v", seed, err)
			}
			if strings.ContainsAny(out, "\x1b\r\t") {
				t.Errorf("seed %d: %q", seed, out)
			}
			if _, err := form.Submit(); err != nil && !formgen.IsRefused(err) {
				t.Errorf("seed %d: %v", seed, err)
			}
		}
	})
}

// What is no date is asked for again. An empty answer keeps a date that is written in another way, as the schema does not forbid it.
func TestInvalidDateIsAskedForAgain(t *testing.T) {
	t.Parallel()
	doc, err := schema.Load([]byte(`{"type":"object","required":["day","at"],"properties":{"day":{"type":"string","format":"date"},"at":{"type":"string","format":"date-time"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	form := formgen.New(doc)
	out, err := asked(t, form, "2026-02-30\nsoon\n2026-03-01\nlater\n2026-03-14T09:30:00\n\n")
	if err != nil || strings.Count(out, "Not a date") != 3 || !strings.Contains(out, "February 2026 has 28 days") || strings.Count(out, "Enter keeps it") != 1 {
		t.Errorf("%v\n%s", err, out)
	}
	if got, _ := form.Value(); string(got.Compact()) != `{"day":"2026-03-01","at":"2026-03-14T09:30:00"}` {
		t.Errorf("%s", got.Compact())
	}
}

// An entry may be given with its value. One that is wrong is asked for again.
func TestAnEntryIsGivenWithItsValue(t *testing.T) {
	t.Parallel()
	doc, err := schema.Load([]byte(`{"type":"object","properties":{"counts":{"type":"object","additionalProperties":{"type":"integer"}},"labels":{"type":"object","additionalProperties":{"type":"string"}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	form := formgen.New(doc)
	out, err := asked(t, form, "y\na=x\na=1\nb: 2\nc\n3\n\ny\ncolor=red\nsize: xl\n\"k=v\"\nz\nhttp://x\ny\n\n")
	if got, _ := form.Value(); err != nil || string(got.Compact()) != `{"counts":{"a":1,"b":2,"c":3},"labels":{"color":"red","size":"xl","k=v":"z","http://x":"y"}}` {
		t.Errorf("%v: %s\n%s", err, got.Compact(), out)
	}
	if strings.Count(out, "✗") != 1 || !strings.Contains(out, "or name=value") {
		t.Errorf("\n%s", out)
	}
}

// The entries of a map are asked for first, then names of more until one is empty; a declared field is asked for once.
func TestEntriesOfAMapAreAskedFor(t *testing.T) {
	t.Parallel()
	doc, err := schema.Load([]byte(`{"type":"object","properties":{"n":{"type":"integer","title":"Nights"}},"additionalProperties":{"type":"string"},"propertyNames":{"enum":["n","tea","cake"]},"maxProperties":3}`))
	if err != nil {
		t.Fatal(err)
	}
	form := formgen.New(doc)
	v, err := ojson.Parse([]byte(`{"n":2,"tea":"green"}`), ojson.DataLimits)
	if err != nil || formtest.Enter(form, v) != nil {
		t.Fatal(err)
	}
	out, err := asked(t, form, "3\nblack\npie\ncake\nlemon\n\n")
	if got, _ := form.Value(); err != nil || string(got.Compact()) != `{"n":3,"tea":"black","cake":"lemon"}` {
		t.Errorf("%v: %s\n%s", err, got.Compact(), out)
	}
	if strings.Count(out, "Nights") != 1 || !strings.Contains(out, "empty for no more") || strings.Count(out, "✗") != 1 {
		t.Errorf("\n%s", out)
	}
}

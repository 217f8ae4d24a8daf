package report_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html/template"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/qa/report"
)

// However a text is divided, what is written has no secret in it, and nothing else is lost.
func TestNoSecretIsWritten(t *testing.T) {
	const secret, other = `s"e<c>r'e&t/€ x`, "other-secret"
	rapid.Check(t, func(t *rapid.T) {
		var s report.Secrets
		s.Add(secret, other, other)
		var text, want string
		for _, part := range rapid.SliceOf(rapid.SampledFrom([]string{secret, other, "plain", `s"e<`, "other-", "\n", "o", "s"})).Draw(t, "parts") {
			text += part
			if part == secret || part == other {
				part = "••••••"
			}
			want += part
		}
		var out bytes.Buffer
		w := s.NewWriter(&out)
		for rest := text; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			if got, err := w.Write([]byte(rest[:n])); got != n || err != nil {
				t.Fatal(got, err)
			}
			rest = rest[n:]
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); strings.Contains(got, secret) || strings.Contains(got, other) || !strings.Contains(want, secret) && !strings.Contains(want, other) && got != want {
			t.Fatalf("%q of %q", got, text)
		}
	})
}

// Several goroutines write to one writer, as with --debug and -j, while more secrets come.
func TestWriterIsSafeForGoroutines(t *testing.T) {
	const line = "a line\n"
	var s report.Secrets
	var out bytes.Buffer
	w := s.NewWriter(&out)
	var writers sync.WaitGroup
	for i := range 4 {
		writers.Go(func() {
			for n := range 50 {
				s.Add(fmt.Sprintf("secret-%d-%d", i, n))
				if _, err := w.Write([]byte(line)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	if err := w.Flush(); err != nil || out.String() != strings.Repeat(line, 200) {
		t.Errorf("%v: %q", err, out.String())
	}
}

func TestSecretsAreMaskedInEveryFormat(t *testing.T) {
	const secret = `Bearer a"b<c>'d&e/f€ g,h+i`
	var s report.Secrets
	s.Add(secret)
	formats := map[string]func(*report.MaskWriter) error{
		"json": func(w *report.MaskWriter) error { return json.NewEncoder(w).Encode(map[string]string{"a": secret}) },
		"xml":  func(w *report.MaskWriter) error { return xml.NewEncoder(w).Encode(secret) },
		"html": func(w *report.MaskWriter) error {
			return template.Must(template.New("").Parse(`<p title="{{.}}">{{.}}</p>`)).Execute(w, secret)
		},
		"csv": func(w *report.MaskWriter) error {
			c := csv.NewWriter(w)
			defer c.Flush()
			return c.Write([]string{"x", secret})
		},
		"text": func(w *report.MaskWriter) error { _, err := w.Write([]byte(secret[len("Bearer "):])); return err },
	}
	for name, write := range formats {
		var out bytes.Buffer
		w := s.NewWriter(&out)
		if err := write(w); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), "••••••") || strings.Contains(out.String(), "f€ g") || strings.Contains(out.String(), "f%E2%82%AC") {
			t.Errorf("%s: %s", name, out.String())
		}
	}
	if !s.Has([]byte("x"+secret)) || s.Has([]byte("Bearer a")) {
		t.Error("a text with a secret is not told from one without")
	}
	var none *report.Secrets
	if got := none.Text([]byte("text")); string(got) != "text" {
		t.Errorf("%q", got)
	}
}

// A secret that is added twice hides none that is added with it.
func TestSecretsAddedTogether(t *testing.T) {
	var s report.Secrets
	s.Add("first-secret")
	s.Add("first-secret", "second-secret")
	for text, want := range map[string]bool{"a first-secret b": true, "a second-secret b": true, "a third-secret b": false} {
		if s.Has([]byte(text)) != want {
			t.Errorf("%q has a secret: %v", text, !want)
		}
	}
}

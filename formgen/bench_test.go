package formgen_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// openPage loads a schema and opens the first page of its form.
func openPage(tb testing.TB, text []byte) *formgen.Form {
	tb.Helper()
	doc, err := schema.Load(text)
	if err != nil {
		tb.Fatal(err)
	}
	f := formgen.New(doc)
	f.Pages().Rows(f.Root())
	return f
}

// BenchmarkLoad opens each schema of the corpus up to its first page: the median
// and the slowest of the best times.
func BenchmarkLoad(b *testing.B) {
	corpus := os.Getenv("A2AFORM_CORPUS")
	if corpus == "" {
		b.Skip("A2AFORM_CORPUS is not set")
	}
	var texts [][]byte
	for _, pattern := range []string{"fetched/*/schema.json", "own/*/schema.json"} {
		files, err := filepath.Glob(filepath.Join(corpus, "schemas", filepath.FromSlash(pattern)))
		if err != nil {
			b.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				b.Fatal(err)
			}
			texts = append(texts, text)
		}
	}
	best := make([]time.Duration, len(texts))
	for b.Loop() {
		for i, text := range texts {
			from := time.Now()
			openPage(b, text)
			if took := time.Since(from); best[i] == 0 || took < best[i] {
				best[i] = took
			}
		}
	}
	slices.Sort(best)
	b.ReportMetric(float64(best[len(best)/2].Microseconds())/1000, "median-ms")
	b.ReportMetric(float64(best[len(best)-1].Microseconds())/1000, "max-ms")
	b.ReportMetric(float64(len(best)), "schemas")
}

// wide is a schema of n fields of the kinds that agents ask for.
func wide(n int) []byte {
	kinds := []string{
		`{"type":"string","title":"Name %d","maxLength":40}`, `{"type":"integer","minimum":0,"description":"How many of %d"}`,
		`{"type":"boolean"}`, `{"enum":["rail","air","sea"]}`, `{"type":["string","null"],"format":"date"}`,
	}
	fields := make([]string, n)
	for i := range fields {
		kind := kinds[i%len(kinds)]
		if strings.Contains(kind, "%d") {
			kind = fmt.Sprintf(kind, i)
		}
		fields[i] = fmt.Sprintf(`"field%d":%s`, i, kind)
	}
	return []byte(`{"type":"object","properties":{` + strings.Join(fields, ",") + `}}`)
}

// fillIn sets every field of a wide form.
func fillIn(f *formgen.Form) {
	for i, x := range f.Root().Children() {
		switch x.Kind() {
		case schema.String:
			x.SetText("2026-03-14")
		case schema.Integer:
			x.SetText("12")
		case schema.Boolean:
			x.SetBool(i%2 == 0)
		case schema.Enum:
			x.Choose(i % 3)
		}
	}
}

// BenchmarkFields measures what a form of 5,000 fields keeps in memory, and what
// its schema does.
func BenchmarkFields(b *testing.B) {
	const n = 5000
	text := wide(n)
	for b.Loop() {
		empty := resident()
		doc, err := schema.Load(text)
		if err != nil || doc.Compile() != nil {
			b.Fatal(err, doc.Compile())
		}
		loaded := resident()
		f := formgen.New(doc)
		f.Pages().Rows(f.Root())
		opened := resident()
		fillIn(f)
		b.ReportMetric(float64(opened-loaded)/n, "B/field")
		b.ReportMetric(float64(resident()-loaded)/n, "B/filled-field")
		b.ReportMetric(float64(loaded-empty)/n, "B/schema-field")
		runtime.KeepAlive(f)
	}
}

func resident() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// BenchmarkValidate validates a form of 2,000 filled fields after a key in one.
func BenchmarkValidate(b *testing.B) {
	for _, n := range []int{10, 2000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			f := openPage(b, wide(n))
			fillIn(f)
			for b.Loop() {
				f.Root().Children()[0].SetText("typed")
				if !f.Accept(f.Validate()()) {
					b.Fatal("not accepted")
				}
				f.Showing()
			}
		})
	}
}

// BenchmarkType types into one of many fields, without the validator.
func BenchmarkType(b *testing.B) {
	for _, n := range []int{10, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			f := openPage(b, wide(n))
			fillIn(f)
			x := f.Root().Children()[n/2]
			for b.Loop() {
				x.SetText("12")
			}
		})
	}
}

// BenchmarkDraft captures a form of 2,000 filled fields, which happens between keys, at
// most ten times a second, and encodes it, which happens in another goroutine.
func BenchmarkDraft(b *testing.B) {
	form := openPage(b, wide(2000))
	fillIn(form)
	b.Run("capture", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			form.Draft()
		}
	})
	draft := form.Draft()
	b.Run("encode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := json.Marshal(draft); err != nil {
				b.Fatal(err)
			}
		}
	})
}

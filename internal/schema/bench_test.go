package schema_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"a2aform/internal/schema"
	"a2aform/internal/schema/schematest"
)

// BenchmarkLoadCorpus loads every real schema as a form does: parse, normalize,
// compile, and the location of the whole value. It shows the median and the
// slowest of them.
func BenchmarkLoadCorpus(b *testing.B) {
	dir := os.Getenv("A2AFORM_CORPUS")
	if dir == "" {
		b.Skip("A2AFORM_CORPUS is not set: the corpus is NOT MEASURED")
	}
	var all [][]byte
	for _, pattern := range []string{"fetched/*/schema.json", "own/*/schema.json", "own/hostile/*.json"} {
		files, _ := filepath.Glob(filepath.Join(dir, "schemas", filepath.FromSlash(pattern)))
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				b.Fatal(err)
			}
			all = append(all, text)
		}
	}
	var times []time.Duration
	for b.Loop() {
		for _, text := range all {
			start := time.Now()
			if d, err := schema.Load(text); err == nil {
				d.Root().Properties()
			}
			times = append(times, time.Since(start))
		}
	}
	slices.Sort(times)
	b.ReportMetric(milliseconds(times[len(times)/2]), "ms-median")
	b.ReportMetric(milliseconds(times[len(times)-1]), "ms-max")
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// BenchmarkLoadWide loads objects with many properties; time per property
// should stay what it is.
func BenchmarkLoadWide(b *testing.B) {
	for _, size := range []struct {
		name string
		n    int
	}{{"10", 10}, {"500", 500}, {"5000", 5000}, {"20000", 19_900}} {
		text := []byte(schematest.ManyProperties(size.n))
		b.Run(size.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				d, err := schema.Load(text)
				if err != nil || d.Compile() != nil {
					b.Fatal(err, d.Compile())
				}
				d.Root().Properties()
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(size.n), "µs/property")
		})
	}
}

// BenchmarkVerdict validates a value of 2,000 fields, good and bad.
func BenchmarkVerdict(b *testing.B) {
	d := load(b, schematest.ManyProperties(2000))
	good, bad := `{"p7":"x"`, `{"p7":1`
	for i := range 2000 {
		if i == 7 {
			continue
		}
		good += `,"p` + strconv.Itoa(i) + `":"x"`
		bad += `,"p` + strconv.Itoa(i) + `":1`
	}
	for name, text := range map[string]string{"good": good + "}", "bad": bad + "}"} {
		v := value(b, text)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				d.Validate(v)
			}
		})
	}
}

package formgen_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"a2aform/formgen"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

func parseValue(t testing.TB, text string) *ojson.Value {
	t.Helper()
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// largeValues are values of n parts each, with schemas that must fit a branch or a side of a
// condition at many locations.
var largeValues = []struct {
	name   string
	schema string
	value  func(n int) string
}{
	{
		"list of unions", `{"type":"object","properties":{"items":{"type":"array","items":{"oneOf":[
		{"type":"object","required":["kind","a"],"properties":{"kind":{"const":"a"},"a":{"type":"string"}}},
		{"type":"object","required":["kind","b"],"properties":{"kind":{"const":"b"},"b":{"type":"integer"}}},
		{"type":"object","required":["kind","c"],"properties":{"kind":{"const":"c"},"c":{"type":"array","items":{"type":"string"}}}}]}}}}`,
		func(n int) string {
			return `{"items":[` + strings.TrimSuffix(strings.Repeat(`{"kind":"c","c":["x","y","z"]},{"kind":"b","b":12},`, n), ",") + `]}`
		},
	},
	{
		"list of conditions", `{"type":"array","items":{"type":"object","properties":{"kind":{"enum":["a","b"]}},"allOf":[
		{"if":{"properties":{"kind":{"const":"a"}}},"then":{"properties":{"a":{"type":"string"}}}},
		{"if":{"properties":{"kind":{"const":"b"}}},"then":{"properties":{"b":{"type":"integer"}}}}]}}`,
		func(n int) string {
			return `[` + strings.TrimSuffix(strings.Repeat(`{"kind":"a","a":"x"},{"kind":"b","b":12},`, n), ",") + `]`
		},
	},
	{
		"union of lists", `{"oneOf":[{"type":"array","items":{"type":"string"}},{"type":"array","items":{"type":"object","properties":{"a":{"type":["string","integer"]}}}}]}`,
		func(n int) string {
			return `[` + strings.TrimSuffix(strings.Repeat(`{"a":"x"},{"a":12},`, n), ",") + `]`
		},
	},
	{
		"tree", `{"$ref":"#/$defs/n","$defs":{"n":{"oneOf":[{"type":"object","required":["leaf"],"properties":{"leaf":{"type":"string"}},"additionalProperties":false},
		{"type":"object","required":["l","r"],"properties":{"l":{"$ref":"#/$defs/n"},"r":{"$ref":"#/$defs/n"}},"additionalProperties":false}]}}}`,
		func(n int) string { return binaryTree(n) },
	},
	{
		"map", `{"type":"object","additionalProperties":{"anyOf":[{"type":"string"},{"type":"object","properties":{"a":{"type":"integer"}}}]}}`,
		func(n int) string {
			var sb strings.Builder
			for i := range n {
				fmt.Fprintf(&sb, `,"k%d":{"a":%d}`, i, i)
			}
			return `{` + sb.String()[1:] + `}`
		},
	},
	{
		"chain", `{"$ref":"#/$defs/n","$defs":{"n":{"anyOf":[{"type":"object","required":["leaf"],"properties":{"leaf":{"type":"string"}}},
		{"type":"object","required":["next"],"properties":{"next":{"type":"array","items":{"$ref":"#/$defs/n"}}}}]}}}`,
		func(n int) string {
			chain := strings.Repeat(`{"next":[`, 10) + `{"leaf":"x"}` + strings.Repeat(`]}`, 10)
			return `{"next":[` + strings.TrimSuffix(strings.Repeat(chain+",", n), ",") + `]}`
		},
	},
}

func binaryTree(n int) string {
	if n <= 1 {
		return `{"leaf":"x"}`
	}
	return `{"l":` + binaryTree(n/2) + `,"r":` + binaryTree(n-n/2) + `}`
}

// smallSize is the size of the smaller value in bytes. The sweep of .ci/run takes larger
// values, for which a square of their size costs more.
func smallSize() int {
	if os.Getenv("A2AFORM_SWEEP") == "full" {
		return 26_000
	}
	return 6_500
}

// fourfold is a value of about size bytes, and one of four times as many parts.
func fourfold(t testing.TB, size int, value func(n int) string) (small, large *ojson.Value) {
	n := size * 100 / len(value(100))
	return parseValue(t, value(n)), parseValue(t, value(4*n))
}

// rawLocations are the pointers of the fields that are edited as JSON.
func rawLocations(x *formgen.Field) []string {
	var list []string
	if x.Kind() == schema.JSON {
		list = append(list, x.Pointer())
	}
	for _, c := range x.Children() {
		list = append(list, rawLocations(c)...)
	}
	return list
}

// Each place of a large value is a field, and to find its branch costs
// four times as many steps where the value is four times as large.
func TestLargeValueIsLoadedIntoFields(t *testing.T) {
	for _, c := range largeValues {
		t.Run(c.name, func(t *testing.T) {
			small, large := fourfold(t, smallSize(), c.value)
			if size := len(large.Compact()); size < 3*smallSize() {
				t.Fatalf("the value has only %d bytes", size)
			}
			f := open(t, c.schema)
			f.Load(large)
			if raw := rawLocations(f.Root()); len(raw) > 0 {
				t.Errorf("%d places are JSON, %s first", len(raw), raw[0])
			}
			if got := valueOf(f); got != string(large.Compact()) {
				t.Error("the form sends another value than was loaded")
			}
			one, four := formgen.LoadSteps(f, small), formgen.LoadSteps(f, large)
			t.Logf("%d steps and %d: %.2f times as many", one, four, float64(four)/float64(one))
			if one == 0 || four > 6*one { // a tree costs n log n, a square would be 16
				t.Errorf("%d steps for n and %d for 4n", one, four)
			}
			if again := formgen.LoadSteps(f, large); again != four {
				t.Errorf("%d steps, and %d when it is loaded again", four, again)
			}
		})
	}
}

// Which locations become JSON once the steps are spent is the same for each load, also
// for loads at the same time.
func TestSameLocationsBecomeJSONInEachLoad(t *testing.T) {
	usual := limit.FitSteps
	limit.FitSteps = 1
	defer func() { limit.FitSteps = usual }()
	doc, err := schema.Load([]byte(`{"$ref":"#/$defs/n","$defs":{"n":{"anyOf":[
		{"type":"object","required":["leaf"],"properties":{"leaf":{"type":"string"},"next":{"$ref":"#/$defs/n"}}},
		{"type":"object","properties":{"next":{"type":"array","items":{"$ref":"#/$defs/n"}}},"required":["next"]}]}}}`))
	if err != nil || doc.Compile() != nil {
		t.Fatal(err, doc.Compile())
	}
	chain := strings.Repeat(`{"next":[`, 100) + `{"leaf":"x"}` + strings.Repeat(`]}`, 100)
	v := parseValue(t, `{"next":[`+strings.TrimSuffix(strings.Repeat(chain+",", 8), ",")+`]}`)
	const loads = 4
	locs := make([][]string, loads)
	var wg sync.WaitGroup
	for i := range loads {
		wg.Go(func() {
			f := formgen.New(doc)
			f.Load(v)
			locs[i] = rawLocations(f.Root())
		})
	}
	wg.Wait()
	if len(locs[0]) == 0 {
		t.Fatal("the steps are not spent")
	}
	for i, other := range locs {
		if !slices.Equal(locs[0], other) {
			t.Errorf("load %d: %d places are JSON, and %d in the first", i, len(other), len(locs[0]))
		}
	}
}

// BenchmarkLargeValue loads a value and one that is four times as large. It reports
// the time of the larger one in times of the smaller one: 4 is linear.
func BenchmarkLargeValue(b *testing.B) {
	for _, c := range largeValues {
		b.Run(c.name, func(b *testing.B) {
			f, best := open(b, c.schema), [2]time.Duration{}
			small, large := fourfold(b, 26_000, c.value)
			for b.Loop() {
				for i, v := range []*ojson.Value{small, large} {
					from := time.Now()
					f.Load(v)
					if took := time.Since(from); best[i] == 0 || took < best[i] {
						best[i] = took
					}
				}
			}
			b.ReportMetric(float64(best[0].Microseconds())/1000, "n-ms")
			b.ReportMetric(float64(best[1].Microseconds())/1000, "4n-ms")
			b.ReportMetric(float64(best[1])/float64(best[0]), "4n/n")
		})
	}
}

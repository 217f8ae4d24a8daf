package schema_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"a2aform/internal/ojson"
)

// columns are what the columns of a large table are, in turn: their schema, and
// a value.
var columns = []struct {
	schema string
	value  func(*rand.Rand) string
}{
	{`{"type":"integer","minimum":0,"maximum":1000000}`, func(r *rand.Rand) string { return strconv.Itoa(r.IntN(1_000_000)) }},
	{`{"type":"number","exclusiveMinimum":-1000,"maximum":1000,"multipleOf":0.01}`, func(r *rand.Rand) string { return fmt.Sprintf("%.2f", r.Float64()*1000) }},
	{`{"type":"boolean"}`, func(r *rand.Rand) string { return strconv.FormatBool(r.IntN(2) == 0) }},
	{`{"type":["string","null"],"maxLength":40}`, func(*rand.Rand) string { return "null" }},
	{`{"type":"string","minLength":1,"maxLength":40}`, func(r *rand.Rand) string { return fmt.Sprintf(`"row \"%d\"\tof\nmany"`, r.IntN(1000)) }},
	{`{"type":"string","minLength":1,"maxLength":40}`, func(r *rand.Rand) string { return fmt.Sprintf(`"日本語の行 %d"`, r.IntN(1000)) }},
	{`{"type":"object","properties":{"x":{"type":"integer"},"y":{"type":"array","items":{"type":"number"},"maxItems":3}},"required":["x"],"additionalProperties":false}`, func(r *rand.Rand) string {
		return fmt.Sprintf(`{"x":%d,"y":[%d.5,2]}`, r.IntN(100), r.IntN(100))
	}},
	{`{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}`, func(r *rand.Rand) string {
		return fmt.Sprintf(`"20%02d-%02d-%02d"`, r.IntN(100), 1+r.IntN(12), 1+r.IntN(28))
	}},
	{`{"type":"number","minimum":0}`, func(r *rand.Rand) string { return fmt.Sprintf("%d.%03de-5", r.IntN(10), r.IntN(1000)) }},
	{`{"enum":["red","green","blue"]}`, func(r *rand.Rand) string { return []string{`"red"`, `"green"`, `"blue"`}[r.IntN(3)] }},
}

// typedTable is a schema of rows with 50 columns, and rows of it.
func typedTable(rows int) (text string, table [][]byte) {
	const width = 50
	random := rand.New(rand.NewPCG(1, width))
	var declared, required []string
	for c := range width {
		declared = append(declared, fmt.Sprintf(`"column_%02d":%s`, c, columns[c%len(columns)].schema))
		required = append(required, fmt.Sprintf(`"column_%02d"`, c))
	}
	text = `{"type":"object","properties":{` + strings.Join(declared, ",") + `},"required":[` + strings.Join(required, ",") + `],"additionalProperties":false}`
	for range rows {
		var cells []string
		for c := range width {
			cells = append(cells, fmt.Sprintf(`"column_%02d":%s`, c, columns[c%len(columns)].value(random)))
		}
		table = append(table, []byte("{"+strings.Join(cells, ",")+"}"))
	}
	return text, table
}

// BenchmarkFastValidator validates the rows of a typed table one by one, as many as the
// variable A2AFORM_ROWS says. The anchor reads and validates them.
func BenchmarkFastValidator(b *testing.B) {
	rows, _ := strconv.Atoi(os.Getenv("A2AFORM_ROWS"))
	if rows == 0 {
		rows = 1000
	}
	text, table := typedTable(rows)
	loc := load(b, text).Root()
	validator := loc.FastValidator()
	size := 0
	for _, row := range table {
		size += len(row)
	}
	b.Run("prover", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(size))
		for b.Loop() {
			for _, row := range table {
				if !validator.Holds(row) {
					b.Fatalf("%s is not proven", row)
				}
			}
		}
	})
	b.Run("anchor=judge", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(size))
		for b.Loop() {
			for _, row := range table {
				v, err := ojson.Parse(row, ojson.DataLimits)
				if err != nil {
					b.Fatalf("%s: %v", row, err)
				}
				for _, p := range loc.Validate(v) {
					if !p.IsUnchecked() { // on a busy machine the validator may be out of time
						b.Fatalf("%s is not valid: %v", row, p)
					}
				}
			}
		}
	})
}

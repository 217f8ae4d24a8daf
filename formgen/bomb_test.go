package formgen_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// maxPerSchema is how much any schema of up to 4 MiB may allocate until its form is
// open and validated, or is refused (goal G11), in MiB.
const maxPerSchema = 128

// bombs are schemas that would cost much more than their size.
func bombs() map[string]string {
	doubling := func(n, times int, keyword string) string {
		var sb strings.Builder
		sb.WriteString(`{"$ref":"#/$defs/d0","$defs":{`)
		for i := range n {
			ref := fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i+1)
			list := strings.TrimSuffix(strings.Repeat(ref+",", times), ",")
			if keyword == "properties" {
				list = ""
				for j := range times {
					list += fmt.Sprintf(`,"p%d":%s`, j, ref)
				}
				fmt.Fprintf(&sb, `"d%d":{"type":"object","required":["p0"],"properties":{%s}},`, i, list[1:])
				continue
			}
			fmt.Fprintf(&sb, `"d%d":{"%s":[%s]},`, i, keyword, list)
		}
		fmt.Fprintf(&sb, `"d%d":{"type":"string"}}}`, n)
		return sb.String()
	}
	flat := func(n int, each string) string {
		var sb strings.Builder
		for i := range n {
			fmt.Fprintf(&sb, `,"p%d":%s`, i, each)
		}
		return `{"type":"object","properties":{` + sb.String()[1:] + `}}`
	}
	quoted := strings.Repeat(`(a|b)?`, 1<<20/6)
	return map[string]string{
		"nested 100":          strings.Repeat(`{"type":"object","required":["a"],"properties":{"a":`, 100) + `true` + strings.Repeat(`}}`, 100),
		"nested 10,000":       strings.Repeat(`{"properties":{"a":`, 10_000) + `true` + strings.Repeat(`}}`, 10_000),
		"2,000 properties":    flat(2_000, `{"type":"string"}`),
		"20,000 properties":   flat(20_000, `{"type":"string"}`),
		"100,000 properties":  flat(100_000, `{"type":"string"}`),
		"allOf, 10^6 ways":    doubling(6, 10, "allOf"),
		"anyOf, 10^9 ways":    doubling(9, 10, "anyOf"),
		"oneOf, 2^40 ways":    doubling(40, 2, "oneOf"),
		"form of 10^9 fields": doubling(9, 10, "properties"),
		"itself":              `{"type":"object","required":["a"],"properties":{"a":{"$ref":"#"}}}`,
		"allOf itself":        `{"allOf":[{"$ref":"#"}]}`,
		"dynamic loop":        `{"$dynamicAnchor":"a","$dynamicRef":"#a"}`,
		"long pattern":        `{"type":"string","pattern":"` + quoted + `"}`,
		"exploding pattern":   `{"type":"string","default":"` + strings.Repeat("a", 5000) + `","pattern":"^(?=(a+)+$)b"}`,
		"enum of 200,000":     `{"enum":["` + strings.Join(strings.Split(strings.Repeat("abcdefgh ", 200_000), " "), `","`) + `"]}`,
		"tiny step":           `{"type":"number","multipleOf":1e-100000000}`,
		"huge minimum":        `{"type":"number","minimum":1e99999999,"default":1}`,
		"minItems":            `{"type":"array","minItems":1000000000,"items":{"type":"string"}}`,
		"default of 4 MiB":    `{"default":[` + strings.TrimSuffix(strings.Repeat(`[],`, 4<<20/3-100), ",") + `]}`,
		"many references":     flat(40_000, `{"$ref":"#/properties/p0"}`),
	}
}

// Any schema becomes a form, or is refused, for little memory; -v prints the times.
func TestHostileSchemaTakesLittleMemory(t *testing.T) {
	for name, text := range bombs() {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			began := time.Now()
			outcome := opened(text)
			took := time.Since(began)
			runtime.ReadMemStats(&after)
			mib := float64(after.TotalAlloc-before.TotalAlloc) / (1 << 20)
			t.Logf("%-22s %5.1f KiB: %s, %d ms, %.1f MiB", name, float64(len(text))/1024, outcome, took.Milliseconds(), mib)
			if mib > maxPerSchema {
				t.Errorf("%.0f MiB", mib)
			}
		})
	}
}

// opened makes the form of a schema, as the screen does.
func opened(text string) string {
	doc, err := schema.Load([]byte(text))
	if err != nil {
		return "refused"
	}
	form := formgen.New(doc)
	form.Pages().Rows(form.Root())
	if err := doc.Compile(); err != nil {
		return "a form that is not judged"
	}
	_, _ = form.Submit()
	return fmt.Sprintf("a form, %d notices", len(doc.Notices()))
}

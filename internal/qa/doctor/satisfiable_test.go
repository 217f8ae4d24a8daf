package doctor_test

import (
	"strings"
	"testing"

	"a2aform/internal/qa/doctor"
)

// A schema for which no value is found is warned of, although there may be one.
func TestSchemaWithoutAKnownValueIsAWarning(t *testing.T) {
	t.Parallel()
	for schema, want := range map[string]doctor.Level{
		`{"type":"string","pattern":"^(a|b)$","not":{"enum":["a","b"]}}`:                                                     doctor.Warning,
		`{"type":"string","pattern":"^(a|b)$","not":{"enum":["a"]}}`:                                                         "",
		`{"type":"integer","minimum":5,"maximum":1}`:                                                                         "", // S07 says it
		`{"type":"object","properties":{"x":{"enum":[1,2]}},"required":["x"],"not":{"properties":{"x":{"type":"integer"}}}}`: doctor.Warning,
	} {
		card := strings.Replace(string(doctor.FindRule("S08").HoldsCard()), `"plan": {`, `"more": `+schema+`, "plan": {`, 1)
		var got doctor.Level
		for _, f := range doctor.Check([]byte(card), doctor.Options{}).Findings {
			if f.Rule == "S08" && f.Pointer == "/schemas/more" {
				got = f.Level
			}
		}
		if got != want {
			t.Errorf("%s: level %q, want %q", schema, got, want)
		}
	}
}

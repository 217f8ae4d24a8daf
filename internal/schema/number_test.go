package schema_test

import (
	"math/big"
	"regexp"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// number is the grammar of RFC 8259 §6.
var number = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE]([+-]?[0-9]+))?$`)

// FuzzNumber: a number is taken if it is one and within its limits, whichever way
// it comes; then it can be validated, and is what its own bounds say it is. Beyond
// the limits it is refused before a validator sees it.
func FuzzNumber(f *testing.F) {
	for _, s := range []string{
		"0", "-0", "-0.0e-0", "1e400", "1e401", "1E-400", "1e9999999", "-1e-100000000", "1e+00000000400", "0.1", "9007199254740993", "12345678901234567890123", "01", "1.", ".5", "+1", "1e", "NaN",
		"Infinity", "0x1", "1_0", " 1", "1e4294967297", "1e-9223372036854775808", "1e18446744073709551616",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		want := false
		if parts := number.FindStringSubmatch(text); parts != nil {
			exponent, _ := new(big.Int).SetString("0"+parts[4], 10)
			if parts[4] != "" {
				exponent, _ = new(big.Int).SetString(parts[4], 10)
			}
			want = len(text) <= ojson.DataLimits.NumberDigits.Int() && exponent.CmpAbs(big.NewInt(int64(ojson.DataLimits.Exponent.Int()))) <= 0
		}
		v, err := ojson.NewNumber(text)
		if (err == nil) != want {
			t.Fatalf("typed %q: %v", text, err)
		}
		inList, err := ojson.Parse([]byte("["+text+"]"), ojson.DataLimits)
		if (err == nil && inList.Len() == 1 && inList.Index(0).Is(ojson.Number) && inList.Index(0).Text() == text) != want && number.MatchString(text) {
			t.Fatalf("read %q: %v", text, err)
		}
		if !want {
			_, _ = schema.Load([]byte(`{"multipleOf":` + text + `}`))
			return
		}
		validateNumber(t, text, v)
	})
}

// validateNumber validates a number by schemas of itself.
func validateNumber(t *testing.T, text string, v *ojson.Value) {
	t.Helper()
	d := load(t, `{"minimum":`+text+`,"maximum":`+text+`,"const":`+text+`,"enum":[`+text+`],"type":"number"}`)
	if problems := d.Validate(v); len(problems) > 0 {
		t.Fatalf("%s against itself: %v", text, problems)
	}
	d.Root().Bounds().Hint()
	strict := load(t, `{"exclusiveMinimum":`+text+`}`)
	if len(strict.Validate(v)) == 0 {
		t.Fatalf("%s is more than itself", text)
	}
	if ojson.Rat(text).Sign() > 0 {
		if problems := load(t, `{"multipleOf":`+text+`}`).Validate(v); len(problems) > 0 {
			t.Fatalf("%s of itself: %v", text, problems)
		}
	}
	whole := load(t, `{"type":"integer"}`).Validate(v)
	if (len(whole) == 0) != ojson.Rat(text).IsInt() {
		t.Fatalf("%s as an integer: %v", text, whole)
	}
}

package schema_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// The texts that random schemas and values are made of: few, so that they meet.
var (
	someNames   = []string{"a", "b", "c", "é"}
	someStrings = []string{`""`, `"a"`, `"b"`, `"ab"`, `"\u0061"`, `"é日"`, `"a\n"`, `"2026-01-01"`}
	someNumbers = []string{"0", "-0", "1", "1.0", "1e0", "2", "2.5", "-1", "-1.5", "10", "1e1", "100e-1", "0.1", "1e-1", "123456789012345678901234.5", "3"}
	someScalars = slices.Concat(someStrings, someNumbers, []string{"null", "true", "false"})
)

// anySchema is a random schema of many keywords, some of which the fast validator knows.
func anySchema(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		if depth == 0 && rapid.IntRange(0, 3).Draw(t, "leaf") == 0 {
			return rapid.SampledFrom([]string{"true", "{}", `{"$ref":"#"}`, `{"$ref":"#/$defs/d"}`, "false"}).Draw(t, "short")
		}
		var parts []string
		for range rapid.IntRange(0, 3).Draw(t, "keywords") {
			parts = append(parts, anyKeyword(t, depth))
		}
		return "{" + strings.Join(withoutTwice(parts), ",") + "}"
	})
}

// withoutTwice leaves out keywords that are there already.
func withoutTwice(members []string) []string {
	var kept, names []string
	for _, m := range members {
		name, _, _ := strings.Cut(m, ":")
		if !slices.Contains(names, name) {
			names, kept = append(names, name), append(kept, m)
		}
	}
	return kept
}

func anyKeyword(t *rapid.T, depth int) string {
	if depth > 0 && rapid.Bool().Draw(t, "holds schemas") {
		return anyApplicator(t, func() string { return anySchema(depth-1).Draw(t, "sub") })
	}
	number, small := rapid.SampledFrom(someNumbers).Draw(t, "number"), rapid.IntRange(0, 3).Draw(t, "small")
	return rapid.SampledFrom([]string{
		`"type":` + rapid.SampledFrom([]string{`"string"`, `"integer"`, `"number"`, `"object"`, `"array"`, `["string","null"]`, `["boolean","integer"]`}).Draw(t, "type"),
		`"enum":[` + strings.Join(rapid.SliceOfN(rapid.SampledFrom(append(someScalars, `{"a":1}`, `[1]`)), 1, 4).Draw(t, "enum"), ",") + `]`,
		`"const":` + rapid.SampledFrom(someScalars).Draw(t, "const"),
		`"minimum":` + number, `"maximum":` + number, `"exclusiveMinimum":` + number, `"exclusiveMaximum":` + number,
		`"multipleOf":` + rapid.SampledFrom([]string{"1", "0.1", "2.5", "1e-20", "3"}).Draw(t, "multiple"),
		fmt.Sprintf(`"minLength":%d`, small), fmt.Sprintf(`"maxLength":%d`, small), fmt.Sprintf(`"minItems":%d`, small), fmt.Sprintf(`"maxItems":%d`, small),
		fmt.Sprintf(`"minProperties":%d`, small), fmt.Sprintf(`"maxProperties":%d`, small),
		`"pattern":` + rapid.SampledFrom([]string{`"^a"`, `"^[a-b]*$"`, `"^(?!b)"`}).Draw(t, "pattern"),
		`"uniqueItems":true`, `"format":"date"`,
		`"required":["` + strings.Join(rapid.SliceOfNDistinct(rapid.SampledFrom(someNames), 1, 2, rapid.ID).Draw(t, "required"), `","`) + `"]`,
	}).Draw(t, "keyword")
}

func anyApplicator(t *rapid.T, sub func() string) string {
	name := func() string { return `"` + rapid.SampledFrom(someNames).Draw(t, "name") + `":` }
	list := func() string { return "[" + sub() + "," + sub() + "]" }
	switch rapid.IntRange(0, 13).Draw(t, "applicator") {
	case 0, 1, 2:
		return `"properties":{` + strings.Join(withoutTwice([]string{name() + sub(), name() + sub()}), ",") + `}`
	case 3:
		return `"additionalProperties":` + sub()
	case 4, 5:
		return `"items":` + sub()
	case 6:
		return `"prefixItems":` + list()
	case 7:
		return `"allOf":` + list()
	case 8:
		return `"anyOf":` + list()
	case 9:
		return `"oneOf":` + list()
	case 10:
		return `"not":` + sub()
	case 11:
		return `"if":` + sub() + `,"then":` + sub()
	case 12:
		return `"patternProperties":{"^a":` + sub() + `}`
	}
	return rapid.SampledFrom([]string{`"unevaluatedProperties":`, `"unevaluatedItems":`, `"contains":`, `"propertyNames":`}).Draw(t, "rare") + sub()
}

// anyValue is a random value in a random spelling.
func anyValue(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		kind := rapid.IntRange(0, 3).Draw(t, "kind")
		if depth == 0 || kind < 2 {
			return rapid.SampledFrom(someScalars).Draw(t, "scalar")
		}
		var inner []string
		for range rapid.IntRange(0, 3).Draw(t, "size") {
			v := anyValue(depth-1).Draw(t, "inner")
			if kind == 2 {
				v = rapid.SampledFrom([]string{`"a":`, `"b":`, `"\u0063" : `, `"d":`, `"é":`}).Draw(t, "name") + v
			}
			inner = append(inner, v)
		}
		if kind == 2 {
			return "{" + strings.Join(inner, ",") + "}"
		}
		return "[" + strings.Join(inner, " , ") + "]"
	})
}

var someDialects = []string{
	"https://json-schema.org/draft/2020-12/schema", "https://json-schema.org/draft/2019-09/schema",
	"http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-06/schema#", "http://json-schema.org/draft-04/schema#",
}

// A value that the fast validator accepts is valid, whatever the schema and the value.
func TestFastValidatorAgreesWithValidate(t *testing.T) {
	proven, valid := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := anySchema(3).Draw(t, "schema")
		text = fmt.Sprintf(`{"$schema":%q,"$defs":{"d":%s},%s`, rapid.SampledFrom(someDialects).Draw(t, "dialect"), anySchema(1).Draw(t, "d"), text[1:])
		if strings.HasSuffix(text, ",}") {
			text = text[:len(text)-2] + "}"
		}
		d, err := schema.Load([]byte(text))
		if err != nil {
			t.Skip("no schema")
		}
		loc := d.Root()
		validator := loc.FastValidator()
		for range 20 {
			value := anyValue(3).Draw(t, "value")
			problems := validatedOrFail(t, loc, value)
			if len(problems) == 0 {
				valid++
			}
			if validator.Holds([]byte(value)) {
				proven++
				if len(problems) > 0 {
					t.Fatalf("%s: %s is proven, and %v", text, value, problems)
				}
			}
		}
	})
	t.Logf("%d of %d valid values were proven", proven, valid)
	if proven < valid/3 {
		t.Errorf("only %d of %d valid values were proven", proven, valid)
	}
}

func validatedOrFail(t *rapid.T, loc schema.Location, value string) []schema.Problem {
	v, err := ojson.Parse([]byte(value), ojson.DataLimits)
	if err != nil {
		t.Fatalf("%s: %v", value, err)
	}
	return loc.Validate(v)
}

// FuzzFastValidator compares the fast validator with the reader and the validator, byte by byte.
func FuzzFastValidator(f *testing.F) {
	for i, c := range proofCases {
		for _, value := range lines(c.valid + "\n" + c.invalid) {
			f.Add(i, []byte(value))
		}
	}
	var places []schema.Location
	var provers []*schema.FastValidator
	for _, c := range proofCases {
		loc := load(f, c.schema).Root()
		places, provers = append(places, loc), append(provers, loc.FastValidator())
	}
	f.Fuzz(func(t *testing.T, i int, raw []byte) {
		i = int(uint(i) % uint(len(places)))
		if !provers[i].Holds(raw) {
			return
		}
		v, err := ojson.Parse(raw, ojson.DataLimits)
		if err != nil {
			t.Fatalf("%q is proven, and cannot be read: %v", raw, err)
		}
		if problems := places[i].Validate(v); len(problems) > 0 {
			t.Fatalf("%s: %q is proven, and %v", proofCases[i].schema, raw, problems)
		}
	})
}

// TestCorpusFastValidator validates real values by real schemas, and the same values
// with the mistakes that people make.
func TestCorpusFastValidator(t *testing.T) {
	proven, valid := 0, 0
	for _, pattern := range []string{"fetched/*/schema.json", "own/*/schema.json"} {
		files, _ := filepath.Glob(filepath.Join(corpus(t), filepath.FromSlash(pattern)))
		for _, file := range files {
			d := load(t, string(parsed(t, file).Compact()))
			for _, kind := range []string{"positive", "negative"} {
				values, _ := filepath.Glob(filepath.Join(filepath.Dir(file), kind, "*.json"))
				for _, value := range values {
					p, v := proveAll(t, d.Root(), readFile(t, value))
					proven, valid = proven+p, valid+v
				}
			}
		}
	}
	t.Logf("%d of %d valid values were proven", proven, valid)
	if valid < 5000 || proven < valid/3 {
		t.Errorf("only %d of %d valid values were proven", proven, valid)
	}
}

func readFile(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// proveAll compares the fast validator and Validate for a value, for all values inside by the
// schemas that apply there, and for what one mutation makes of each.
func proveAll(t *testing.T, loc schema.Location, raw []byte) (proven, valid int) {
	t.Helper()
	v, err := ojson.Parse(raw, ojson.DataLimits)
	if err != nil || !loc.IsKnown() {
		return 0, 0
	}
	validator := loc.FastValidator()
	for _, text := range append([][]byte{raw}, mutants(v)...) {
		value, err := ojson.Parse(text, ojson.DataLimits)
		if err != nil {
			continue
		}
		problems := loc.Validate(value)
		holds := validator.Holds(text)
		if len(problems) == 0 {
			valid++
		}
		if holds {
			proven++
		}
		if holds && len(problems) > 0 {
			t.Errorf("%.200s is proven, and %v", text, problems)
		}
	}
	for i, item := range v.Items() {
		p, n := proveAll(t, loc.Item(i), item.Compact())
		proven, valid = proven+p, valid+n
	}
	for _, m := range v.Members() {
		p, n := proveAll(t, loc.Property(m.Name), m.Value.Compact())
		proven, valid = proven+p, valid+n
	}
	return proven, valid
}

// mutants are a few values next to v.
func mutants(v *ojson.Value) [][]byte {
	texts := [][]byte{[]byte("null"), []byte(`""`), []byte("-1"), []byte("0.5"), []byte("{}"), []byte("[]"), []byte(`[[]]`)}
	for i, m := range v.Members() {
		if i > 10 {
			break
		}
		without := slices.Delete(slices.Clone(v.Members()), i, i+1)
		with := slices.Clone(v.Members())
		with[i] = ojson.Member{Name: m.Name, Value: ojson.NewString("ß")}
		texts = append(texts, ojson.NewObject(without...).Compact(), ojson.NewObject(with...).Compact())
	}
	return texts
}

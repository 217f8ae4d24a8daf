package value

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// cellOf is a value at a location of a schema, with its problems; "" is no schema, and no value.
func cellOf(t *testing.T, schemaText, text string) Cell {
	t.Helper()
	var v *ojson.Value
	if text != "" {
		var err error
		if v, err = ojson.Parse([]byte(text), ojson.DataLimits); err != nil {
			t.Fatal(err)
		}
	}
	if schemaText == "" {
		f := FormatFor(schema.Location{})
		return Cell{Value: v, Format: &f}
	}
	doc, err := schema.Load([]byte(schemaText))
	if err != nil {
		t.Fatal(err)
	}
	f := FormatFor(doc.Root())
	c := Cell{Value: v, Format: &f}
	if v != nil {
		c.Problems = doc.Validate(v)
	}
	return c
}

func TestCellSaysItsValue(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		schema, value string
		kind          Kind
		marked, note  string
		rigid         bool
	}{
		{"", "", Absent, "", "", true},
		{"", "null", Null, "–", "", true},
		{"", "true", Boolean, "yes", "", true},
		{"", "false", Boolean, "no", "", true},
		{"", "12.50", Number, "12.50", "", true},
		{"", "3.0", Number, "3.0", "", true},
		{"", `""`, Empty, `""`, "", false},
		{"", `{}`, Empty, "{}", "", false},
		{"", `[]`, Empty, "[]", "", false},
		{"", `"word"`, Text, "word", "", false},
		{"", `"2026-03-14"`, Text, "2026-03-14", "Sat", true},
		{"", `"2026-03-14T09:30:00Z"`, Text, "2026-03-14T09:30:00Z", "Sat", true},
		{"", `"2026-03-14T09:30:00"`, Text, "2026-03-14T09:30:00", "", true},
		{"", `"https://example.com"`, Text, "https://example.com", "", false},
		{"", `[1,"a",true]`, Nested, "1, a, true", "", false},
		{"", `[{"a":1},{"a":2}]`, Nested, "2 items", "", false},
		{"", `{"a":{"x":1},"b":{"x":1,"y":2},"c":[1,2,3],"d":[1,2,3,4],"e":[[]],"f":null}`, Nested, "a: 1 field, b: 2 fields, c: [1, 2, 3], d: 4 items, e: 1 item, f: null", "", false},
		{`{"type":"string","format":"date"}`, `"2026-03-14"`, Text, "2026-03-14", "Sat", true},
		{`{"type":"string","format":"date"}`, `"2026-02-30"`, Text, "! 2026-02-30", "", true},
		{`{"type":"string","format":"date-time"}`, `"2026-03-14T09:30:00Z"`, Text, "2026-03-14T09:30:00Z", "Sat", true},
		{`{"type":"string","format":"date-time"}`, `"2026-03-14T09:30:00"`, Text, "2026-03-14T09:30:00", "Sat, no time zone", true},
		{`{"type":"string","format":"duration"}`, `"PT2H30M"`, Text, "PT2H30M", "2 h 30 min", false},
		{`{"type":"string"}`, `"2026-03-14"`, Text, "2026-03-14", "", false}, // the schema does not call it a date
		{`{"type":"string","oneOf":[{"const":"l","title":"Large"},{"const":"s","title":"Small"}]}`, `"s"`, Text, "s", "Small", false},
		{`{"type":"number"}`, `"much"`, Text, "✗ much", "", false},
		{`{"type":"string","format":"byte"}`, `"iVBORw0KGgo="`, Text, "8 bytes, image/png", "", false},
		{`{"type":"string","contentEncoding":"base64","contentMediaType":"application/zip"}`, `"AAE="`, Text, "2 bytes, application/zip", "", false},
		{`{"type":"string","format":"byte"}`, `"%"`, Text, "%", "", false},
	} {
		c := cellOf(t, tt.schema, tt.value)
		if c.Kind() != tt.kind || c.Marked() != tt.marked || c.Note() != tt.note || c.IsRigid() != tt.rigid {
			t.Errorf("%s %s: kind %d, %q, note %q, rigid %t", tt.schema, tt.value, c.Kind(), c.Marked(), c.Note(), c.IsRigid())
		}
	}
	missing := Cell{Required: true}
	if missing.Marked() != "missing" || (Cell{Problems: make([]schema.Problem, 1)}).Marked() != "✗ missing" {
		t.Errorf("%q", missing.Marked())
	}
	if plain := (Cell{Value: ojson.NewString("2026-03-14")}); plain.Note() != "" || plain.Unit() != "" || plain.IsLink() || plain.RGB() != "" || !plain.Description().IsEmpty() || !plain.MediaType().IsEmpty() {
		t.Error("a cell without a format says more than its value")
	}
}

// What is copied is the value itself.
func TestCellIsCopiedExactly(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{`"a\nb"`: "a\nb", "1.50": "1.50", "true": "true", `{"a":[1]}`: "{\n  \"a\": [\n    1\n  ]\n}", "[1]": "[\n  1\n]"} {
		if got := cellOf(t, "", value).Raw().Block(0).String(); got != want {
			t.Errorf("%s is copied as %q", value, got)
		}
	}
}

// A list of short items is one line; items with commas, line ends or many letters have a line each.
func TestListsHaveLinesWhereTheyNeedThem(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 31)
	for value, want := range map[string]string{
		`["a","b"]`: "a, b", `["a, b","c"]`: "• a, b\n• c", `["` + long + `","c"]`: "• " + long + "\n• c", `["` + long[1:] + `","c"]`: long[1:] + ", c", `["a, b"]`: "a, b",
	} {
		if got := cellOf(t, "", value).Block().String(); got != want {
			t.Errorf("%s is %q", value, got)
		}
	}
}

func TestNumbersOfAColumn(t *testing.T) {
	t.Parallel()
	bounded := `{"type":"number","minimum":10,"maximum":30,"x-unit":"kg"}`
	for _, tt := range []struct {
		schema, value string
		fraction      int
		unit          string
		ratio         string
	}{
		{bounded, "10", 0, "kg", "0 true"},
		{bounded, "15", 0, "kg", "0.25 true"},
		{bounded, "30.00", 3, "kg", "1 true"},
		{bounded, `"x"`, -1, "", "0 false"},
		{`{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":4}`, "1", 0, "", "0.25 true"},
		{`{"type":"integer","minimum":0,"maximum":2147483647}`, "1", 0, "", "0 false"}, // how a computer stores it
		{`{"type":"number","minimum":0}`, "1e3", 2, "", "0 false"},
		{`{"type":"number","minimum":3,"maximum":3}`, "3", 0, "", "0 false"},
		{`{"type":"string"}`, "1", 0, "", "0 false"},
	} {
		c := cellOf(t, tt.schema, tt.value)
		part, ok := c.Ratio()
		if got := fmt.Sprint(part, ok); c.Fraction() != tt.fraction || c.Unit() != tt.unit || got != tt.ratio {
			t.Errorf("%s %s: fraction %d, unit %q, %s", tt.schema, tt.value, c.Fraction(), c.Unit(), got)
		}
	}
	if _, ok := cellOf(t, bounded, "31").Ratio(); ok {
		t.Error("a number above the greatest one has a bar")
	}
	if _, ok := cellOf(t, bounded, "9").Ratio(); ok {
		t.Error("a number below the least one has a bar")
	}
}

// A column says how its numbers and times are shown: whole, as times since 1970, up to a precision.
func TestColumnsShowNumbersAndTimes(t *testing.T) {
	t.Parallel()
	base := FormatFor(schema.Location{})
	for _, tt := range []struct {
		format      *Format
		value, want string
	}{
		{base.AsWhole(), "3.0", "3"},
		{base.AsWhole(), "3.5", "3.5"},
		{&base, "3.0", "3.0"},
		{base.AsTime(1), "1773480600", "2026-03-14 09:30:00Z"},
		{base.AsTime(1000), "1773480600123.5", "2026-03-14 09:30:00Z"},
		{base.AsTime(1), "1e9", "1e9"},
		{base.AsTime(1), "999999999999", "999999999999"},
		{base.AsTime(1), "-99999999999", "-99999999999"},
		{base.AsTime(1), "253402300799", "9999-12-31 23:59:59Z"},
		{base.AsTime(1), "253402300800", "253402300800"},
		{base.UpTo(ToDays), `"2026-03-14T00:00:00Z"`, "2026-03-14"},
		{base.UpTo(ToMinutes), `"2026-03-14T08:30:00Z"`, "2026-03-14 08:30Z"},
		{base.UpTo(ToSeconds), `"2026-03-14T08:30:05.000+01:00"`, "2026-03-14 08:30:05+01:00"},
		{base.UpTo(ToSeconds), `"2026-03-14T08:30Z"`, "2026-03-14 08:30Z"},
		{base.UpTo(ToDays), `"2026-03-14T08:30:05Z"`, "2026-03-14T08:30:05Z"}, // it says more
		{base.UpTo(AsSent), `"2026-03-14T00:00:00Z"`, "2026-03-14T00:00:00Z"},
	} {
		c := cellOf(t, "", tt.value)
		c.Format = tt.format
		if got := c.Text(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.value, got, tt.want)
		}
	}
	c := cellOf(t, "", `"2026-03-14T00:00:00"`)
	if c.Format = base.UpTo(ToDays); c.Note() != "Sat" {
		t.Errorf("a day has the note %q", c.Note())
	}
	c = cellOf(t, "", "1773480600.5")
	if c.Format = base.AsTime(1); c.Fraction() != -1 {
		t.Errorf("a time is lined up as a number: %d", c.Fraction())
	}
}

func TestColors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"#abc": "#aabbcc", "#abcd": "#aabbcc", "#a1B2c3": "#a1B2c3", "#a1b2c3ff": "#a1b2c3", "abc": "", "#abcde": "", "#xyz": "", "#": ""} {
		if got := cellOf(t, `{"type":"string","format":"color"}`, `"`+text+`"`).RGB(); got != want {
			t.Errorf("%s is %q, want %q", text, got, want)
		}
		if got := cellOf(t, `{"type":"string"}`, `"`+text+`"`).RGB(); got != "" {
			t.Errorf("%s is a color without a format: %q", text, got)
		}
	}
}

func TestBytesOfATextAreDecoded(t *testing.T) {
	t.Parallel()
	const dataURL = `{"type":"string","format":"data-url"}`
	for _, tt := range []struct{ schema, text, want, media string }{
		{`{"type":"string","format":"byte"}`, "JVBERi0=", "%PDF-", "application/pdf"},
		{`{"type":"string","contentEncoding":"base64url"}`, "-_8", "\xfb\xff", ""},
		{`{"type":"string","contentEncoding":"base64"}`, "aGVsbG8=\r\n", "hello", "text/plain"},
		{dataURL, "data:text/csv;base64,YSxi", "a,b", "text/csv"},
		{dataURL, "data:text/csv,a%2Cb", "a,b", "text/csv"},
		{dataURL, "data:,100%", "100%", "text/plain"},
	} {
		c := cellOf(t, tt.schema, `"`+strings.NewReplacer("\r", `\r`, "\n", `\n`).Replace(tt.text)+`"`)
		data, media, ok := c.Bytes()
		if !ok || string(data) != tt.want || media.Line(0).String() != tt.media || !c.CanOpen() {
			t.Errorf("%s: %q, %q, %t", tt.text, data, media.Line(0), ok)
		}
	}
	for _, c := range []Cell{cellOf(t, `{"type":"string"}`, `"YSxi"`), cellOf(t, `{"type":"string","format":"byte"}`, `""`), cellOf(t, `{"type":"string","format":"byte"}`, "7"), {}} {
		if _, _, ok := c.Bytes(); ok || c.isEncoded() {
			t.Errorf("%q is decoded", c.Text())
		}
	}
	if got := cellOf(t, `{"type":"string","format":"byte"}`, `"AAE=="`).Base64().Line(0).String(); got != "AAE" {
		t.Errorf("%q", got)
	}
}

func TestFilesAreKnownByTheirFirstBytes(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		"\x89PNG\r\n\x1a\nrest": "image/png", "GIF89a": "image/gif", "GIF88a\x00": "", "RIFF1234WEBPVP8": "image/webp", "RIFF1234WAVE": "audio/wav", "PK\x03\x04": "application/zip",
		"1234ftypisom\x00": "video/mp4", "hello\n": "text/plain", "": "", "\x00\x01": "", "\x89PN": "", "bell\a": "", "tab\there": "text/plain", "\xff\xfe": "",
	} {
		if got := DetectMedia(safe.Raw{}, []byte(data)).Line(0).String(); got != want {
			t.Errorf("%q is %q, want %q", data, got, want)
		}
	}
	if got := DetectMedia(safe.Text("text/csv"), []byte("\x89PNG\r\n\x1a\n")).Line(0).String(); got != "text/csv" {
		t.Errorf("what is declared does not count: %q", got)
	}
	if !HasMagic("application/pdf") || HasMagic("text/plain") {
		t.Error("which media types begin alike")
	}
}

func TestLabelsAreWords(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{
		"chanceOfRain": "Chance of rain", "chance_of_rain": "Chance of rain", "chance-of-rain": "Chance of rain", "HTTPCode": "HTTP code", "userID": "User ID", "a.b": "A b", "x": "X", "X": "X", "_": "_", "": "",
		"line2Item": "Line2 item", "ABC": "ABC", "éTat": "É tat", "two  spaces": "Two spaces", strings.Repeat("k", safe.LabelLimit()+1): safe.Text(strings.Repeat("k", safe.LabelLimit()+1)).Line(0).String(),
	} {
		if got := Label(safe.Raw{}, key).String(); got != want {
			t.Errorf("%q is called %q, want %q", key, got, want)
		}
		if got := Label(safe.Text("Its title"), key).String(); got != "Its title" {
			t.Errorf("%q is called %q in spite of its title", key, got)
		}
	}
	for key, says := range map[string]bool{"chance_of_rain": false, "chanceOfRain": false, "rain": true} {
		if SaysMore(key, "Chance of rain") != says {
			t.Errorf("%q beside its label: %t", key, !says)
		}
	}
}

func TestMembersThatAreDataKeepTheirNames(t *testing.T) {
	t.Parallel()
	doc, err := schema.Load([]byte(`{"type":"object","properties":{"net_price":{"type":"number"},"vat":{"type":"number","title":"Tax"}},"additionalProperties":{"type":"number"}}`))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"net_price": "Net price", "vat": "Tax", "my_own": "my_own"} {
		if got := MemberLabel(doc.Root(), doc.Root().Property(name), name).String(); got != want {
			t.Errorf("%s is called %q, want %q", name, got, want)
		}
	}
}

func TestNumbersHaveMarksOfThousands(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0", 1: "1", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		if got := Grouped(n); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
	for text, want := range map[string]string{"-1234.50": "-1,234.50", "123456": "123,456", "-123": "-123", "0.12345": "0.12345"} {
		if got := GroupDigits(text); got != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}

func TestProblemsAreFoundByTheirPlace(t *testing.T) {
	t.Parallel()
	all := NewProblems([]schema.Problem{{Pointer: "/b/0"}, {Pointer: "/a", Keyword: "type"}, {Pointer: ""}, {Pointer: "/a", Keyword: "enum"}, {Pointer: "/a/x"}, {Pointer: "/ab"}})
	in := func(list []schema.Problem) (texts []string) {
		for _, p := range list {
			texts = append(texts, p.Keyword+p.Pointer)
		}
		return texts
	}
	for _, tt := range []struct{ what, got, want string }{
		{"at /a", fmt.Sprint(in(all.At("/a"))), "[enum/a type/a]"},
		{"at /c", fmt.Sprint(in(all.At("/c"))), "[]"},
		{"under /a", fmt.Sprint(in(all.Under("/a"))), "[enum type /x]"},
		{"under the value", fmt.Sprint(in(all.Under(""))), "[ enum/a type/a /a/x /ab /b/0]"},
		{"of the member a", fmt.Sprint(in(OfMember(all, "a"))), "[enum type /x]"},
		{"under nothing", fmt.Sprint(in(Problems(nil).Under("/a"))), "[]"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %s, want %s", tt.what, tt.got, tt.want)
		}
	}
	if got := Wording(schema.Problem{Pointer: "/lines/2/amount", Want: "is wrong"}); !strings.HasPrefix(got, "lines, item 3, amount: ") {
		t.Errorf("%q", got)
	}
	if got := Wording(schema.Problem{Want: "is wrong"}); strings.Contains(got, ":") {
		t.Errorf("%q", got)
	}
}

func TestDurationSeconds(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"PT2H30M": "9000 true", "P1W": "604800 true", "-P1D": "-86400 true", "PT0,5S": "0.5 true", "P1M": "2.629746e+06 true", "PT1.5.5S": "0 false", "1h": "0 false", "": "0 false"} {
		if seconds, ok := DurationSeconds(text); fmt.Sprint(seconds, ok) != want {
			t.Errorf("%s: %v, %t", text, seconds, ok)
		}
	}
}

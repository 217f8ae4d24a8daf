package ojson_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
)

func parse(t *testing.T, text string) *ojson.Value {
	t.Helper()
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	return v
}

func TestExactRoundTrip(t *testing.T) {
	for _, text := range []string{
		`null`, `true`, `0`, `-0`, `1.10`, `100.10`, `12345678901234567890`, `1e400`, `"a"`, `""`,
		`"\u0061\ud800\/"`, `"tab\tquote\""`, `[]`, `{}`, `[1,[2,{"z":1,"a":2.0}],"x"]`,
		`{"z":1,"y":[{}],"a":null}`,
	} {
		if got := string(parse(t, text).Compact()); got != text {
			t.Errorf("Compact(%s) = %s", text, got)
		}
	}
	if got := string(parse(t, " { \"b\" : [ 1 , 2 ] ,\n\"a\":\ttrue } ").Compact()); got != `{"b":[1,2],"a":true}` {
		t.Errorf("white space: %s", got)
	}
}

func TestLookups(t *testing.T) {
	v := parse(t, `{"a":{"b/c":[10,{"~":"deep"}]},"d":1,"d":2}`)
	if got := v.At("/a/b~1c/1/~0").Text(); got != "deep" {
		t.Errorf("At = %q", got)
	}
	if got := v.Get("d").Text(); got != "2" {
		t.Errorf("of duplicates the last counts, got %q", got)
	}
	for _, pointer := range []string{"/x", "/a/b~1c/2", "/a/b~1c/x", "/d/0"} {
		if v.At(pointer).Exists() {
			t.Errorf("At(%q) exists", pointer)
		}
	}
	var none *ojson.Value
	if none.Get("x").At("/y").Index(3).Text() != "" || none.Len() != 0 || none.Bool() || none.Members() != nil {
		t.Error("look-ups on nothing must find nothing")
	}
	if p := ojson.Pointer("/a", "b/~c"); p != "/a/b~1~0c" || !reflect.DeepEqual(ojson.Tokens(p), []string{"a", "b/~c"}) {
		t.Errorf("Pointer = %q", p)
	}
}

func TestSyntaxErrorsAreLocated(t *testing.T) {
	tests := []struct {
		text         string
		line, column int
	}{
		{``, 1, 1}, {`{"a":1,}`, 1, 8}, {"{\n  \"é\": x}", 2, 8}, {`[1,2`, 1, 5}, {`1 2`, 1, 3}, {`01`, 1, 2}, {"\"a\nb\"", 1, 3},
	}
	for _, tt := range tests {
		_, err := ojson.Parse([]byte(tt.text), ojson.DataLimits)
		var syntax *ojson.SyntaxError
		if !errors.As(err, &syntax) || syntax.Line != tt.line || syntax.Column != tt.column {
			t.Errorf("Parse(%q) = %v, want line %d column %d", tt.text, err, tt.line, tt.column)
		}
	}
}

func TestLimits(t *testing.T) {
	lim := ojson.Limits{Bytes: limit.Size(50), Depth: 3, NumberDigits: 10, Exponent: 20}
	for text, ok := range map[string]bool{
		`[[[1]]]`: true, `[[[[1]]]]`: false, `1234567890`: true, `12345678901`: false,
		`1e20`: true, `1e21`: false, `1E-21`: false, `1e99999999`: false,
		`"` + strings.Repeat("x", 60) + `"`: false,
	} {
		_, err := ojson.Parse([]byte(text), lim)
		var limit *ojson.LimitError
		if ok != (err == nil) || (!ok && !errors.As(err, &limit)) {
			t.Errorf("Parse(%s) = %v", text, err)
		}
	}
}

func TestConstructors(t *testing.T) {
	n, err := ojson.NewNumber("1.50")
	if err != nil {
		t.Fatal(err)
	}
	v := ojson.NewObject(
		ojson.Member{Name: "s", Value: ojson.NewString("<a>\n\xff")},
		ojson.Member{Name: "n", Value: ojson.NewArray(n, ojson.NewBool(true), ojson.NewNull())},
	)
	if got := string(v.Compact()); got != `{"s":"<a>\n`+"\ufffd"+`","n":[1.50,true,null]}` {
		t.Errorf("Compact = %s", got)
	}
	for _, bad := range []string{"", "x", "1.", "+1", " 1", "1e9999999", `"1"`, "0x1"} {
		if _, err := ojson.NewNumber(bad); err == nil {
			t.Errorf("NewNumber(%q) succeeded", bad)
		}
	}
}

func TestEqual(t *testing.T) {
	equal := [][2]string{{`1`, `1.0`}, {`1e2`, `100`}, {`{"a":1,"b":[2]}`, `{"b":[2.0],"a":1}`}, {`"\u0061"`, `"a"`}}
	for _, p := range equal {
		if !ojson.Equal(parse(t, p[0]), parse(t, p[1])) {
			t.Errorf("%s and %s are equal", p[0], p[1])
		}
	}
	for _, p := range [][2]string{{`1`, `"1"`}, {`[1,2]`, `[2,1]`}, {`{"a":1}`, `{"b":1}`}, {`0`, `false`}, {`null`, `0`}, {`9007199254740993`, `9007199254740992`}} {
		if ojson.Equal(parse(t, p[0]), parse(t, p[1])) {
			t.Errorf("%s and %s differ", p[0], p[1])
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.50,"\ud800",{}]}`, `[`, `"\`, `1e5`, ` null `, "\"\xff\""} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := ojson.Parse(data, ojson.Limits{Depth: 200, NumberDigits: 1000, Exponent: 400})
		if err != nil {
			return
		}
		var want bytes.Buffer
		if err := json.Compact(&want, data); err != nil {
			t.Fatalf("accepted %q: %v", data, err)
		}
		again, err := ojson.Parse(v.Compact(), ojson.Limits{})
		if err != nil || !bytes.Equal(again.Compact(), v.Compact()) {
			t.Fatalf("%q does not round-trip: %q, %v", data, v.Compact(), err)
		}
		var ours, theirs any
		decoder := json.NewDecoder(bytes.NewReader(data))
		decoder.UseNumber()
		if decoder.Decode(&theirs) == nil {
			if ours = v.Any(); !reflect.DeepEqual(ours, theirs) {
				t.Fatalf("%q: Any = %#v, encoding/json = %#v", data, ours, theirs)
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	data := []byte(`[` + strings.TrimSuffix(strings.Repeat(`{"name":"Lion","weight":190.5,"tags":["big","cat"],"wild":true},`, 500), ",") + `]`)
	b.Run("ours", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := ojson.Parse(data, ojson.DataLimits); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("anchor=encodingjson", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			var v any
			if err := json.Unmarshal(data, &v); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func TestShortTextsAreParsedLikeLongOnes(t *testing.T) {
	pieces := rapid.SampledFrom([]string{`"`, "a", "é", `\n`, `\`, "\n", "0", "1", "-", ".", "e5", " ", "null", "\x80"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(pieces, 0, 6).Draw(t, "pieces"), "")
		if rapid.Bool().Draw(t, "quoted") {
			text = `"` + text + `"`
		}
		got, err := ojson.Parse([]byte(text), ojson.DataLimits)
		want, err2 := ojson.Parse([]byte(text+strings.Repeat(" ", 48)), ojson.DataLimits)
		if (err == nil) != (err2 == nil) || got.Kind() != want.Kind() || got.Text() != want.Text() || string(got.Compact()) != string(want.Compact()) {
			t.Fatalf("%q: %s (%v), want %s (%v)", text, got.Compact(), err, want.Compact(), err2)
		}
	})
}

func TestUnescapeAgreesWithStandardLibrary(t *testing.T) {
	pieces := rapid.SampledFrom([]string{`\"`, `\\`, `\/`, `\b`, `\f`, `\n`, `\r`, `\t`, `\u00e9`, `\ud83d\ude00`, `\ud83d`, "a", "漢", "\xff"})
	rapid.Check(t, func(t *rapid.T) {
		literal := `"` + strings.Join(rapid.SliceOfN(pieces, 0, 6).Draw(t, "pieces"), "") + `"`
		v, err := ojson.Parse([]byte(literal), ojson.DataLimits)
		var want string
		if err2 := json.Unmarshal([]byte(literal), &want); err != nil || err2 != nil || v.Text() != want {
			t.Fatalf("%s is %q, want %q (%v, %v)", literal, v.Text(), want, err, err2)
		}
	})
}

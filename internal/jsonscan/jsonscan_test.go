package jsonscan_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"a2aform/internal/jsonscan"
)

func TestValidAgreesWithStandardLibrary(t *testing.T) {
	for _, s := range []string{
		`"0123456789"`, "\"01234\x1f6789\"", "\"0123456789\n\"", "\"0123456789\x7f\xff\"", `"012345\\"`, `"0123456\x"`, `"\u12G4"`, `"\ud800"`, `"0123456`,
		`-`, `-0`, `00`, `0.`, `.5`, `1e`, `1E+05`, `-1.50e-7`, `tru`, `true`, `nul`, `[1,]`, `[,1]`, `[1 2]`, `{"a" 1}`, `{"a":}`, `{,}`, `{"a":1,}`, `{1:2}`, ` [ ] `, "\v1", ``, ` `,
		strings.Repeat("[", jsonscan.MaxDepth) + strings.Repeat("]", jsonscan.MaxDepth), strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001),
	} {
		if got, want := jsonscan.Valid([]byte(s)), json.Valid([]byte(s)); got != want {
			t.Errorf("jsonscan.Valid(%.40q) = %v", s, got)
		}
	}
}

func FuzzValid(f *testing.F) {
	for _, s := range []string{`{"a":[{"b":"\"\\\u00e9"},-0.5e+3,true,null]}`, "[", "{\"a\":\"\xff\"}", `"0123456\u12G4"`, " 0 "} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if bytes.Count(data, []byte{'['})+bytes.Count(data, []byte{'{'}) > jsonscan.MaxDepth {
			return // encoding/json goes deeper
		}
		got, want := jsonscan.Valid(data), json.Valid(data)
		if got != want {
			t.Fatalf("Valid(%q) = %v, want %v", data, got, want)
		}
		if start := jsonscan.Space(data, 0); got && jsonscan.Skip(data, start) != jsonscan.Value(data, start, 0) {
			t.Fatalf("Skip(%q) = %d", data, jsonscan.Skip(data, start))
		}
	})
}

// A string is that of encoding/json, where no half of a character is in it; and what is
// skipped is what is read.
func FuzzText(f *testing.F) {
	for _, s := range []string{"", "plain and long", `\"\\\/\b\f\n\r\t`, `\u00e9\uD83d\ude00`, `\ud83d`, `\ud83d\n`, `\ud83dA`, `\ude00\ud83d`, "é\xff", `\`, `\u12G4`, "\x1f", "漢字 and more \\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, inner string) {
		literal := []byte(`"` + inner + `"`)
		var want string
		isString := json.Unmarshal(literal, &want) == nil
		if got := jsonscan.String(literal, 0) == len(literal); got != isString {
			t.Fatalf("String(%q) is whole: %v", literal, got)
		}
		end, escaped := jsonscan.Text(literal, 0)
		if got := end == len(literal); got != (isString && utf8.ValidString(inner)) {
			t.Fatalf("Text(%q) is whole: %v", literal, got)
		} else if !got {
			return
		}
		if escaped != strings.Contains(inner, `\`) || jsonscan.Skip(literal, 0) != end {
			t.Fatalf("Text(%q) has escapes: %v; it is skipped up to %d", literal, escaped, jsonscan.Skip(literal, 0))
		}
		if text, ok := jsonscan.Unescape(nil, []byte(inner)); ok && string(text) != want || !ok && !strings.ContainsRune(want, utf8.RuneError) {
			t.Fatalf("Unescape(%q) is %q (%v), want %q", inner, text, ok, want)
		}
	})
}

// BenchmarkValid compares with [json.Valid] on the same rows.
func BenchmarkValid(b *testing.B) {
	row := `{"id":12345,"name":"Lion \u00e9","tags":["a","b"],"price":12.50,"ok":true,"text":"` + strings.Repeat("word ", 30) + `"}`
	data := []byte("[" + strings.Repeat(row+",", 5000) + row + "]")
	for _, of := range []struct {
		name  string
		valid func([]byte) bool
	}{{"jsonscan", jsonscan.Valid}, {"encoding_json", json.Valid}} {
		b.Run(of.name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if !of.valid(data) {
					b.Fatal("not valid")
				}
			}
		})
	}
}

package ojson_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"pgregory.net/rapid"

	"a2aform/internal/ojson"
)

// inUTF16 is a text in UTF-16 with a byte order mark.
func inUTF16(text string, isBig bool) []byte {
	data := []byte("\xff\xfe")
	if isBig {
		data = []byte("\xfe\xff")
	}
	for _, unit := range utf16.Encode([]rune(text)) {
		if isBig {
			data = append(data, byte(unit>>8), byte(unit))
		} else {
			data = append(data, byte(unit), byte(unit>>8))
		}
	}
	return data
}

func TestTextOfAnyEncoding(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "x": "x", "\xff": "\xff", "\xff\xfe": "", "\xef\xbb\xbf": "", "\xef\xbb\xbf{}": "{}", "{\xef\xbb\xbf}": "{\xef\xbb\xbf}",
		"\xff\xfe{\x00}\x00": "{}", "\xfe\xff\x00{\x00}": "{}", "\xff\xfe{\x00}": "{", // a half of a unit is dropped
		"\xff\xfe\x3d\xd8\x00\xdex\x00": "😀x", "\xff\xfe\x3d\xd8": "\ufffd", "\xff\xfe\x3d\xd8x\x00": "\ufffdx",
		"caf\xe9": "caf\xe9",
	} {
		if got := string(ojson.Text([]byte(in))); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

// A reader of a text returns the same as Text, however the bytes come.
func TestTextReader(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		data := inUTF16(text, rapid.Bool().Draw(t, "big endian"))
		if rapid.Bool().Draw(t, "UTF-8") {
			data = []byte(rapid.SampledFrom([]string{"", "\xef", "\xef\xbb", "\xef\xbb\xbf"}).Draw(t, "mark") + text)
		}
		if cut := rapid.IntRange(0, 3).Draw(t, "cut"); len(data) > cut+2 {
			data = data[:len(data)-cut]
		}
		var from io.Reader = strings.NewReader(string(data))
		for _, slow := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader} {
			if rapid.Bool().Draw(t, "slow") {
				from = slow(from)
			}
		}
		got, err := io.ReadAll(ojson.NewTextReader(from))
		if want := string(ojson.Text(data)); err != nil || string(got) != want {
			t.Fatalf("%q is %q, %v, want %q", data, got, err, want)
		}
	})
	broken := errors.New("broken")
	for _, in := range []string{"", "x", "xy", "\xef\xbb", "\xff\xfex\x00"} {
		if _, err := io.ReadAll(ojson.NewTextReader(io.MultiReader(strings.NewReader(in), iotest.ErrReader(broken)))); !errors.Is(err, broken) {
			t.Errorf("%q: %v", in, err)
		}
	}
}

func TestNonNumbers(t *testing.T) {
	for _, tt := range []struct {
		in, asSent, asNull string
		found              []string
	}{
		{`[1, NaN]`, "", `[1, null]`, []string{"NaN"}},
		{`{"a":NaN,"b":-Infinity,"c":Infinity,"d":NaN}`, "", `{"a":null,"b":null,"c":null,"d":null}`, []string{"NaN", "-Infinity", "Infinity"}},
		{`NaN`, "", `null`, []string{"NaN"}},
		{`{"NaN":"Infinity, NaN","q":"\" NaN \\"}`, "", "", nil},
		{`[NaNs, aNaN, NaN]`, "", `[NaNs, aNaN, null]`, []string{"NaN"}},
		{`["NaN`, "", "", nil},
	} {
		text, found := ojson.WithNonNumbers([]byte(tt.in))
		if !slices.Equal(found, tt.found) {
			t.Errorf("%s: found %v, want %v", tt.in, found, tt.found)
		}
		if got := string(ojson.AsSent(text)); got != tt.in {
			t.Errorf("%s is sent as %s", tt.in, got)
		}
		if want := tt.asNull; want != "" && string(ojson.AsNull(text)) != want {
			t.Errorf("%s with null is %s", tt.in, ojson.AsNull(text))
		}
	}
	text, _ := ojson.WithNonNumbers([]byte(`[NaN, -Infinity]`))
	v, err := ojson.Parse(text, ojson.DataLimits)
	if err != nil || v.At("/0").Text() != "NaN" || v.At("/1").Text() != "-Infinity" {
		t.Errorf("%v, %v", v, err)
	}
}

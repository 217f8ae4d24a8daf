package formgen_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/ojson"
)

// A refusal says of each field on a line what its form says below it.
func TestRefusalHasALineForEachField(t *testing.T) {
	f := open(t, `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","required":["start","code","who"],"anyOf":[{"required":["mail"]},{"required":["phone"]}],
		"properties":{"start":{"title":"First day","type":"string","format":"date"},"code":{"type":"string","pattern":"^[A-Z]{2}$","minLength":2,"examples":["DE"]},
		"nights":{"type":"integer","maximum":14},"price":{"type":"number","multipleOf":0.01},"who":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}},
		"mail":{"type":"string","format":"email"},"phone":{"type":"string"}}}`)
	v, err := ojson.Parse([]byte(`{"start":"soon","code":"x","nights":15,"price":0.001,"who":{}}`), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	f.Load(v)
	want := []string{
		"First day: not a date; try 2026-03-14", "Code: at least 2 characters · does not look like DE", "Nights: at most 14", "Price: at most 2 decimals",
		"Who › Name: required", "Fill in Mail or Phone",
	}
	_, err = f.Submit()
	refused, ok := err.(*formgen.Refused) //nolint:errorlint // Submit returns it bare
	if !ok {
		t.Fatal(err)
	}
	var got, names []string
	for _, line := range refused.Lines() {
		got, names = append(got, line.Text), append(names, words.SetName(line.Field))
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	if names[0] != "start" || names[1] != "" || names[4] != "" {
		t.Errorf("names %q", names)
	}
	if got, want := err.Error(), "First day: not a date; try 2026-03-14 (and 6 more)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A text whose letters alone are of the wrong case is given in the right one.
func TestLettersOfTheWrongCase(t *testing.T) {
	for text, want := range map[string]string{"bx-104": "Part: not in capital letters; try BX-104", "b-104": "Part: does not look like BX-104"} {
		f := open(t, `{"type":"object","properties":{"part":{"title":"Part","type":"string","pattern":"^[A-Z]{2}-\\d{3}$","examples":["BX-104"]}}}`)
		f.At("/part").Type(text)
		if _, err := f.Submit(); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	f := open(t, `{"type":"object","properties":{"slug":{"title":"Slug","type":"string","pattern":"^[a-z]+$"}}}`)
	f.At("/slug").Type("Paris")
	if _, err := f.Submit(); err == nil || err.Error() != "Slug: not in small letters; try paris" {
		t.Error(err)
	}
}

// The date that is shown as an example is one to come, as far as the schema takes it.
func TestExampleOfADateIsToCome(t *testing.T) {
	for schema, want := range map[string]string{
		`{"type":"string","format":"date"}`:                                             "2026-12-01",
		`{"type":"string","format":"date-time"}`:                                        "2026-12-01T09:30:00Z",
		`{"type":"string","format":"date","pattern":"^2025"}`:                           "",
		`{"type":"string","format":"date","examples":["2024-02-29"]}`:                   "2024-02-29",
		`{"type":"string","format":"date-time","pattern":"Z$","examples":["tomorrow"]}`: "2026-12-01T09:30:00Z",
		`{"type":"string","format":"time"}`:                                             "09:30:00Z",
	} {
		f := open(t, `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"x":`+schema+`}}`)
		f.SetClock(func() time.Time { return time.Date(2026, time.November, 30, 23, 0, 0, 0, time.UTC) })
		if got := formgen.Sample(field(t, f, "/x")); got != want && (want != "" || strings.HasPrefix(got, "2026")) {
			t.Errorf("%s: %q, want %q", schema, got, want)
		}
	}
}

// A text that nobody reads as a date is an error in dialects too that do not assert formats, and does not count as filled in; another spelling
// of a date is a warning.
func TestTextThatIsNoDateIsNotSent(t *testing.T) {
	const dates = `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"day":{"type":"string","format":"date"},"at":{"type":"string","format":"date-time"},"note":{"type":"string"}}}`
	for name, tt := range map[string]struct{ pointer, text, refused string }{
		"impossible":     {"/day", "2026-02-30", "Day: February 2026 has 28 days"},
		"words":          {"/day", "soon", "Day: not a date; try 2026-03-14"},
		"a time of none": {"/at", "2026-02-30T09:00:00Z", "At: not a date and time; try 2026-03-14T09:30:00Z"},
		"without a zone": {"/at", "2026-03-14T09:30:00", ""},
		"another format": {"/day", "14.03.2026", ""},
		"a date":         {"/day", "2026-03-14", ""},
	} {
		t.Run(name, func(t *testing.T) {
			f := open(t, dates)
			field(t, f, tt.pointer).SetText(tt.text)
			_, err := f.Submit()
			if got := fmt.Sprint(err); got != cmp.Or(tt.refused, "<nil>") {
				t.Errorf("%s", got)
			}
			if n, _ := f.Root().Filled(); (n == 0) != (tt.refused != "") {
				t.Errorf("%d filled in", n)
			}
		})
	}
}

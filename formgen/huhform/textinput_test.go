package huhform

import (
	"os"
	"testing"
	"time"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// Words for a moment are sent in the spelling that the pattern of the field demands.
func TestWordsAreSpelledAsThePatternDemands(t *testing.T) {
	public, err := os.ReadFile("../../testdata/public/schemas/zod-utc.json")
	if err != nil {
		t.Fatal(err)
	}
	of := func(pattern string) string {
		return `{"type":"object","properties":{"when":{"type":"string","format":"date-time","pattern":"` + pattern + `"}}}`
	}
	now := func() time.Time { return time.Date(2026, 5, 14, 13, 4, 5, 0, time.FixedZone("", -5*3600)) }
	for name, tt := range map[string]struct{ schema, words, want string }{
		"any":                 {of(".*"), "now", "2026-05-14T13:04:05-05:00"},
		"UTC":                 {string(public), "now", "2026-05-14T18:04:05Z"},
		"UTC, another day":    {string(public), "tomorrow 22:30", "2026-05-16T03:30:00Z"},
		"no zone":             {of(`^[0-9-]+T[0-9]{2}:[0-9]{2}:[0-9]{2}$`), "tomorrow 14:30", "2026-05-15T14:30:00"},
		"no seconds":          {of(`^[0-9-]+T[0-9]{2}:[0-9]{2}Z$`), "tomorrow 14:30", "2026-05-15T19:30Z"},
		"neither":             {of(`^[0-9-]+T[0-9]{2}:[0-9]{2}$`), "tomorrow 14:30", "2026-05-15T14:30"},
		"fractions":           {of(`\\.[0-9]{3}Z$`), "tomorrow 14:30", "2026-05-15T19:30:00.000Z"},
		"none that we know":   {of(`^week`), "tomorrow", "2026-05-15T00:00:00-05:00"},
		"what is typed stays": {string(public), "2026-05-14T13:04:05-05:00", "2026-05-14T13:04:05-05:00"},
	} {
		doc, err := schema.Load([]byte(tt.schema))
		if err != nil {
			t.Fatal(err)
		}
		x := formgen.New(doc).At("/when")
		text := newTextInput(x, now)
		text.start("")
		text.Set(tt.words)
		if x.Text() != tt.want {
			t.Errorf("%s: %s", name, x.Text())
		}
		if day := formgen.Weekday(x); day == "" {
			t.Errorf("%s: no day of the week", name)
		}
	}
}

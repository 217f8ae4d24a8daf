package value

import (
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

func TestTextsWithoutSchemaAreShownByFormat(t *testing.T) {
	for text, want := range map[string]form{
		"2026-03-14": dateText, "2026-03-14T09:30:00Z": momentText, "https://example.com/a?b": linkText, "http://x y": anyText,
		"2026-03-1": anyText, "word-and-more": anyText, "": anyText, "httpx://example": anyText,
	} {
		if got := (Format{inferred: true}).formOf(ojson.NewString(text)); got != want {
			t.Errorf("%q is %d, want %d", text, got, want)
		}
	}
}

func TestDurations(t *testing.T) {
	for text, want := range map[string]string{
		"PT2H30M": "2 h 30 min", "P1Y2M3DT4H5M6S": "1 y 2 mo 3 d 4 h 5 min 6 s", "P2W": "2 wk", "PT0.5S": "0.5 s", "-P1D": "−1 d", "PT36H": "36 h",
		"": "", "P": "", "PT": "", "P1": "", "1D": "", "PT1D": "", "P1H": "", "P1DT": "", "P1D1Y": "", "PT1H1H": "", "P1X": "", "P\x1b1D": "",
	} {
		if got := formatDuration(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// What a time says of the time of day: zeros say nothing.
func TestPrecisionOfTimes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Precision{
		"2026-03-14T00:00:00":           ToDays,
		"2026-03-14T00:00:00.000Z":      ToDays,
		"2026-03-14 00:00":              ToDays,
		"2026-03-14T00:00:00+00:00":     ToDays,
		"2026-03-14T00:00:00+02:00":     ToMinutes, // another day elsewhere
		"2026-03-14T08:00:00.000Z":      ToMinutes,
		"2026-03-14T08:30":              ToMinutes,
		"2026-03-14T08:30:05Z":          ToSeconds,
		"2026-03-14T08:30:05.000-07:00": ToSeconds,
		"2026-03-14T08:30:05.120Z":      AsSent,
		"2026-03-14T25:00:00Z":          AsSent,
		"2026-02-30T08:00:00Z":          AsSent,
		"2026-03-14":                    AsSent,
		"2026-03-14T":                   AsSent,
		"T08:00:00":                     AsSent,
		"":                              AsSent,
	} {
		if got := PrecisionOf(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestHeadSaysWhereLabelsComeFrom(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		head Head
		want string
	}{
		{Head{Data: true, Source: Declared, Schema: safe.Text("invoices")}, "schema invoices"},
		{Head{Data: true, Source: Declared}, ""}, // of a skill whose schema has no name
		{Head{Data: true}, "No schema; guessed from the data"},
		{Head{Data: true, IsOurs: true}, ""},
	} {
		if got := tt.head.Facts(nil)[0]; got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.head, got, tt.want)
		}
	}
}

package render

import "strings"

// The designators of a duration in their order, with their words (ISO 8601,
// RFC 3339 appendix A).
const (
	dateUnits = "YMWD"
	timeUnits = "HMS"
)

var (
	dateWords = []string{"y", "mo", "wk", "d"}
	timeWords = []string{"h", "min", "s"}
)

// durationWords are an ISO 8601 duration in words: "PT2H30M" is "2 h 30 min".
// They are "" for a text that is none. Its digits stay as they are.
func durationWords(text string) string {
	sign := ""
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		sign, text = "−", rest
	}
	rest, ok := strings.CutPrefix(text, "P")
	if !ok || rest == "" || len(rest) > maxDuration {
		return ""
	}
	date, clock, timed := strings.Cut(rest, "T")
	words, ok := designated(nil, date, dateUnits, dateWords)
	if ok && timed {
		before := len(words)
		words, ok = designated(words, clock, timeUnits, timeWords)
		ok = ok && len(words) > before
	}
	if !ok {
		return ""
	}
	return sign + strings.Join(words, " ")
}

// maxDuration bounds a duration that is put into words, in bytes.
const maxDuration = 64

// designated appends the words of amounts that each have one of the units
// behind them, in the order of the units.
func designated(words []string, text, units string, names []string) ([]string, bool) {
	for text != "" {
		digits := len(text) - len(strings.TrimLeft(text, "0123456789.,"))
		if digits == 0 || digits == len(text) {
			return nil, false
		}
		at := strings.IndexByte(units, text[digits])
		if at < 0 {
			return nil, false
		}
		words = append(words, text[:digits]+" "+names[at])
		units, names, text = units[at+1:], names[at+1:], text[digits+1:]
	}
	return words, true
}

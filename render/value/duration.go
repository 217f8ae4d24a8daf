package value

import (
	"strconv"
	"strings"
)

// The designators of a duration in their order, with their words (ISO 8601,
// RFC 3339 appendix A).
const (
	dateUnits = "YMWD"
	timeUnits = "HMS"
)

var (
	dateUnitNames = []string{"y", "mo", "wk", "d"}
	timeUnitNames = []string{"h", "min", "s"}
)

// formatDuration writes an ISO 8601 duration for people: "PT2H30M" is "2 h 30 min".
// It returns "" for any other text. The digits stay as they are.
func formatDuration(text string) string {
	isNegative, amounts := durationAmounts(text)
	words := make([]string, len(amounts))
	for i, a := range amounts {
		words[i] = a.digits + " " + a.unit
	}
	if isNegative && len(words) > 0 {
		words[0] = "−" + words[0]
	}
	return strings.Join(words, " ")
}

// unitSeconds are the lengths of the units by their words; years and months are
// as long as they are on average (Gregorian calendar).
var unitSeconds = map[string]float64{
	"y": 31556952, "mo": 31556952.0 / 12, "wk": 7 * 86400, "d": 86400, "h": 3600, "min": 60, "s": 1,
}

// DurationSeconds is how long an ISO 8601 duration is; not ok for a text that is
// none.
func DurationSeconds(text string) (seconds float64, ok bool) {
	isNegative, amounts := durationAmounts(text)
	for _, a := range amounts {
		n, err := strconv.ParseFloat(strings.Replace(a.digits, ",", ".", 1), 64)
		if err != nil {
			return 0, false
		}
		seconds += n * unitSeconds[a.unit]
	}
	if isNegative {
		seconds = -seconds
	}
	return seconds, len(amounts) > 0
}

// amount is a part of a duration.
type amount struct{ digits, unit string }

// durationAmounts are the parts of an ISO 8601 duration, none of a text that is
// none.
func durationAmounts(text string) (isNegative bool, amounts []amount) {
	text, isNegative = strings.CutPrefix(text, "-")
	rest, ok := strings.CutPrefix(text, "P")
	if !ok || rest == "" || len(rest) > maxDuration {
		return false, nil
	}
	date, clock, timed := strings.Cut(rest, "T")
	amounts, ok = designated(nil, date, dateUnits, dateUnitNames)
	if ok && timed {
		before := len(amounts)
		amounts, ok = designated(amounts, clock, timeUnits, timeUnitNames)
		ok = ok && len(amounts) > before
	}
	if !ok {
		return false, nil
	}
	return isNegative, amounts
}

// maxDuration bounds a duration that is read, in bytes.
const maxDuration = 64

// designated appends amounts that each have one of the units
// behind them, in the order of the units.
func designated(amounts []amount, text, units string, names []string) ([]amount, bool) {
	for text != "" {
		digits := len(text) - len(strings.TrimLeft(text, "0123456789.,"))
		if digits == 0 || digits == len(text) {
			return nil, false
		}
		at := strings.IndexByte(units, text[digits])
		if at < 0 {
			return nil, false
		}
		amounts = append(amounts, amount{text[:digits], names[at]})
		units, names, text = units[at+1:], names[at+1:], text[digits+1:]
	}
	return amounts, true
}

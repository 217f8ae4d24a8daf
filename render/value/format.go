package value

import (
	"math/big"
	"strconv"
	"strings"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// Format is how the values of one location are shown. It is made once for each
// field or column, because reading annotations costs more than drawing.
type Format struct {
	loc      schema.Location
	inferred bool    // no schema applies: texts may speak for themselves
	low      float64 // of a number with bounds on both sides: a bar is next to it
	span     float64 // how far the bounds are apart; 0 without a bar
	Unit     string  // of a number; safe to show
	form     form
	encoding string              // of bytes in a text, see [schema.Location.Encoding]
	media    safe.Raw            // what a text or its bytes are
	titles   map[string]safe.Raw // of enumerated values, by their compact JSON
	warns    bool                // a format that the validator does not assert
	whole    bool                // numbers are whole: 3.0 is shown as 3
	epoch    int64               // numbers are times since 1970, so many units a second; 0 for others
	upTo     Precision           // what is shown of the time of day
}

// AsWhole is the format for numbers that are whole. Protocol Buffers, and with them many agents, send those as 3.0.
func (f *Format) AsWhole() *Format {
	whole := *f
	whole.whole = true
	return &whole
}

// AsTime is the format for numbers that are times since 1970, in so many units a second.
func (f *Format) AsTime(perSecond int64) *Format {
	times := *f
	times.epoch = perSecond
	return &times
}

// UpTo is the format for times of a column that are shown up to a precision. One that says more is shown as it came.
func (f *Format) UpTo(p Precision) *Format {
	times := *f
	times.upTo = p
	return &times
}

// IsInDays reports a format whose times are shown as dates.
func (f *Format) IsInDays() bool { return f.upTo == ToDays }

// Precision is how much of the time of day is shown of a date and time, or how much it says.
type Precision uint8

// The precisions, the finest first.
const (
	AsSent Precision = iota
	ToSeconds
	ToMinutes
	ToDays // midnight without a zone or in UTC, as databases send dates
)

// PrecisionOf is how much a date and time says, after RFC 3339, with or without a zone: parts of a second and seconds of zero say
// nothing. That of any other text is [AsSent].
func PrecisionOf(text string) Precision {
	_, clock, zone, ok := splitMoment(text)
	if !ok {
		return AsSent
	}
	minutes, seconds := clock[:len("15:04")], clock[len("15:04"):]
	seconds, fraction, _ := strings.Cut(seconds, ".")
	switch {
	case strings.Trim(fraction, "0") != "":
		return AsSent
	case strings.Trim(seconds, "0:") != "":
		return ToSeconds
	case minutes == "00:00" && (zone == "" || zone == "Z" || zone == "+00:00"):
		return ToDays
	}
	return ToMinutes
}

// Shown is a date and time up to a precision, with a space between both. A text that says more stays as it came.
func (p Precision) Shown(text string) string {
	if p == AsSent || PrecisionOf(text) < p {
		return text
	}
	date, clock, zone, _ := splitMoment(text)
	switch p {
	case ToDays:
		return date
	case ToMinutes:
		clock = clock[:len("15:04")]
	case ToSeconds:
		clock = clock[:min(len(clock), len("15:04:05"))]
	}
	return date + " " + clock + zone
}

// splitMoment splits a date and time. The zone is Z, an offset or empty.
func splitMoment(text string) (date, clock, zone string, ok bool) {
	const dateLength = len(time.DateOnly)
	if len(text) <= dateLength || text[dateLength] != 'T' && text[dateLength] != ' ' {
		return "", "", "", false
	}
	date, clock = text[:dateLength], text[dateLength+1:]
	if i := strings.IndexAny(clock, "Z+-"); i >= 0 {
		clock, zone = clock[:i], clock[i:]
	}
	for _, layout := range []string{time.TimeOnly, "15:04"} { // parts of a second may follow
		if _, err := time.Parse(time.DateOnly+" "+layout, date+" "+clock); err == nil {
			return date, clock, zone, true
		}
	}
	return "", "", "", false
}

// epochLayout is a time since 1970 without what it has in parts of a second.
const epochLayout = "2006-01-02 15:04:05Z"

// epochText is a number as a time, not ok beyond the year 9999.
func (f *Format) epochText(number string) (text string, ok bool) {
	whole, _, _ := strings.Cut(number, ".")
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return "", false
	}
	at := time.Unix(n/f.epoch, 0).UTC()
	return at.Format(epochLayout), at.Year() >= 1 && at.Year() <= 9999
}

// isLocalMoment reports a date and a time without a zone, as Python writes them.
func (f *Format) isLocalMoment(text string) bool {
	if f.form != momentText {
		return false
	}
	_, err := time.Parse(localLayout, text)
	return err == nil
}

// localLayout is RFC 3339 without a zone; parts of a second may follow.
const localLayout = "2006-01-02T15:04:05"

// Whole is a number without the .0 behind it.
func Whole(number string) string { return strings.TrimSuffix(number, ".0") }

// form is what a text stands for, as its format says.
type form uint8

const (
	anyText form = iota
	dateText
	momentText // a date and a time
	durationText
	linkText // a URI, an address: recognizable, never opened here
	colorText
)

// formats are the texts that are shown as more than text, by their format.
var formats = map[string]form{
	"date": dateText, "date-time": momentText, "duration": durationText, "color": colorText,
	"uri": linkText, "iri": linkText, "url": linkText, "email": linkText, "idn-email": linkText,
}

// PlainFormat shows the values of a location as they are.
func PlainFormat(p schema.Location) *Format { return &Format{loc: p} }

// FormatFor is how the values at a location are shown.
func FormatFor(p schema.Location) Format {
	f := Format{loc: p}
	if !p.IsKnown() {
		f.inferred = true
		return f
	}
	format := p.Format()
	f.warns = !format.IsEmpty()
	f.form = formats[format.Line(0).String()]
	f.encoding, f.media = p.Encoding(), p.MediaType()
	if f.AlignsRight() {
		f.Unit = p.Unit().Line(maxUnit).String()
		f.bound(p.Bounds())
	}
	for _, c := range p.Choices() {
		if !c.Title.IsEmpty() {
			if f.titles == nil {
				f.titles = map[string]safe.Raw{}
			}
			f.titles[string(c.Value.Compact())] = c.Title
		}
	}
	return f
}

// maxUnit bounds the name of a unit, in bytes.
const maxUnit = 24

// machineBound is the size from which a bound only says how a computer stores
// the number: a bar between two of them would always be empty.
var machineBound = big.NewRat(1<<31-1, 1)

// Location is where the schema describes the value.
func (f *Format) Location() schema.Location { return f.loc }

// IsDuration reports texts that are durations.
func (f *Format) IsDuration() bool { return f.form == durationText }

// IsMoment reports texts that are a date with a time.
func (f *Format) IsMoment() bool { return f.form == momentText }

// bound notes the least and the greatest number where there are both.
func (f *Format) bound(b schema.Bounds) {
	low, high := b.Minimum, b.Maximum
	if low == nil {
		low = b.ExclusiveMinimum
	}
	if high == nil {
		high = b.ExclusiveMaximum
	}
	if low == nil || high == nil || high.Cmp(low) <= 0 ||
		new(big.Rat).Abs(low).Cmp(machineBound) >= 0 || new(big.Rat).Abs(high).Cmp(machineBound) >= 0 {
		return
	}
	f.low, _ = low.Float64()
	f.span, _ = new(big.Rat).Sub(high, low).Float64()
}

// AlignsRight reports whether values of this location are right-aligned in a column.
func (f Format) AlignsRight() bool {
	return f.loc.Kind().IsNumber()
}

// ratio is a number as a part of its bounds, not ok where it has none or lies
// outside.
func (f Format) ratio(v *ojson.Value) (part float64, ok bool) {
	if f.span == 0 || !v.Is(ojson.Number) {
		return 0, false
	}
	number, err := strconv.ParseFloat(v.Text(), 64)
	part = (number - f.low) / f.span
	return part, err == nil && part >= 0 && part <= 1
}

// formOf is what a text stands for. Without a schema, dates and links are
// recognized by how they are written.
func (f Format) formOf(v *ojson.Value) form {
	switch {
	case !v.Is(ojson.String):
		return anyText
	case !f.inferred:
		return f.form
	}
	return inferForm(v.Text())
}

func inferForm(text string) form {
	switch {
	case len(text) < len(time.DateOnly) || len(text) > maxInferred:
		return anyText
	case (strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://")) && !strings.ContainsAny(text, " \t\r\n"):
		return linkText
	case text[0] < '0' || text[0] > '9' || text[4] != '-':
		return anyText
	case len(text) == len(time.DateOnly):
		return dateText
	}
	return momentText
}

// maxInferred bounds the texts that may speak for themselves, in bytes.
const maxInferred = 2048

// note is what is dimmed next to a value: the weekday of a date, a duration
// in words, the title of an enumerated value.
func (f Format) note(v *ojson.Value) string {
	if len(f.titles) > 0 {
		if title, ok := f.titles[titleKey(v)]; ok {
			return title.Line(0).String()
		}
	}
	switch f.formOf(v) {
	case dateText:
		return weekday(time.DateOnly, v.Text())
	case momentText:
		if f.upTo == ToDays && PrecisionOf(v.Text()) == ToDays {
			return weekday(time.DateOnly, f.upTo.Shown(v.Text()))
		}
		if f.isLocalMoment(v.Text()) {
			return weekday(localLayout, v.Text()) + NoZone
		}
		return weekday(time.RFC3339, v.Text())
	case durationText:
		return formatDuration(v.Text())
	}
	return ""
}

func weekday(layout, text string) string {
	when, err := time.Parse(layout, text)
	if err != nil {
		return ""
	}
	return when.Format("Mon")
}

// titleKey is the compact JSON of a scalar; nothing else is looked up.
func titleKey(v *ojson.Value) string {
	if !v.Exists() || v.Len() > 0 {
		return ""
	}
	return string(v.Compact())
}

// NoZone ends the note of a time that is written without a zone, as Python does.
const NoZone = ", no time zone"

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

package formgen

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// The JSON Schema formats that dates are written in.
//
// Not stable, see the package comment.
const (
	DateOnly = "date"
	DateTime = "date-time"
)

// DateFormat is the format of a field that takes dates in words, "" for all others.
//
// Not stable, see the package comment.
func DateFormat(x *Field) string {
	if !x.Kind().IsString() {
		return ""
	}
	return dateFormatOf(x.Location())
}

// dateFormatOf is the format of the dates at a location, "" where none are.
func dateFormatOf(at schema.Location) string {
	format := at.Format().Exact()
	if format != DateOnly && format != DateTime || !at.Kind().IsString() || at.IsSecret() {
		return ""
	}
	return format
}

// FitDate is a date in the spelling that the field takes, such as in UTC where its pattern
// demands that; the date as it is where none fits.
//
// Not stable, see the package comment.
func FitDate(x *Field, date string) string { return fitDate(x.Location(), date) }

func fitDate(at schema.Location, date string) string {
	for _, text := range dateSpellings(date, dateFormatOf(at)) {
		if len(at.Validate(ojson.NewString(text))) == 0 {
			return text
		}
	}
	return date
}

// ResolveDate is the date that words mean in a field of dates, in the spelling that the field takes;
// any other text as it is.
//
// Not stable, see the package comment.
func ResolveDate(x *Field, text string, now time.Time) string {
	if !x.Kind().IsString() {
		return text
	}
	return resolveDate(x.Location(), text, now)
}

func resolveDate(at schema.Location, text string, now time.Time) string {
	if date, ok := parseDateWords(text, dateFormatOf(at), now); ok {
		return fitDate(at, date)
	}
	return text
}

// Weekday is the day of the week of the date in a field, "" where it contains none.
//
// Not stable, see the package comment.
func Weekday(x *Field) string { return weekdayOf(x.Text(), DateFormat(x)) }

// isNoDate reports a text that nobody reads as a date of a format: 2026-02-30, or words such as "tomorrow", which mean a day only where
// they are typed. Dialects that do not assert formats accept it, and no agent can use it. Of another format no text is one.
func isNoDate(text, format string) bool {
	if format == "" {
		return false
	}
	_, isDate := ParseDate(text, format, time.UTC)
	one, isReadable := parseDateWords(text, format, time.Unix(0, 0).UTC())
	other, _ := parseDateWords(text, format, time.Date(2000, time.June, 15, 13, 0, 0, 0, time.UTC))
	return !isDate && (!isReadable || one != other)
}

// maxSearched bounds the values that are searched for texts without their format.
const maxSearched = 10_000

// formatSearch finds texts that do not have their format in values that have no fields of their own.
type formatSearch struct {
	noDates  []schema.Problem
	warnings []schema.Problem
	left     int
}

func (s *formatSearch) search(at schema.Location, v *ojson.Value, pointer string) {
	if s.left--; s.left < 0 || !at.IsKnown() {
		return
	}
	at = at.For(v)
	switch {
	case v.Is(ojson.Object):
		for _, m := range v.Members() {
			s.search(at.Property(m.Name), m.Value, ojson.Pointer(pointer, m.Name))
		}
	case v.Is(ojson.Array):
		for i, item := range v.Items() {
			s.search(at.Item(i), item, ojson.Pointer(pointer, strconv.Itoa(i)))
		}
	case v.Is(ojson.String):
		for _, p := range at.Warn(v) {
			p.Pointer = pointer
			if isNoDate(v.Text(), dateFormatOf(at)) {
				s.noDates = append(s.noDates, p)
			} else {
				s.warnings = append(s.warnings, p)
			}
		}
	}
}

// parseDateWords reads dates as people type them: "tomorrow", "next fri", "last month", "+3d", "14 may".
// It returns the text to send for the words that a user typed into a field of that
// format. It reports false where the words are no date, or the format is another one.
func parseDateWords(words, format string, now time.Time) (string, bool) {
	words = strings.Join(strings.Fields(strings.ToLower(words)), " ")
	switch format {
	case DateOnly:
		if day, ok := day(words, now); ok && isWritable(day) {
			return day.Format(time.DateOnly), true
		}
	case DateTime:
		if t, ok := instant(words, now); ok && isWritable(t) {
			return t.Format(time.RFC3339), true
		}
	}
	return "", false
}

// NearestDate is the words for a date that a mistyped text in a field was meant to be: "tomorrow" for "tomorow"; "" for none. What has digits
// at its end is the time of day.
//
// Not stable, see the package comment.
func NearestDate(x *Field) string {
	words, at := strings.Join(strings.Fields(strings.ToLower(x.Text())), " "), ""
	if i := strings.LastIndexByte(words, ' '); i >= 0 && strings.ContainsAny(words[i:], "0123456789") {
		words, at = words[:i], words[i:]
	}
	near := safe.Nearest(words, dateNames())
	if _, ok := parseDateWords(near+at, DateFormat(x), time.Unix(0, 0)); near == "" || !ok {
		return ""
	}
	return near + at
}

// dateNames are words for days that are often mistyped. Short names of weekdays alone are left out: too many words are near them.
func dateNames() []string {
	names := []string{"today", "tomorrow", "yesterday"}
	units := []string{"week", "month", "year"}
	for d := time.Sunday; d <= time.Saturday; d++ {
		name := strings.ToLower(d.String())
		names, units = append(names, name), append(units, name[:3], name)
	}
	for _, which := range []string{"last", "this", "next"} {
		for _, unit := range units {
			names = append(names, which+" "+unit)
		}
	}
	return names
}

// isWritable reports a year of four digits, which both formats demand.
func isWritable(t time.Time) bool { return 0 <= t.Year() && t.Year() <= 9999 }

// The ways to write a date and time that schemas demand by a pattern. The first is that of
// the format.
const (
	noZone          = "2006-01-02T15:04:05"
	minutes         = "2006-01-02T15:04Z07:00"
	minutesNoZone   = "2006-01-02T15:04"
	fractions       = "2006-01-02T15:04:05.000Z07:00"
	fractionsNoZone = "2006-01-02T15:04:05.000"
)

// dateSpellings are the ways to write the moment of a text in the format, the text itself first:
// in UTC, without a zone, and with other digits for the seconds.
func dateSpellings(text, format string) []string {
	t, err := time.Parse(time.RFC3339, text)
	if format != DateTime || err != nil {
		return []string{text}
	}
	return []string{
		text, t.UTC().Format(time.RFC3339), t.Format(noZone),
		t.UTC().Format(fractions), t.Format(fractions), t.Format(fractionsNoZone),
		t.UTC().Format(minutes), t.Format(minutes), t.Format(minutesNoZone),
	}
}

// ParseDate reads a text in the format, as [dateSpellings] writes it. Without a zone it is in the
// one given.
//
// Not stable, see the package comment.
func ParseDate(text, format string, in *time.Location) (time.Time, bool) {
	layouts := map[string][]string{
		DateOnly: {time.DateOnly},
		DateTime: {time.RFC3339, noZone, minutes, minutesNoZone},
	}[format]
	for _, layout := range layouts {
		if t, err := time.ParseInLocation(layout, text, in); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// weekdayOf returns the day of the week of a text in the format, "" where it is none.
func weekdayOf(text, format string) string {
	t, ok := ParseDate(text, format, time.UTC)
	if !ok {
		return ""
	}
	return t.Weekday().String()
}

// moment reads "now", a day, a day with a time, and a time of today. A day alone begins
// at midnight.
func instant(words string, now time.Time) (time.Time, bool) {
	if words == "now" {
		return now.Truncate(time.Second), true
	}
	if t, ok := hours(words, now); ok {
		return t.Truncate(time.Second), true
	}
	if d, ok := day(words, now); ok {
		return d, true
	}
	rest, at := "today", words
	if i := strings.LastIndexByte(words, ' '); i >= 0 {
		rest, at = strings.TrimSuffix(words[:i], " at"), words[i+1:]
	}
	if rest == "at" {
		rest = "today"
	}
	d, ok := day(rest, now)
	if date, err := time.ParseInLocation(time.DateOnly, rest, now.Location()); err == nil {
		d, ok = date, true
	}
	for _, layout := range []string{"15:04", "15:04:05", "3pm", "3:04pm"} {
		if clock, err := time.Parse(layout, at); err == nil && ok {
			return time.Date(d.Year(), d.Month(), d.Day(), clock.Hour(), clock.Minute(), clock.Second(), 0, d.Location()), true
		}
	}
	return time.Time{}, false
}

// hours reads a distance from now in hours or minutes: "+2h", "in 30 minutes".
func hours(words string, now time.Time) (time.Time, bool) {
	n, unit, ok := distance(words)
	if !ok {
		return time.Time{}, false
	}
	switch unit {
	case "h", "hour", "hours":
		return now.Add(time.Duration(n) * time.Hour), true
	case "min", "minute", "minutes":
		return now.Add(time.Duration(n) * time.Minute), true
	}
	return time.Time{}, false
}

// day reads words for a day, and returns its midnight.
func day(words string, now time.Time) (time.Time, bool) {
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	switch words {
	case "today":
		return today, true
	case "tomorrow":
		return today.AddDate(0, 0, 1), true
	case "yesterday":
		return today.AddDate(0, 0, -1), true
	}
	if d, ok := period(words, today); ok {
		return d, true
	}
	if n, unit, ok := distance(words); ok {
		return shift(today, n, unit)
	}
	if d, ok := weekday(words, today); ok {
		return d, true
	}
	if d, ok := numericDay(words, now.Location()); ok {
		return d, true
	}
	return calendarDay(words, today)
}

// period reads "last", "this" and "next" with "week", "month" and "year" as the first day of it. A week begins on Monday.
func period(words string, today time.Time) (time.Time, bool) {
	which, unit, _ := strings.Cut(words, " ")
	n, ok := map[string]int{"last": -1, "this": 0, "next": 1}[which]
	switch year, month, _ := today.Date(); unit {
	case "week":
		today = today.AddDate(0, 0, 7*n-int(today.Weekday()+6)%7)
	case "month":
		today = time.Date(year, month+time.Month(n), 1, 0, 0, 0, 0, today.Location())
	case "year":
		today = time.Date(year+n, time.January, 1, 0, 0, 0, 0, today.Location())
	default:
		ok = false
	}
	return today, ok
}

// weekday reads "fri" as the first Friday after today, "this fri" and "next fri" as that
// of this week and the next, and "last fri" as the one before today. A week begins on
// Monday.
func weekday(words string, today time.Time) (time.Time, bool) {
	which, name, found := strings.Cut(words, " ")
	if !found {
		which, name = "", words
	}
	target := -1
	for d := time.Sunday; d <= time.Saturday; d++ {
		if isShort(name, d.String()) {
			target = int(d+6) % 7
		}
	}
	if target < 0 {
		return today, false
	}
	ahead := target - int(today.Weekday()+6)%7
	switch which {
	case "":
		if ahead <= 0 {
			ahead += 7
		}
	case "this":
	case "next":
		ahead += 7
	case "last":
		if ahead >= 0 {
			ahead -= 7
		}
	default:
		return today, false
	}
	return today.AddDate(0, 0, ahead), true
}

// isShort reports a name in full or by at least its first three letters.
func isShort(text, name string) bool {
	return len(text) >= 3 && strings.HasPrefix(strings.ToLower(name), text)
}

// distance reads "+3d", "-2 weeks", "in 3 days" and "3 days ago".
func distance(words string) (n int, unit string, ok bool) {
	sign := 1
	rest, isIn := strings.CutPrefix(words, "in ")
	rest, isAgo := strings.CutSuffix(rest, " ago")
	isSigned := strings.HasPrefix(rest, "+") || strings.HasPrefix(rest, "-")
	switch {
	case isIn && isAgo, isSigned && (isIn || isAgo), !isIn && !isAgo && !isSigned:
		return 0, "", false
	case isAgo || rest[0] == '-':
		sign = -1
	}
	rest = strings.TrimSpace(strings.TrimLeft(rest, "+-"))
	for _, one := range []string{"a ", "an "} {
		if after, ok := strings.CutPrefix(rest, one); ok {
			return sign, after, true
		}
	}
	digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
	n, err := strconv.Atoi(digits)
	const maximum = 999_999
	if err != nil || n > maximum {
		return 0, "", false
	}
	return sign * n, strings.TrimSpace(rest[len(digits):]), true
}

func shift(today time.Time, n int, unit string) (time.Time, bool) {
	switch unit {
	case "d", "day", "days":
		return today.AddDate(0, 0, n), true
	case "w", "week", "weeks":
		return today.AddDate(0, 0, 7*n), true
	case "m", "month", "months":
		return addMonths(today, n), true
	case "y", "year", "years":
		return addMonths(today, 12*n), true
	}
	return today, false
}

// addMonths keeps the day of the month, the last one where the month is shorter.
func addMonths(d time.Time, n int) time.Time {
	first := time.Date(d.Year(), d.Month()+time.Month(n), 1, 0, 0, 0, 0, d.Location())
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(d.Day(), last)-1)
}

// numericDay reads a day in digits where there is one reading: the year first, 24.12.2026 with the
// day first, and with strokes only where one number is no month or both are the same.
func numericDay(words string, in *time.Location) (time.Time, bool) {
	if _, err := time.Parse(time.DateOnly, words); err == nil {
		return time.Time{}, false // the format itself needs no reading
	}
	year, month, day, ok := numbersOf(words)
	if !ok {
		return time.Time{}, false
	}
	return exact(year, month, day, in)
}

// numbersOf are the three numbers of a day in digits, whether there is such a day or not.
func numbersOf(words string) (year int, month time.Month, day int, ok bool) {
	parts := strings.FieldsFunc(words, func(r rune) bool { return strings.ContainsRune("./-", r) })
	if len(parts) != 3 {
		return 0, 0, 0, false
	}
	var n [3]int
	for i, part := range parts {
		number, err := strconv.Atoi(part)
		if err != nil {
			return 0, 0, 0, false
		}
		n[i] = number
	}
	switch {
	case len(parts[0]) == 4:
		return n[0], time.Month(n[1]), n[2], true
	case len(parts[2]) != 4:
	case strings.Contains(words, "."), n[0] > 12, n[0] == n[1]:
		return n[2], time.Month(n[1]), n[0], true
	case n[1] > 12:
		return n[2], time.Month(n[0]), n[1], true
	}
	return 0, 0, 0, false
}

// monthOverrun says how many days a month has, for a day in digits beyond its last one: "February 2027 has 28 days"; "" for any
// other text.
func monthOverrun(text string) string {
	year, month, day, ok := numbersOf(strings.TrimSpace(text))
	if !ok || month < time.January || month > time.December {
		return ""
	}
	last := time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC).Day()
	if day <= last || day > longestMonth {
		return ""
	}
	return fmt.Sprintf("%s %d has %d days", month, year, last)
}

// longestMonth is the greatest number that is a day of any month.
const longestMonth = 31

// calendarDay reads "14 may", "may 14" and "14 may 2027". Without a year it is the next
// such day, today included.
func calendarDay(words string, today time.Time) (time.Time, bool) {
	parts := strings.Fields(strings.NewReplacer(",", " ", ".", " ").Replace(words))
	if len(parts) < 2 || len(parts) > 3 {
		return today, false
	}
	month, ok := monthOf(parts[1])
	number := parts[0]
	if !ok {
		month, ok = monthOf(parts[0])
		number = parts[1]
	}
	n, err := strconv.Atoi(strings.TrimRight(number, "sthndr"))
	if !ok || err != nil {
		return today, false
	}
	if len(parts) == 3 {
		year, err := strconv.Atoi(parts[2])
		if err != nil || len(parts[2]) != 4 {
			return today, false
		}
		return exact(year, month, n, today.Location())
	}
	const leapYears = 8 // at most, between two years that have a 29 February
	for year := today.Year(); year <= today.Year()+leapYears; year++ {
		if d, ok := exact(year, month, n, today.Location()); ok && !d.Before(today) {
			return d, true
		}
	}
	return today, false
}

func monthOf(text string) (time.Month, bool) {
	for m := time.January; m <= time.December; m++ {
		if isShort(text, m.String()) {
			return m, true
		}
	}
	return 0, false
}

// exact is a day of the calendar; false where the month has no such day.
func exact(year int, month time.Month, n int, in *time.Location) (time.Time, bool) {
	d := time.Date(year, month, n, 0, 0, 0, 0, in)
	return d, d.Month() == month && d.Day() == n
}

package formgen

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A Thursday.
var now = time.Date(2026, time.May, 14, 13, 4, 5, 678, time.FixedZone("", 2*3600))

func TestWordsAreDates(t *testing.T) {
	for words, want := range map[string]string{
		"today":          "2026-05-14",
		"Tomorrow":       "2026-05-15",
		" tomorrow ":     "2026-05-15",
		"yesterday":      "2026-05-13",
		"fri":            "2026-05-15",
		"friday":         "2026-05-15",
		"thu":            "2026-05-21",
		"wed":            "2026-05-20",
		"this fri":       "2026-05-15",
		"this mon":       "2026-05-11",
		"next fri":       "2026-05-22",
		"next  mon":      "2026-05-18",
		"last fri":       "2026-05-08",
		"last thu":       "2026-05-07",
		"+3d":            "2026-05-17",
		"+ 3 d":          "2026-05-17",
		"-1d":            "2026-05-13",
		"+2w":            "2026-05-28",
		"+1m":            "2026-06-14",
		"+1y":            "2027-05-14",
		"in 3 days":      "2026-05-17",
		"in a week":      "2026-05-21",
		"in 2 months":    "2026-07-14",
		"10 days ago":    "2026-05-04",
		"2 weeks ago":    "2026-04-30",
		"a month ago":    "2026-04-14",
		"6 months ago":   "2025-11-14",
		"2 years ago":    "2024-05-14",
		"last week":      "2026-05-04",
		"this week":      "2026-05-11",
		"next week":      "2026-05-18",
		"Last  month":    "2026-04-01",
		"this month":     "2026-05-01",
		"next month":     "2026-06-01",
		"last year":      "2025-01-01",
		"this year":      "2026-01-01",
		"next year":      "2027-01-01",
		"14 may":         "2026-05-14",
		"13 may":         "2027-05-13",
		"may 20":         "2026-05-20",
		"20th may":       "2026-05-20",
		"14. may":        "2026-05-14",
		"1 march 2028":   "2028-03-01",
		"march 1, 2028":  "2028-03-01",
		"29 feb":         "2028-02-29",
		"24.12.2026":     "2026-12-24",
		"3.4.2026":       "2026-04-03",
		"12/24/2026":     "2026-12-24",
		"24/12/2026":     "2026-12-24",
		"24-12-2026":     "2026-12-24",
		"5/5/2026":       "2026-05-05",
		"2026/12/24":     "2026-12-24",
		"2026.1.2":       "2026-01-02",
		"03/04/2026":     "",
		"24.12.26":       "",
		"31.02.2026":     "",
		"13/13/2026":     "",
		"2026-05-15":     "",
		"":               "",
		"+3":             "",
		"3":              "",
		"3d":             "",
		"in":             "",
		"fr":             "",
		"may":            "",
		"31 june":        "",
		"in 3 days ago":  "",
		"next tomorrow":  "",
		"last":           "",
		"week":           "",
		"some week":      "",
		"last day":       "",
		"some fri":       "",
		"+99999999999d":  "",
		"+900000d":       "4490-06-25",
		"+9000y":         "",
		"14 may 26":      "",
		"tomorrow 14:30": "",
		"now":            "",
	} {
		got, ok := parseDateWords(words, DateOnly, now)
		if got != want || ok != (want != "") {
			t.Errorf("%q is %q, %v; want %q", words, got, ok, want)
		}
	}
}

func TestWordsAreTimes(t *testing.T) {
	for words, want := range map[string]string{
		"now":               "2026-05-14T13:04:05+02:00",
		"tomorrow":          "2026-05-15T00:00:00+02:00",
		"last month":        "2026-04-01T00:00:00+02:00",
		"next week 9:00":    "2026-05-18T09:00:00+02:00",
		"tomorrow 14:30":    "2026-05-15T14:30:00+02:00",
		"tomorrow at 9:05":  "2026-05-15T09:05:00+02:00",
		"next fri at 14:30": "2026-05-22T14:30:00+02:00",
		"14:30":             "2026-05-14T14:30:00+02:00",
		"at 14:30":          "2026-05-14T14:30:00+02:00",
		"+2h":               "2026-05-14T15:04:05+02:00",
		"tomorrow 9am":      "2026-05-15T09:00:00+02:00",
		"fri at 2:30pm":     "2026-05-15T14:30:00+02:00",
		"2026-12-01 09:00":  "2026-12-01T09:00:00+02:00",
		"in 30 minutes":     "2026-05-14T13:34:05+02:00",
		"25:00":             "",
		"tomorrow 14":       "",
		"soon 14:30":        "",
	} {
		if got, ok := parseDateWords(words, DateTime, now); got != want || ok != (want != "") {
			t.Errorf("%q is %q, %v; want %q", words, got, ok, want)
		}
	}
}

func TestAMonthLaterIsAtMostItsLastDay(t *testing.T) {
	january := time.Date(2026, time.January, 31, 9, 0, 0, 0, time.UTC)
	if got, _ := parseDateWords("+1m", DateOnly, january); got != "2026-02-28" {
		t.Errorf("a month after 31 January is %s", got)
	}
}

// A period begins on its first day, on every day of it and beyond the end of a year.
func TestPeriodsBeginOnTheirFirstDay(t *testing.T) {
	for _, tt := range []struct{ today, words, want string }{
		{"2026-05-31", "last month", "2026-04-01"},
		{"2026-03-31", "last month", "2026-02-01"},
		{"2026-01-31", "next month", "2026-02-01"},
		{"2026-01-15", "last month", "2025-12-01"},
		{"2026-12-31", "next month", "2027-01-01"},
		{"2028-02-29", "last year", "2027-01-01"},
		{"2026-05-10", "this week", "2026-05-04"}, // a Sunday
		{"2026-05-11", "this week", "2026-05-11"}, // a Monday
		{"2026-05-11", "last week", "2026-05-04"},
		{"2026-12-31", "next week", "2027-01-04"},
	} {
		today, _ := time.Parse(time.DateOnly, tt.today)
		if got, _ := parseDateWords(tt.words, DateOnly, today); got != tt.want {
			t.Errorf("on %s, %s is %q; want %s", tt.today, tt.words, got, tt.want)
		}
	}
}

func TestADayIsThatOfTheTimeZone(t *testing.T) {
	late := time.Date(2026, time.May, 14, 23, 30, 0, 0, time.FixedZone("", -10*3600))
	if got, _ := parseDateWords("today", DateOnly, late); got != "2026-05-14" {
		t.Errorf("today is %s", got)
	}
}

func TestOnlyDatesHaveWords(t *testing.T) {
	if got, ok := parseDateWords("tomorrow", "email", now); ok {
		t.Errorf("an e-mail is %q", got)
	}
}

func TestWeekdays(t *testing.T) {
	for _, tt := range []struct{ text, format, want string }{
		{"2026-05-14", DateOnly, "Thursday"},
		{"2026-05-14T23:00:00-10:00", DateTime, "Thursday"},
		{"2026-02-30", DateOnly, ""},
		{"2026-05-14", "email", ""},
		{"soon", DateOnly, ""},
	} {
		if got := weekdayOf(tt.text, tt.format); got != tt.want {
			t.Errorf("%s in %s is a %q; want %q", tt.text, tt.format, got, tt.want)
		}
	}
}

// Whatever is typed, what comes of it is a text of the format.
func TestEveryResultHasItsFormat(t *testing.T) {
	words := rapid.StringMatching(`(in |next |last |\+|-)?[0-9]{0,6} ?(d|w|m|y|days|week|month|year|fri|may|feb|h)( [0-9]{4}| ago| 1[0-9]:30)?`)
	rapid.Check(t, func(t *rapid.T) {
		text := words.Draw(t, "words")
		for _, format := range []string{DateOnly, DateTime} {
			if got, ok := parseDateWords(text, format, now); ok && weekdayOf(got, format) == "" {
				t.Fatalf("%q is %q, which is no %s", text, got, format)
			}
		}
	})
}

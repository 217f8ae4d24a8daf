package form_test

import (
	"testing"
	"time"

	"a2aform/ui/apptest"

	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// thursday is the clock of the forms in these tests.
func thursday() time.Time { return time.Date(2026, time.May, 14, 13, 4, 5, 0, time.UTC) }

func startDates(t *testing.T, width, height int) *uitest.Driver {
	c := apptest.OneForm(`{"type":"object","properties":{"first-day":{"type":"string","format":"date"},"note":{"type":"string"}}}`)
	url := apptest.Agent(t, c, apptest.Says(`"result":{}`))
	return uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: url, Demo: apptest.NoDemo, Now: thursday}), width, height).WaitFor("The skill")
}

// The date that words mean is shown while they are typed, takes their place when the row is
// left, and is sent; undo brings the words back.
func TestDatesAreTypedInWords(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{36, 12}, {80, 24}, {120, 40}} {
		d := apptest.OpenForm(startDates(t, size[0], size[1])).WaitFor("First day")
		d.Type("next fri").WaitFor("next fri")
		if size[0] >= 80 {
			d.WaitFor("next fri   → 2026-05-22 Friday")
		}
		d.Press("tab").WaitGone("next fri ").WaitFor("2026-05-22")
		d.Press("ctrl+z").WaitFor("next fri ")
		d.Press("ctrl+s").WaitFor("› Review", "2026-05-22  Fri").Press("v").WaitFor(`"first-day": "2026-05-22"`).WaitGone("Fri")
	}
}

// The calendar shows the date of the field, and takes the day that has the cursor.
func TestADayIsTakenFromTheCalendar(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{36, 14}, {80, 24}, {120, 40}} {
		d := apptest.OpenForm(startDates(t, size[0], size[1])).WaitFor("First day")
		d.Press("f4").WaitFor("May 2026", "[14]", "today")
		d.Press("right", "down").WaitFor("[22]", "Fri 22 May 2026")
		d.Press("pgdown").WaitFor("June 2026", "[22]")
		d.Press("esc").WaitGone("June 2026")
		d.Press("f4").WaitFor("[14]").Press("right", "enter").WaitGone("May 2026").WaitFor("2026-05-15")
		d.Press("f4").WaitFor("[15]").Press("esc")
		d.Press("ctrl+s").WaitFor("› Review").Press("v").WaitFor(`"first-day": "2026-05-15"`)
	}
}

func TestTheCalendarKeepsWithinTheDeclaredDays(t *testing.T) {
	t.Parallel()
	c := apptest.OneForm(`{"type":"object","properties":{"x":{"type":"string","format":"date-time","formatMinimum":"2026-05-10T00:00:00Z","formatMaximum":"2026-05-16T00:00:00Z"}}}`)
	url := apptest.Agent(t, c, apptest.Says(`"result":{}`))
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: url, Demo: apptest.NoDemo, Now: thursday}), 100, 30).WaitFor("The skill")
	d = apptest.OpenForm(d).WaitFor("X")
	d.Press("f4").WaitFor("[14]").Press("pgdown").WaitFor("[16]").Press("home").WaitFor("[10]").Press("enter").WaitGone("[10]")
	d.Press("ctrl+s").WaitFor("› Review").Press("v").WaitFor(`"x": "2026-05-10T00:00:00Z"`)
}

// A day of the calendar is written as the pattern of its field demands.
func TestADayIsSpelledAsThePatternDemands(t *testing.T) {
	t.Parallel()
	c := apptest.OneForm(`{"type":"object","properties":{"x":{"type":"string","format":"date-time","pattern":"Z$"},"y":{"type":"string","format":"date-time","pattern":"T00:00:00$"}}}`)
	url := apptest.Agent(t, c, apptest.Says(`"result":{}`))
	lima := func() time.Time { return time.Date(2026, time.May, 14, 13, 4, 5, 0, time.FixedZone("", -5*3600)) }
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: url, Demo: apptest.NoDemo, Now: lima}), 100, 30).WaitFor("The skill")
	d = apptest.OpenForm(d).WaitFor("X")
	d.Press("f4").WaitFor("[14]").Press("enter").WaitGone("[14]").Press("tab")
	d.Press("f4").WaitFor("[14]").Press("right", "enter").WaitGone("[15]")
	d.Press("f4").WaitFor("[15]").Press("esc")
	d.Press("ctrl+s").WaitFor("› Review", "2026-05-14T05:00:00Z  Thu", "2026-05-15T00:00:00  Fri").Press("v").WaitFor(`"x": "2026-05-14T05:00:00Z"`, `"y": "2026-05-15T00:00:00"`)
}

func TestADayIsClickedInTheCalendar(t *testing.T) {
	t.Parallel()
	d := apptest.OpenForm(startDates(t, 80, 24)).WaitFor("First day").Press("f4").WaitFor("[14]")
	apptest.ClickAt(t, d, " 22 ", 1).WaitFor("[22]").Press("enter").WaitGone("[22]").WaitFor("2026-05-22")
}

package ui_test

import (
	"testing"
	"time"

	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// thursday is the clock of the forms in these tests.
func thursday() time.Time { return time.Date(2026, time.May, 14, 13, 4, 5, 0, time.UTC) }

func startDates(t *testing.T, width, height int) *uitest.Driver {
	c := oneForm(`{"type":"object","properties":{"first-day":{"type":"string","format":"date"},"note":{"type":"string"}}}`)
	url := agent(t, c, says(`"result":{}`))
	return uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: url, Demo: noDemo, Now: thursday}), width, height).WaitFor("The skill")
}

// The date that words mean is shown while they are typed, takes their place when the row is
// left, and is sent; undo brings the words back.
func TestDatesAreTypedInWords(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{36, 12}, {80, 24}, {120, 40}} {
		d := openForm(startDates(t, size[0], size[1])).WaitFor("First day")
		d.Type("next fri").WaitFor("next fri")
		if size[0] >= 80 {
			d.WaitFor("next fri   → 2026-05-22 Friday")
		}
		d.Press("tab").WaitGone("next fri ").WaitFor("2026-05-22")
		d.Press("ctrl+z").WaitFor("next fri ")
		d.Press("ctrl+s").WaitFor(`"first-day": "2026-05-22"`)
	}
}

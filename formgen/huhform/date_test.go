package huhform_test

import (
	"strings"
	"testing"
	"time"

	"a2aform/formgen"
)

const dates = `{"type":"object","properties":{
	"day":{"type":"string","format":"date"},
	"at":{"type":"string","format":"date-time"},
	"note":{"type":"string"}}}`

// thursday is the clock of these tests.
func thursday() time.Time {
	return time.Date(2026, time.May, 14, 13, 4, 5, 0, time.FixedZone("", 2*3600))
}

func startDates(t *testing.T) *harness {
	h := start(t, dates)
	h.page.SetClock(thursday)
	return h
}

func (h *harness) shows(texts ...string) {
	h.t.Helper()
	for _, text := range texts {
		if !strings.Contains(h.view(), text) {
			h.t.Errorf("%q is not shown:\n%s", text, h.view())
		}
	}
}

func TestWordsForADateAreSentAsTheDate(t *testing.T) {
	h := startDates(t)
	h.press("tomorrow")
	h.shows("tomorrow   → 2026-05-15 Friday")
	if got := h.value(); got != `{"day":"2026-05-15"}` {
		t.Errorf("while words are typed, %s is sent", got)
	}
	h.press("tab")
	h.shows("2026-05-15  Friday")
	if strings.Contains(h.view(), "tomorrow ") {
		t.Errorf("the words are still there:\n%s", h.view())
	}
	h.press("in 2 hours")
	h.shows("→ 2026-05-14T15:04:05+02:00 Thursday")
	h.press("tab")
	if got := h.value(); got != `{"day":"2026-05-15","at":"2026-05-14T15:04:05+02:00"}` {
		t.Errorf("%s is sent", got)
	}
	h.press("tomorrow")
	if got := h.form.At("/note").Text(); got != "tomorrow" {
		t.Errorf("words of a text that is no date become %q", got)
	}
}

func TestUndoBringsTheWordsForADateBack(t *testing.T) {
	h := startDates(t)
	h.press("next fri", "tab", "ctrl+z")
	h.shows("next fri   → 2026-05-22 Friday")
	h.press("backspace", "backspace", "backspace", "mon", "tab", "tab", "x", "ctrl+z")
	if strings.Contains(h.view(), "next mon ") {
		t.Errorf("the words came back after another edit:\n%s", h.view())
	}
	h.press("up", "up", "ctrl+z")
	h.shows("next mon   → 2026-05-18 Monday")
	if x := h.page.Focused(); x != h.form.At("/day") || x.Presence() != formgen.Set {
		t.Errorf("the focus is at %s", x.Pointer())
	}
}

func TestADateShowsItsWeekday(t *testing.T) {
	h := startDates(t)
	h.press("2026-05-1")
	if strings.Contains(h.view(), "day ") && strings.Contains(h.view(), "Thursday") {
		t.Errorf("half a date has a weekday:\n%s", h.view())
	}
	h.press("4")
	h.shows("2026-05-14   Thursday")
	h.press("tab")
	h.shows("2026-05-14  Thursday")
}

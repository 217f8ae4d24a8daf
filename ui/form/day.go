package form

import (
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/internal/safe"
	"a2aform/internal/widget/calendar"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// dayDialog is a calendar for a field.
type dayDialog struct {
	*calendar.Model
	field *formgen.Field
	now   time.Time
	taken func() tea.Cmd
}

// askDay shows the month of the date in a field, or this month; taken is called once the field
// has the day that the user takes.
func askDay(h *kit.Host, x *formgen.Field, taken func() tea.Cmd) {
	now := h.Options.Clock()
	at, ok := dateOf(x.Text(), x, now)
	if !ok || x.Presence() != formgen.Set {
		at = now
	}
	low, high := x.Location().FormatRange()
	minDay, _ := dateOf(exactDay(low), x, now)
	maxDay, _ := dateOf(exactDay(high), x, now)
	st := h.Styles.Form
	days := calendar.New(at, now, minDay, maxDay, calendar.Styles{Title: st.Section, Selected: st.FocusedLabel, Day: st.Value, Dim: st.Dim})
	h.Overlay = &kit.Overlay{Host: h, Title: x.Label(), Panel: dayDialog{days, x, now, taken}}
}

func exactDay(text safe.Raw) string { return text.Exact() } //nolint:forbidigo // parsed, never drawn

// dateOf reads a text in the format of a field of dates.
func dateOf(text string, x *formgen.Field, now time.Time) (time.Time, bool) {
	return formgen.ParseDate(text, formgen.DateFormat(x), now.Location())
}

func (d dayDialog) Width() int { return calendar.Width }

func (d dayDialog) Keys() []kit.Key {
	return kit.Shown(shortcut.On(calendar.Keys.Choose, calendar.Keys.NextMonth, calendar.Keys.Today, kit.Keys.Back)...)
}

func (d dayDialog) Click(column, line int) { d.Model.Click(column, line) }

func (d dayDialog) Update(msg tea.KeyPressMsg) (closed bool, cmd tea.Cmd) {
	switch {
	case key.Matches(msg, calendar.Keys.Choose):
		d.field.SetText(formgen.FitDate(d.field, d.text()))
		return true, d.taken()
	case key.Matches(msg, kit.Keys.Back, kit.Keys.Editor):
		return true, nil
	}
	d.Press(msg)
	return false, nil
}

// text is the day in the format of the field. A date with a time keeps its time; without
// one it begins at midnight.
func (d dayDialog) text() string {
	day := d.Day()
	if formgen.DateFormat(d.field) != formgen.DateTime {
		return day.Format(time.DateOnly)
	}
	at, ok := dateOf(d.field.Text(), d.field, d.now)
	if !ok {
		at = time.Date(0, 1, 1, 0, 0, 0, 0, d.now.Location())
	}
	return time.Date(day.Year(), day.Month(), day.Day(), at.Hour(), at.Minute(), at.Second(), 0, at.Location()).Format(time.RFC3339)
}

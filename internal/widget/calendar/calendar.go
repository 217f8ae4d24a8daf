// Package calendar shows the days of a month, of which the user chooses one.
package calendar

import (
	"fmt"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
)

// Width and Height are the size of the calendar.
const (
	Width  = cell * 7
	Height = weeks + 5
	cell   = 4 // columns of a day
	weeks  = 6 // lines for the days of any month
)

// Styles are the colors of a calendar.
type Styles struct{ Title, Selected, Day, Dim lipgloss.Style }

// Model is one calendar. Use [New].
type Model struct {
	at       time.Time // midnight of the day that has the cursor
	today    time.Time
	min, max time.Time // zero for no bound
	styles   Styles
}

// New is a calendar with the cursor at a day, or at the nearest one from min to max, which
// are zero for no bound. Of all times only the day counts.
func New(at, today, minDay, maxDay time.Time, styles Styles) *Model {
	m := &Model{today: midnight(today), styles: styles}
	if !minDay.IsZero() {
		m.min = midnight(minDay)
	}
	if !maxDay.IsZero() {
		m.max = midnight(maxDay)
	}
	m.moveTo(midnight(at))
	return m
}

// midnight is a day without its time and zone, so that every day has 24 hours.
func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

// Day is the day that has the cursor.
func (m *Model) Day() time.Time { return m.at }

func (m *Model) isAllowed(d time.Time) bool {
	return (m.min.IsZero() || !d.Before(m.min)) && (m.max.IsZero() || !d.After(m.max))
}

// moveTo goes to a day, as far as the bounds and years of four digits allow.
func (m *Model) moveTo(d time.Time) {
	switch {
	case !m.max.IsZero() && d.After(m.max):
		d = m.max
	case !m.min.IsZero() && d.Before(m.min):
		d = m.min
	}
	if 0 <= d.Year() && d.Year() <= 9999 {
		m.at = d
	}
}

// moveMonths keeps the day of the month, the last one where the month is shorter.
func (m *Model) moveMonths(n int) {
	first := time.Date(m.at.Year(), m.at.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	m.moveTo(first.AddDate(0, 0, min(m.at.Day(), last)-1))
}

// Keys are those of a calendar.
var Keys = struct{ Choose, DayBefore, NextDay, WeekBefore, NextWeek, MonthBefore, NextMonth, First, Last, Today key.Binding }{
	Choose:      bind("Take this day", "enter"),
	DayBefore:   bind("Day before", "left", "h"),
	NextDay:     bind("Next day", "right", "l"),
	WeekBefore:  bind("Week before", "up", "k"),
	NextWeek:    bind("Next week", "down", "j"),
	MonthBefore: bind("Month before", "pgup"),
	NextMonth:   bind("Next month", "pgdown"),
	First:       bind("First of the month", "home"),
	Last:        bind("Last of the month", "end"),
	Today:       bind("Today", "t"),
}

func bind(help string, on ...string) key.Binding {
	return key.NewBinding(key.WithKeys(on...), key.WithHelp(on[0], help))
}

// Press moves the cursor; it reports false for a key that does nothing here.
func (m *Model) Press(msg tea.KeyPressMsg) bool {
	switch {
	case key.Matches(msg, Keys.DayBefore):
		m.moveTo(m.at.AddDate(0, 0, -1))
	case key.Matches(msg, Keys.NextDay):
		m.moveTo(m.at.AddDate(0, 0, 1))
	case key.Matches(msg, Keys.WeekBefore):
		m.moveTo(m.at.AddDate(0, 0, -7))
	case key.Matches(msg, Keys.NextWeek):
		m.moveTo(m.at.AddDate(0, 0, 7))
	case key.Matches(msg, Keys.MonthBefore):
		m.moveMonths(-1)
	case key.Matches(msg, Keys.NextMonth):
		m.moveMonths(1)
	case key.Matches(msg, Keys.First):
		m.moveTo(m.at.AddDate(0, 0, 1-m.at.Day()))
	case key.Matches(msg, Keys.Last):
		m.moveTo(m.at.AddDate(0, 1, -m.at.Day()))
	case key.Matches(msg, Keys.Today):
		m.moveTo(m.today)
	default:
		return false
	}
	return true
}

// first is the Monday on or before the first day of the month.
func (m *Model) first() time.Time {
	first := m.at.AddDate(0, 0, 1-m.at.Day())
	return first.AddDate(0, 0, -(int(first.Weekday()+6) % 7))
}

// Lines draws the month, and below it the day in full.
func (m *Model) Lines() []string {
	title := m.at.Format("January 2006")
	lines := []string{
		m.styles.Title.Render(strings.Repeat(" ", (Width-len(title))/2) + title),
		m.styles.Dim.Render(" Mo  Tu  We  Th  Fr  Sa  Su "),
	}
	day := m.first()
	for range weeks {
		var line strings.Builder
		for range 7 {
			line.WriteString(m.drawDay(day))
			day = day.AddDate(0, 0, 1)
		}
		lines = append(lines, line.String())
	}
	about := m.at.Format("Mon 2 January 2006")
	if m.at.Equal(m.today) {
		about += ", today"
	}
	return append(lines, "", m.styles.Day.Render(about), m.styles.Dim.Render("t goes to today"))
}

// drawDay draws a day of the month. The cursor has brackets, so that it is seen without
// colors.
func (m *Model) drawDay(day time.Time) string {
	text := fmt.Sprintf(" %2d ", day.Day())
	switch {
	case day.Month() != m.at.Month():
		return strings.Repeat(" ", cell)
	case day.Equal(m.at):
		return m.styles.Selected.Render("[" + text[1:3] + "]")
	case !m.isAllowed(day):
		return m.styles.Dim.Render(text)
	case day.Equal(m.today):
		return m.styles.Title.Render(text)
	}
	return m.styles.Day.Render(text)
}

// Click moves the cursor to the day at a column and a line of [Model.Lines]; it reports
// false where there is none.
func (m *Model) Click(column, line int) bool {
	const head = 2
	if column < 0 || column >= Width || line < head || line >= head+weeks {
		return false
	}
	day := m.first().AddDate(0, 0, (line-head)*7+column/cell)
	if day.Month() != m.at.Month() || !m.isAllowed(day) {
		return false
	}
	m.at = day
	return true
}

package qa

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/dustin/go-humanize/english"

	"a2aform/internal/qa/doctor"
	"a2aform/internal/safe"
	"a2aform/internal/widget/ansistyle"
	"a2aform/ui/kit"
)

func (s *DoctorScreen) Restyle() {
	s.pens = kit.NewPens(s.Styles())
}

func levelStyle(p *kit.Pens, l doctor.Level) *ansistyle.Style {
	switch l {
	case doctor.Error:
		return &p.Bad
	case doctor.Warning:
		return &p.Warn
	}
	return &p.Dim
}

func (s *DoctorScreen) Layout(w, h int) {
	s.Base.Layout(w, h)
	s.clamp()
}

// The lines about a finding below the list, where they fit: the border, and the rule,
// the location, what, why and fix, one of them on two lines.
const (
	maxAbout = 8
	midAbout = 6
	minRows  = 4 // of the list
)

// aboutHeight is how many lines are kept for the finding at the cursor, with the line above them.
func (s *DoctorScreen) aboutHeight() int {
	_, height := s.FrameRoom()
	switch {
	case height >= maxAbout+minRows+2:
		return maxAbout
	case height >= midAbout+minRows:
		return midAbout
	}
	return min(max(height-minRows, 0), 3)
}

// rows is how many findings are in sight.
func (s *DoctorScreen) rows() int {
	_, height := s.FrameRoom()
	return max(height-s.aboutHeight(), 1)
}

func (s *DoctorScreen) clamp() {
	s.cursor = max(min(s.cursor, len(s.shown)-1), 0)
	s.top = max(min(s.top, s.cursor, len(s.shown)-s.rows()), s.cursor-s.rows()+1, 0)
}

func (s *DoctorScreen) HiddenLines() int { return max(len(s.shown)-s.top-s.rows(), 0) }

// progress is what goes on, "" for nothing.
func (s *DoctorScreen) progress() string {
	if s.working == "" {
		return ""
	}
	return kit.Spinner(s.frame) + " " + s.working + " …"
}

// Chips are how many notes there are, as the card says it, and how many of them are errors.
func (s *DoctorScreen) Chips() string {
	if s.report == nil {
		return ""
	}
	text := english.Plural(len(s.all), "note", "notes")
	if n := s.report.Count(doctor.Error); n > 0 {
		text += fmt.Sprintf(" · %d ", n) + english.PluralWord(n, "is an error", "are errors")
	}
	return s.pens.Dim.Paint(text)
}

func (s *DoctorScreen) View() string {
	width, height := s.FrameRoom()
	var lines []string
	ends := min(s.top+s.rows(), len(s.shown))
	for at := s.top; at < ends; at++ {
		lines = append(lines, s.Styles().Row(s.row(&s.shown[at], at == s.cursor, width), at == s.cursor, width))
	}
	if len(s.shown) == 0 {
		lines = append(lines, s.empty(width)...)
	}
	if n := s.aboutHeight(); n > 0 && len(s.shown) > 0 {
		for len(lines) < height-n {
			lines = append(lines, "")
		}
		lines = append(lines, s.Styles().Rule.Render(strings.Repeat("─", width)))
		lines = append(lines, s.about(width, n-1)...)
	}
	return s.InFrame("Notes", s.note(), strings.Join(lines[:min(len(lines), max(height, 1))], "\n"))
}

// note is what goes on, or which findings are shown.
func (s *DoctorScreen) note() string {
	switch {
	case s.working != "":
		return s.progress()
	case s.onlyErrors:
		return "errors only"
	}
	return ""
}

// empty is what is shown without a finding.
func (s *DoctorScreen) empty(width int) []string {
	switch {
	case s.report == nil:
		return []string{s.pens.Marker.Paint(s.progress())}
	case len(s.all) > 0:
		return kit.Wrap("No note is an error. Press f for all notes.", width, 0, s.Styles().Dim)
	}
	return kit.Wrap("✓ No notes: "+english.Plural(len(s.report.Held), "rule", "rules")+" held.", width, 0, s.Styles().Good)
}

const (
	rowStart   = 9  // the cursor, the level and the rule
	wideRow    = 56 // from how many columns on a row has the location
	maxPointer = 40
)

// row is a finding in the list.
func (s *DoctorScreen) row(f *doctor.Finding, current bool, width int) string {
	bar, text := " ", &s.pens.Text
	if current {
		bar, text = s.pens.Marker.Paint("▌"), &s.pens.Current
	}
	line := bar + levelStyle(&s.pens, f.Level).Paint(f.Level.Sign()) + " " + text.Cell(findingName(*f), 3) + "  "
	rest := width - rowStart + 1
	if width >= wideRow {
		column := min(rest*2/5, maxPointer)
		line += s.pens.Dim.Cell(findingTail(findingPlace(f.Pointer), column), column) + "  "
		rest -= column + 2
	}
	return line + text.Cell(f.What, max(rest, 1))
}

// findingPlace is a location as the screen shows it.
func findingPlace(pointer string) string {
	if pointer == "" {
		return "the card"
	}
	return safe.Text(pointer).Line(safe.CellLimit()).String()
}

// findingTail is the end of a location that is too long: what it begins with, all have in common.
func findingTail(text string, width int) string {
	if w := lipgloss.Width(text); w > width {
		return ansi.TruncateLeft(text, w-width+1, "…")
	}
	return text
}

// findingLabel is the width of the labels of facts below the list.
const findingLabel = 6

// about says all of the finding at the cursor.
func (s *DoctorScreen) about(width, height int) []string {
	f, ok := s.current()
	if !ok {
		return nil
	}
	var lines []string
	add := func(name, text string, most int, paint *ansistyle.Style) {
		if text == "" {
			return
		}
		for i, l := range kit.Wrap(text, width-findingLabel, most, lipgloss.NewStyle()) {
			if i > 0 {
				name = ""
			}
			lines = append(lines, s.pens.Dim.Cell(name, findingLabel)+paint.Paint(l))
		}
	}
	if height < maxAbout-1 { // what helps most comes first
		add("what", f.What, 2, levelStyle(&s.pens, f.Level))
		add("fix", f.Fix, 2, &s.pens.Good)
		add("why", f.Why, 2, &s.pens.Text)
		return lines[:min(len(lines), height)]
	}
	if r := doctor.FindRule(f.Rule); r != nil {
		add("rule", r.Text, 1, &s.pens.Dim)
	}
	add("at", findingTail(findingPlace(f.Pointer), width-findingLabel), 1, &s.pens.Text)
	add("what", f.What, 2, levelStyle(&s.pens, f.Level))
	add("why", f.Why, 2, &s.pens.Text)
	add("fix", f.Fix, 2, &s.pens.Good)
	if f.Rule == "" {
		return lines[:min(len(lines), height)]
	}
	more := s.pens.Dim.Paint(explainFinding(f))
	if last := len(lines) - 1; lipgloss.Width(lines[last])+2+lipgloss.Width(more) <= width {
		lines[last] = kit.Between(lines[last], more, width)
	} else {
		add("more", explainFinding(f), 1, &s.pens.Dim)
	}
	return lines[:min(len(lines), height)]
}

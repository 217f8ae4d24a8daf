// Package radio draws a row of choices, all of them visible, of which one can be chosen.
package radio

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Row is a row of choices. Labels are safe to show and contain no control characters.
type Row struct {
	Labels []string
	Chosen int // an index of Labels; any other number for none
}

const (
	chosenMark, otherMark = "(●) ", "( ) "
	gap                   = "  "
)

// Width returns the columns that the row takes.
func (r Row) Width() int {
	n := len(gap) * max(len(r.Labels)-1, 0)
	for _, l := range r.Labels {
		n += len(otherMark) + ansi.StringWidth(l)
	}
	return n
}

// View draws the row.
func (r Row) View(chosen, other lipgloss.Style) string {
	parts := make([]string, len(r.Labels))
	for i, l := range r.Labels {
		if i == r.Chosen {
			parts[i] = chosen.Render(chosenMark + l)
		} else {
			parts[i] = other.Render(otherMark + l)
		}
	}
	return strings.Join(parts, gap)
}

// At returns the choice that is at a column, counted from 0, or -1.
func (r Row) At(column int) int {
	for i, l := range r.Labels {
		width := len(otherMark) + ansi.StringWidth(l)
		if column >= 0 && column < width {
			return i
		}
		column -= width + len(gap)
	}
	return -1
}

// Match returns the choice that begins with what was typed, regardless of case. Where
// several do, it is the first at or after the index from. It returns -1 for none.
func Match(labels []string, typed string, from int) int {
	for step := range labels {
		i := (max(from, 0) + step) % len(labels)
		if hasPrefixFold(labels[i], typed) {
			return i
		}
	}
	return -1
}

func hasPrefixFold(s, prefix string) bool {
	return strings.HasPrefix(strings.ToLower(s), strings.ToLower(prefix))
}

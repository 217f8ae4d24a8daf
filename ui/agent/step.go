package agent

import (
	"errors"

	"charm.land/lipgloss/v2"

	"a2aform/a2aclient"
	"a2aform/ui/kit"
)

// stepLines show how far opening a card came, one mark a step; nil for an error that is of no
// card.
func stepLines(st *kit.Styles, err error, width int) []string {
	var card *a2aclient.CardError
	if !errors.As(err, &card) {
		return nil
	}
	var steps []string
	for _, one := range card.Steps() {
		switch {
		case one.Failed:
			steps = append(steps, st.Bad.Bold(true).Render("✗ "+string(one.Layer)))
		case one.Done:
			steps = append(steps, st.Good.Render("✓ "+string(one.Layer)))
		default:
			steps = append(steps, st.Dim.Render("· "+string(one.Layer)))
		}
	}
	if len(steps) == 0 {
		return nil
	}
	return fillLine(steps, width)
}

// fillLine puts pieces on as few lines as possible.
func fillLine(pieces []string, width int) (lines []string) {
	for _, p := range pieces {
		last := len(lines) - 1
		if last >= 0 && lipgloss.Width(lines[last])+2+lipgloss.Width(p) <= width {
			lines[last] += "  " + p
			continue
		}
		lines = append(lines, p)
	}
	return lines
}

package huhform

import (
	"charm.land/lipgloss/v2"

	"a2aform/formgen/huhform/look"
)

// TestStyles are the styles of the tests.
var TestStyles = look.New(look.Paints{
	Text: lipgloss.White, Dim: lipgloss.BrightBlack, Accent: lipgloss.Blue, Mark: lipgloss.Magenta,
	Bad: lipgloss.Red, Good: lipgloss.Green, Warn: lipgloss.Yellow,
}, true)

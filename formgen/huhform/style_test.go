package huhform

import (
	"charm.land/lipgloss/v2"
)

// TestStyles are the styles of the tests.
var TestStyles = NewStyles(Paints{
	Text: lipgloss.White, Dim: lipgloss.BrightBlack, Accent: lipgloss.Blue,
	Bad: lipgloss.Red, Good: lipgloss.Green, Warn: lipgloss.Yellow,
}, true)

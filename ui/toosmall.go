package ui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// The smallest terminal in which the screens are legible.
const (
	minWidth  = 36
	minHeight = 10
)

// isTooSmall reports a terminal on which no screen is legible.
func isTooSmall(h *kit.Host) bool {
	return h.Width > 0 && (h.Width < minWidth || h.Height < minHeight)
}

// tooSmall says so in place of a screen.
func (f *frame) tooSmall() string {
	next := shortcut.InProse(kit.Keys.Quit) + " quits"
	if f.isQuitting {
		next = f.host.Status.Text
	}
	text := fmt.Sprintf("too small: %d×%d\nneeds %d×%d\n%s", f.host.Width, f.host.Height, minWidth, minHeight, ansi.Wrap(next, f.host.Width, ""))
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = ansi.Truncate(l, f.host.Width, "")
	}
	return strings.Join(lines[:min(len(lines), max(f.host.Height, 1))], "\n")
}

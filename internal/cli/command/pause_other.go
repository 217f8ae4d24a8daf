//go:build !unix

package command

import (
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"
)

// pauses does nothing where no process can be stopped by its terminal.
func pauses(*tea.Program, func()) (end func()) { return func() {} }

// isRaw is not known here.
func isRaw(*term.State) bool { return false }

//go:build !unix

package cli

import tea "charm.land/bubbletea/v2"

// pauses does nothing where no process can be stopped by its terminal.
func pauses(*tea.Program, func()) (end func()) { return func() {} }

//go:build unix

package command

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"a2aform/internal/safego"
)

// settling is how long Bubble Tea is given to stop drawing: it says so a moment
// before, and would then stop what is begun anew.
const settling = 300 * time.Millisecond

// pauses releases the terminal before SIGTSTP stops the process, and takes it again when
// the process continues, also after a SIGSTOP, which cannot be caught. It returns the func
// that ends this.
func pauses(program *tea.Program, save func()) (end func()) {
	signals, done := make(chan os.Signal, 4), make(chan struct{})
	signal.Notify(signals, syscall.SIGTSTP, syscall.SIGCONT)
	safego.Go(func() {
		paused := false
		for {
			select {
			case <-done:
				return
			case got := <-signals:
				switch {
				case got == syscall.SIGTSTP:
					save()
					signal.Reset(syscall.SIGTSTP) // Bubble Tea stops the process by it
					program.Send(tea.SuspendMsg{})
					paused = true
				case paused:
					paused = false
					signal.Notify(signals, syscall.SIGTSTP)
				default:
					_ = program.ReleaseTerminal() // it may be another's state by now
					time.Sleep(settling)
					_ = program.RestoreTerminal()
				}
			}
		}
	})
	return func() {
		signal.Stop(signals)
		close(done)
	}
}

// isRaw reports a terminal that passes on each key and shows none, as programs set it.
func isRaw(state *term.State) bool { return state.Lflag&(syscall.ICANON|syscall.ECHO) == 0 }

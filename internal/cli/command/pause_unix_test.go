//go:build unix

package command

import (
	"syscall"
	"testing"

	"github.com/charmbracelet/x/term"
)

// A terminal is that of a program as long as it neither gathers lines nor shows keys.
func TestRawTerminals(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		flags uint64
		want  bool
	}{{0, true}, {syscall.ISIG | syscall.IEXTEN, true}, {syscall.ICANON, false}, {syscall.ECHO, false}, {syscall.ICANON | syscall.ECHO, false}} {
		var state term.State
		for bit := range 32 {
			if tt.flags>>bit&1 == 1 {
				state.Lflag |= 1 << bit
			}
		}
		if isRaw(&state) != tt.want {
			t.Errorf("%#x: %v", tt.flags, !tt.want)
		}
	}
}

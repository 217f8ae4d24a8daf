package command

import (
	"context"
	"os/exec"
	"strings"
	"time"

	"a2aform/ui/kit"
)

// clipboardLimit is how long tmux may take.
const clipboardLimit = 2 * time.Second

// Clipboard returns the clipboard of the multiplexer that the program runs in; nil where there is none. By default tmux ignores OSC 52 of the
// programs in it. It passes on what load-buffer -w reads, which tmux before 3.2 does not know.
func Clipboard(getenv func(string) string) kit.Clipboard {
	if getenv("TMUX") == "" {
		return nil
	}
	return func(ctx context.Context, text string) error {
		ctx, cancel := context.WithTimeout(ctx, clipboardLimit)
		defer cancel()
		cmd := exec.CommandContext(ctx, "tmux", "load-buffer", "-w", "-")
		cmd.Stdin, cmd.WaitDelay = strings.NewReader(text), time.Second
		return cmd.Run()
	}
}

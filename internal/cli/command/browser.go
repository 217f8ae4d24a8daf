package command

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"time"

	"a2aform/internal/safe"
	"a2aform/internal/safego"
)

// opener is the command that opens an address on a system. No shell reads the
// address.
func opener(system, url string) []string {
	switch system {
	case "darwin":
		return []string{"open", url}
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler", url}
	}
	return []string{"xdg-open", url}
}

// OpenURL opens an address in the browser of the user's system.
func OpenURL(ctx context.Context, url string) error {
	hasScreen := os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
	if runtime.GOOS != "darwin" && runtime.GOOS != "windows" && !hasScreen {
		return errors.New("there is no graphical display")
	}
	return startCommand(ctx, opener(runtime.GOOS, url))
}

// openerLimit is how long a command that opens something is watched: what goes
// on longer has begun its work.
const openerLimit = 2 * time.Second

// startCommand runs a command that may go on when we have ended. It fails where the
// command cannot be run, or soon says that it failed.
func startCommand(ctx context.Context, words []string) error {
	command := exec.Command(words[0], words[1:]...) //nolint:gosec,forbidigo // our own words; the browser outlives us
	if err := command.Start(); err != nil {
		return errors.New(safe.Text(words[0]).Line(40).String() + " cannot be run")
	}
	ended := make(chan error, 1)
	safego.Go(func() { ended <- command.Wait() })
	watch := time.NewTimer(openerLimit)
	defer watch.Stop()
	select {
	case err := <-ended:
		if err != nil {
			return errors.New(words[0] + " could not open it")
		}
	case <-watch.C:
	case <-ctx.Done():
	}
	return nil
}

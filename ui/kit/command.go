package kit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/render/export"
)

const (
	commandTime   = time.Minute
	maxCommandOut = 1 << 20 // bytes of its output that are shown
)

// CommandKeys run the commands of the user on what an exporter writes as JSON, unless why says why not. They are in the
// palette, and the output of each opens as a screen.
func CommandKeys(h *Host, why string, exported func() Exporter) (keys []Key) {
	for _, name := range slices.Sorted(maps.Keys(h.Options.Commands)) {
		shown, line := safe.Text(name).Line(40).String(), h.Options.Commands[name]
		keys = append(keys, When(Bind("Run "+shown), why, func() Action {
			write := exported()
			return Action{Push: NewPager(h, shown, func() []string { return runCommand(h.Context, line, write) })}
		}))
	}
	return keys
}

// runCommand is what a command prints, and how it failed if it did.
func runCommand(ctx context.Context, line string, write Exporter) (lines []string) {
	var data bytes.Buffer
	if err := write(&data, export.JSON); err != nil {
		return []string{"There is no JSON to run it on: " + safe.Text(err.Error()).Line(0).String()}
	}
	ctx, cancel := context.WithTimeout(ctx, commandTime)
	defer cancel()
	out, complaint := &limit.Buffer{Left: maxCommandOut}, &limit.Buffer{Left: maxCommandOut}
	shell := []string{"sh", "-c"}
	if runtime.GOOS == "windows" {
		shell = []string{"cmd", "/C"}
	}
	cmd := exec.CommandContext(ctx, shell[0], shell[1], line) //nolint:gosec // the user's own command
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = &data, out, complaint, time.Second
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		lines = []string{fmt.Sprintf("It took more than %s and was ended.", commandTime), ""}
	case errors.As(err, &exit):
		lines = []string{fmt.Sprintf("It failed with exit code %d.", exit.ExitCode()), ""}
	case err != nil:
		lines = []string{safe.Text(err.Error()).Line(0).String(), ""}
	}
	for _, b := range []*limit.Buffer{complaint, out} {
		if text := strings.TrimRight(b.String(), "\n"); text != "" {
			for _, l := range safe.Text(text).Block(maxCommandOut).Lines() {
				lines = append(lines, l.String())
			}
		}
		if b.IsCut {
			lines = append(lines, fmt.Sprintf("… only the first %s are shown", limit.Size(maxCommandOut)))
		}
	}
	if len(lines) == 0 {
		return []string{"It printed nothing."}
	}
	return lines
}

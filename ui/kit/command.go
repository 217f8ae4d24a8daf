package kit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/render/export"
)

const (
	commandTime   = time.Minute
	maxCommandOut = 1 << 20 // bytes of its output that are shown
)

// FormCommands are the names of the commands of the user that fill in forms.
func FormCommands(h *Host) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(h.Options.Commands)) {
		if h.Options.Commands[name].Form {
			names = append(names, name)
		}
	}
	return names
}

// lendTerminal gives a command the terminal until it ends, and the JSON to read.
func lendTerminal(h *Host, name, line string, write Exporter) tea.Cmd {
	return func() tea.Msg {
		var data bytes.Buffer
		if err := write(&data, export.JSON); err != nil {
			return ReturnedMsg{"there is no JSON to run it on: " + safe.Text(err.Error()).Line(0).String()}
		}
		cmd := shellCommand(h.Context, line)
		cmd.Stdin = &data
		return tea.Exec(external{cmd}, func(err error) tea.Msg { return endOf(name, err) })()
	}
}

// ReturnedMsg says that a program which had the terminal has ended, and how it failed; "" where it did not.
type ReturnedMsg struct{ Fault string }

// endOf says how a program ended that had the terminal.
func endOf(name string, err error) ReturnedMsg {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return ReturnedMsg{}
	case errors.As(err, &exit):
		return ReturnedMsg{fmt.Sprintf("%s failed with exit code %d", name, exit.ExitCode())}
	}
	return ReturnedMsg{name + ": " + safe.Text(startFault(err).Error()).Line(0).String()}
}

// shellCommand is a line for the user's shell.
func shellCommand(ctx context.Context, line string) *exec.Cmd {
	shell := []string{"sh", "-c"}
	if runtime.GOOS == "windows" {
		shell = []string{"cmd", "/C"}
	}
	return exec.CommandContext(ctx, shell[0], shell[1], line) //nolint:gosec // the user's own command
}

// runCaptured runs a command on data, within [commandTime]. fault says how it failed, "" where it did not.
func runCaptured(ctx context.Context, line string, data io.Reader) (out, complaint *limit.Buffer, fault string) {
	ctx, cancel := context.WithTimeout(ctx, commandTime)
	defer cancel()
	out, complaint = &limit.Buffer{Left: maxCommandOut}, &limit.Buffer{Left: maxCommandOut}
	cmd := shellCommand(ctx, line)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = data, out, complaint, time.Second
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		fault = fmt.Sprintf("It took more than %s and was ended.", commandTime)
	case errors.As(err, &exit):
		fault = fmt.Sprintf("It failed with exit code %d.", exit.ExitCode())
	case err != nil:
		fault = safe.Text(err.Error()).Line(0).String()
	}
	return out, complaint, fault
}

// RunFormCommand gives a command of the user the schema of a form and a text, and returns the JSON that it prints.
func RunFormCommand(ctx context.Context, line string, schema []byte, text string) (string, error) {
	v, err := ojson.Parse(schema, ojson.SchemaLimits)
	if err != nil {
		return "", err
	}
	input := ojson.NewObject(ojson.Member{Name: "schema", Value: v}, ojson.Member{Name: "text", Value: ojson.NewString(text)})
	out, complaint, fault := runCaptured(ctx, line, bytes.NewReader(append(input.Compact(), '\n')))
	switch first, _, _ := strings.Cut(strings.TrimSpace(complaint.String()), "\n"); {
	case fault != "":
		return "", errors.New(strings.TrimSpace(fault + " " + safe.Text(first).Line(200).String()))
	case out.IsCut:
		return "", fmt.Errorf("it printed more than %s", limit.Size(maxCommandOut))
	}
	return out.String(), nil
}

// runCommand is what a command prints, and how it failed if it did.
func runCommand(ctx context.Context, line string, write Exporter) (lines []string) {
	var data bytes.Buffer
	if err := write(&data, export.JSON); err != nil {
		return []string{"There is no JSON to run it on: " + safe.Text(err.Error()).Line(0).String()}
	}
	out, complaint, fault := runCaptured(ctx, line, &data)
	if fault != "" {
		lines = []string{fault, ""}
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

// external is a program that has the terminal until it ends.
type external struct{ *exec.Cmd }

// settling is how long a program has the terminal at least. Bubble Tea says that it
// has stopped drawing a moment before it has, and would then stop what is begun anew.
const settling = 200 * time.Millisecond

// Run runs the program.
func (e external) Run() error {
	began := time.Now()
	err := e.Cmd.Run()
	time.Sleep(settling - time.Since(began))
	return err
}

// SetStdin gives it what it reads, unless it has that.
func (e external) SetStdin(r io.Reader) {
	if e.Stdin == nil {
		e.Stdin = r
	}
}

// SetStdout gives it where it writes.
func (e external) SetStdout(w io.Writer) { e.Stdout = w }

// SetStderr gives it where it complains.
func (e external) SetStderr(w io.Writer) { e.Stderr = w }

var _ = RegisterKeys("reading", &ReadingKeys)

// ReadingKeys are those of screens with a long text.
var ReadingKeys = struct{ Pager key.Binding }{Pager: Bind("Open in $PAGER", "|")}

// pagerKey opens a text that does not fit into its window in the user's pager.
func pagerKey(h *Host, lines *Scroll, width int) Key {
	window := lines.Lines[min(lines.Top, len(lines.Lines)):min(lines.Top+lines.Height, len(lines.Lines))]
	isCut := slices.ContainsFunc(window, func(line string) bool { return ansi.StringWidth(line) > width })
	why := Unless(isCut || len(lines.Lines) > lines.Height, "all of it is in sight")
	return When(ReadingKeys.Pager, why, func() (Action, tea.Cmd) {
		words := commandWords(os.Getenv("PAGER"))
		if len(words) == 0 {
			return Errorf("no pager is set: start a2aform with $PAGER set, such as PAGER=less"), nil
		}
		cmd := exec.CommandContext(h.Context, words[0], words[1:]...)                     //nolint:gosec // the user's own pager
		cmd.Stdin = strings.NewReader(ansi.Strip(strings.Join(lines.Lines, "\n")) + "\n") //nolint:forbidigo // lines that are drawn are safe; only our colors are taken away
		return Action{}, tea.Exec(external{cmd}, func(err error) tea.Msg {
			return endOf(filepath.Base(words[0]), err)
		})
	}).In(More)
}

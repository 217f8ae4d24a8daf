package kit

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

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
	})
}

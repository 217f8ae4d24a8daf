package command

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"a2aform/internal/qa/report"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
)

// NewRunReport is the command runs report.
func NewRunReport(s *Streams, complete cobra.CompletionFunc) *cobra.Command {
	to := ""
	cmd := &cobra.Command{
		Use:   "report RUN...",
		Short: "Write a page about runs for a developer",
		Long: "Write one HTML page: what was asked, what came back, what a test expected, what happened when, requests and answers, the\n" +
			"versions, and commands that send the same again. The page needs nothing else and fetches nothing. Credentials are masked.\n" +
			"It holds the run file, so that runs show and runs replay open the page like a run.",
		Example:           "  a2aform runs report last --to run.html\n  a2aform runs show run.html",
		Args:              UsageArgs(cobra.MinimumNArgs(1)),
		ValidArgsFunction: complete,
		RunE: func(_ *cobra.Command, args []string) error {
			var paths []string
			for _, name := range args {
				info, err := FindRun(s, name)
				if err != nil {
					return err
				}
				paths = append(paths, info.Path)
			}
			return WriteNew(s, to, func(w io.Writer) error { return report.RunPage(w, paths) })
		},
	}
	cmd.Flags().StringVar(&to, "to", "", "the `FILE` to write, such as fight.html; a file that exists is never overwritten (default standard output)")
	return cmd
}

// WriteNew writes a new file and says so; for an empty path and - it writes standard output.
func WriteNew(s *Streams, path string, write func(io.Writer) error) error {
	if path == "" || path == "-" {
		return write(s.Out)
	}
	if err := store.WriteNew(path, write); err != nil {
		return fmt.Errorf("not written: %s", FileFault(err))
	}
	s.Warn("written: " + safe.Text(path).Line(200).String())
	return nil
}

// UnpackRun returns the name of a run. For a page of runs report it extracts the run of the page, and returns the path of a
// temporary file that done removes.
func UnpackRun(name string) (run string, done func(), err error) {
	done = func() {}
	if ext := filepath.Ext(name); ext != ".html" && ext != ".htm" {
		return name, done, nil
	}
	data, err := report.EmbeddedRun(name)
	if err != nil {
		return "", done, Usagef("%s: %s", safe.Text(name).Line(200), FileFault(err))
	}
	dir, err := os.MkdirTemp("", "a2aform-*")
	if err != nil {
		return "", done, err
	}
	run = filepath.Join(dir, "run"+runfile.Suffix)
	return run, func() { _ = os.RemoveAll(dir) }, store.WriteNew(run, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

package command

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/internal/qa/report"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
)

// NewRunReport is the command runs report.
func NewRunReport(s *Streams, complete cobra.CompletionFunc) *cobra.Command {
	to, as, thread := "", "", false
	cmd := &cobra.Command{
		Use:   "report RUN...",
		Short: "Write a page or a ticket about runs for a developer",
		Long: "Write one HTML page: what was asked, what came back, what a test expected, what happened when, requests and answers, the\n" +
			"versions, and commands that send the same again. The page needs nothing else and fetches nothing. Credentials are masked.\n" +
			"It holds the run file, so that runs show and runs replay open the page like a run.\n\n" +
			"With --as md, or where FILE ends in .md, it is a ticket: Markdown to paste into an issue. Long results are cut.",
		Example:           "  a2aform runs report last --to run.html\n  a2aform runs show run.html\n  a2aform runs report last --thread --to thread.html\n  a2aform runs report last --as md",
		Args:              UsageArgs(cobra.MinimumNArgs(1)),
		ValidArgsFunction: complete,
		RunE: func(_ *cobra.Command, args []string) error {
			if as == "" && strings.EqualFold(filepath.Ext(to), ".md") {
				as = "md"
			}
			page, threadPage := report.RunPage, report.ThreadPage
			switch as {
			case "", "html":
			case "md":
				page, threadPage = report.RunTicket, report.ThreadTicket
			default:
				return Usagef("--as is html or md, and %s is neither", safe.Text(as).Line(40))
			}
			var paths []string
			for _, name := range args {
				info, err := FindRun(s, name)
				if err != nil {
					return err
				}
				paths = append(paths, info.Path)
			}
			if thread {
				return writeThread(s, to, args, threadPage)
			}
			return WriteNew(s, to, func(w io.Writer) error { return page(w, paths) })
		},
	}
	cmd.Flags().StringVar(&to, "to", "", "the `FILE` to write, such as fight.html; a file that exists is never overwritten (default standard output)")
	cmd.Flags().StringVar(&as, "as", "", "write `FORMAT`: html or md (default by the end of FILE, else html)")
	cmd.Flags().BoolVar(&thread, "thread", false, "of one run: a page of all runs whose results filled in one another's forms, each folded")
	return cmd
}

// writeThread writes the page of the thread that a run is a part of.
func writeThread(s *Streams, to string, names []string, page func(io.Writer, []runfile.Info, int) error) error {
	if len(names) != 1 {
		return Usagef("--thread writes the page of one thread: name one of its runs")
	}
	info, err := FindRun(s, names[0])
	if err != nil {
		return err
	}
	thread, at, err := FindThread(s, info, names[0])
	if err != nil {
		return err
	}
	return WriteNew(s, to, func(w io.Writer) error { return page(w, thread, at) })
}

// FindThread finds the thread of two or more runs that a run is a part of, and its place there. The run was called by a name.
func FindThread(s *Streams, info runfile.Info, name string) (thread []runfile.Info, at int, err error) {
	list, err := s.Store().Runs()
	if err != nil {
		return nil, 0, err
	}
	thread, at = store.Thread(list.Runs, info.ID)
	if len(thread) < 2 {
		return nil, 0, Usagef("the result of no other run filled in a form of %s, and its own filled in none", safe.Text(name).Line(60))
	}
	return thread, at, nil
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

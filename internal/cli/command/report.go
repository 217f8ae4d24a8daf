package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"a2aform/internal/qa/check"
	"a2aform/internal/qa/report"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/atomicfile"
	"a2aform/internal/store/runfile"
)

// NewRunReport is the command runs report.
func NewRunReport(s *Streams, complete cobra.CompletionFunc) *cobra.Command {
	to, as, thread := "", "", false
	cmd := &cobra.Command{
		Use:   "report RUN...",
		Short: "Write a page about runs, or a ticket for a developer",
		Long: "Write one HTML page to send to others: what was asked, what came back and what a test expected. It needs nothing else and\n" +
			"fetches nothing. It holds the run file, so that runs show and runs replay open the page like a run.\n\n" +
			"With --as md, or where FILE ends in .md, it is a ticket for a developer: Markdown to paste into an issue, also with what\n" +
			"happened when, the requests, commands that send the same again, and the versions. Long results are cut.\n\n" +
			"Credentials are masked.",
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
			return WriteNew(s, to, func(w io.Writer) error { return page(w, paths, nil) })
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

// maxNote bounds a note, in bytes.
const maxNote = 16 << 10

// NewRunNote is the command runs note.
func NewRunNote(s *Streams, complete cobra.CompletionFunc) *cobra.Command {
	return &cobra.Command{
		Use:               "note RUN TEXT",
		Short:             "Add a note to a run",
		Long:              "Write a note into the file of a run that has ended or waits for an answer. runs show and runs report show it.",
		Example:           "  a2aform runs note last 'the total is rounded, see T-1432'",
		Args:              UsageArgs(cobra.ExactArgs(2)),
		ValidArgsFunction: complete,
		RunE: func(_ *cobra.Command, args []string) error {
			text := strings.TrimSpace(args[1])
			if text == "" || len(text) > maxNote {
				return Usagef("a note has a text of at most 16 KiB")
			}
			info, err := FindRun(s, args[0])
			if err != nil {
				return err
			}
			if err := runfile.Insert(info.Path, runfile.Line{Kind: runfile.Note, Time: time.Now(), Text: safe.Text(text)}); err != nil {
				return fmt.Errorf("the note is not written: %w", err)
			}
			return nil
		},
	}
}

// FindRun returns the run that an argument names.
func FindRun(s *Streams, name string) (runfile.Info, error) {
	keep := s.Store()
	if keep == nil {
		return runfile.Info{}, errors.New("there is no home directory for runs: set HOME or A2AFORM_HOME")
	}
	info, err := keep.FindRun(name)
	if err != nil {
		return info, Usagef("%s", err)
	}
	return info, nil
}

// PrintRunNotes prints the notes of a run, and the verdicts of test cases on it. It prints nothing where there are none.
func PrintRunNotes(w io.Writer, path string) error {
	var lines []string
	_ = runfile.Read(path, func(l runfile.Line) bool { // opening the run reports damage
		if l.Kind == runfile.Note {
			lines = append(lines, l.Time.Local().Format("2006-01-02 15:04:05")+"  note: "+strings.ReplaceAll(l.Text.Block(maxNote).String(), "\n", "\n    "))
		}
		if r, ok := check.ParseRecord(l); ok {
			lines = append(lines, verdictLines(&r)...)
		}
		return true
	})
	if len(lines) == 0 {
		return nil
	}
	_, err := fmt.Fprintln(w, strings.Join(lines, "\n")+"\n")
	return err
}

func verdictLines(r *check.Record) []string {
	list := []string{report.Mark(r.Verdict) + " " + Line(safe.Text(r.Case)) + "  " + safe.Text(string(r.Verdict)).Line(40).String()}
	for _, l := range r.Lines {
		if l.Outcome != check.OK {
			list = append(list, "    "+report.Line(l))
		}
	}
	return list
}

// ReportFile is a report. It gets its name at the end, so that a reader finds either an earlier report or the complete new one. On
// standard output, in a pipe or on a device it is written as it comes.
type ReportFile struct {
	Format, Path string
	out          io.Writer // standard output; nil for a file
	file         *atomicfile.File
}

// ParseReportFiles parses the values of --report, and checks their paths before anything is sent. The path - is standard output,
// which must not have JSON of the command itself.
func ParseReportFiles(s *Streams, values, formats []string, output string) (list []ReportFile, err error) {
	for _, value := range values {
		format, path, ok := strings.Cut(value, "=")
		if !ok || path == "" || !slices.Contains(formats, format) {
			return nil, Usagef("--report %s: write FORMAT=FILE, with %s as FORMAT", safe.Text(value).Line(80), strings.Join(formats, ", "))
		}
		file := ReportFile{Format: format, Path: path}
		if isStandardOutput(s, path) {
			file.out = s.Out
		}
		if text := file.fault(list, output); text != "" {
			return nil, Usagef("--report %s: %s", safe.Text(value).Line(80), text)
		}
		list = append(list, file)
	}
	return list, nil
}

// fault says why a report cannot be written beside others and the output of the command; "" where it can.
func (f *ReportFile) fault(others []ReportFile, output string) string {
	for _, other := range others {
		if atomicfile.IsSame(other.Path, f.Path) || f.IsOutput() && other.IsOutput() {
			return "two reports cannot go to one file"
		}
	}
	if f.IsOutput() {
		if output == "json" {
			return "standard output has the JSON of -o json; name a file"
		}
		return ""
	}
	if info, err := os.Stat(filepath.Dir(f.Path)); err != nil || !info.IsDir() {
		return "there is no directory " + safe.Text(filepath.Dir(f.Path)).Line(200).String()
	}
	if _, err := atomicfile.IsInPlace(f.Path); err != nil {
		return FileFault(err)
	}
	return ""
}

// isStandardOutput reports whether a path is standard output: - or a name of the file that it goes to.
func isStandardOutput(s *Streams, path string) bool {
	if path == "-" {
		return true
	}
	out, ok := s.Out.(interface{ Stat() (os.FileInfo, error) })
	if !ok || path == os.DevNull {
		return false
	}
	to, err := out.Stat()
	if err != nil {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && os.SameFile(to, info)
}

// IsOutput reports whether the report goes to standard output.
func (f *ReportFile) IsOutput() bool { return f.out != nil }

// Create begins the report, next to an earlier one.
func (f *ReportFile) Create() error {
	if f.IsOutput() {
		return nil
	}
	var err error
	if f.file, err = atomicfile.Create(f.Path); err != nil {
		return f.failed(err)
	}
	return nil
}

func (f *ReportFile) Write(text []byte) (int, error) {
	if f.IsOutput() {
		return f.out.Write(text)
	}
	return f.file.Write(text)
}

// Close gives the file its name. Where its content could not be written, err, it discards the file.
func (f *ReportFile) Close(err error) error {
	if !f.IsOutput() {
		err = f.file.Close(0o644, err) // for the CI that collects it, as with any file of a build
	}
	if err != nil {
		return f.failed(err)
	}
	return nil
}

func (f *ReportFile) failed(err error) error {
	return fmt.Errorf("%s could not be written: %s", safe.Text(f.Path).Line(200), FileFault(err))
}

// maxAnnotation bounds an annotation, in bytes.
const maxAnnotation = 4 << 10

// Annotate prints a line that GitHub shows at a file, where the command runs in one of its workflows. The level is error, warning or
// notice; without a file it is about the whole; line 0 is none.
func (s *Streams) Annotate(level, file string, line int, title, text string) {
	if s.Getenv("GITHUB_ACTIONS") != "true" {
		return
	}
	properties := "title=" + annotationProperty(safe.LogText(safe.Text(title).Line(200).String()))
	if file != "" {
		properties += ",file=" + annotationProperty(fromWorkspace(file, s.Getenv("GITHUB_WORKSPACE")))
	}
	if line > 0 {
		properties += fmt.Sprintf(",line=%d", line)
	}
	_, _ = fmt.Fprintf(s.Err, "::%s %s::%s\n", level, properties, annotationText(safe.LogText(safe.Text(text).Block(maxAnnotation).String())))
}

// fromWorkspace is a path as GitHub has it: relative to the root of the repository.
func fromWorkspace(file, root string) string {
	full, err := filepath.Abs(file)
	if err == nil && root != "" {
		if near, err := filepath.Rel(root, full); err == nil && filepath.IsLocal(near) {
			file = near
		}
	}
	return filepath.ToSlash(file)
}

func annotationText(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}

func annotationProperty(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(annotationText(text))
}

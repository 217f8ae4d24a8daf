package command

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"a2aform/internal/qa/check"
	"a2aform/internal/qa/report"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// maxNote bounds a note, in bytes.
const maxNote = 16 << 10

// NewRunNote is the command runs note.
func NewRunNote(s *Streams, complete cobra.CompletionFunc) *cobra.Command {
	return &cobra.Command{
		Use:               "note RUN TEXT",
		Short:             "Write a note into the file of a run",
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

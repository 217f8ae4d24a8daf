package qa

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/learn"
)

// printLearned prints the proposals for each case file, and with --update writes them into the file as a comment.
func (o *testOptions) printLearned(s *command.Streams, learner *learn.Learner) error {
	proposals := learner.Proposals()
	if len(proposals) == 0 {
		s.Warn("note: --learn needs two or more attempts of a case that have output; repeat the cases, such as with --repeat 5")
	}
	var failed error
	for _, p := range proposals {
		if p.IsEmpty() {
			s.Warn(fmt.Sprintf("%s: %d attempts differ only where the case allows it", line(p.Path), p.Attempts))
			continue
		}
		s.Warn(fmt.Sprintf("%s: %d attempts differ where the case does not allow it; these lines would allow it:", line(p.Path), p.Attempts))
		for _, text := range p.Lines() {
			s.Warn("    " + line(text))
		}
		if o.update == "" || o.IsFromFlags() {
			continue
		}
		if err := insert(p); err != nil {
			failed = errors.Join(failed, fmt.Errorf("the proposal could not be written into %s: %s", line(p.Path), command.FileFault(err)))
			continue
		}
		s.Warn("proposal written as a comment: " + line(p.Path))
	}
	return failed
}

// insert replaces a case file by one with the proposal.
func insert(p *learn.Proposal) error {
	info, err := os.Stat(p.Path)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(p.Path)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(p.Path), ".a2aform-*.tmp")
	if err != nil {
		return err
	}
	_, err = f.Write(p.Insert(text))
	if err == nil {
		err = f.Chmod(info.Mode().Perm())
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), p.Path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

package qa

import (
	"errors"
	"io"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/qa/report"
	"a2aform/internal/qa/runner"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// ToShare is the run of the attempt, or why there is none. Its files are named after the case.
func (s *detail) ToShare() (info runfile.Info, why string) {
	if why = s.cannotOpenRun(); why != "" {
		return info, why
	}
	return runfile.Info{ID: safe.Text(s.current().Run), SkillName: safe.Text(s.result.Case.Name)}, ""
}

// askForReport asks where to write the page of the cases that ran.
func (s *Run) askForReport() tea.Cmd {
	b := s.batch
	return s.Host.AskForPath(s, "Export the report: HTML", "test-report.html", func(w io.Writer) error { return b.report(report.NewTestPage(w)) })
}

// errTooManyCases is the error of a report about more cases than a run keeps.
var errTooManyCases = errors.New("the run has too many cases to keep all results: a2aform test --report html=FILE writes the page")

// report writes a report of the cases that have ended.
func (b *batch) report(to report.Writer) error {
	b.mu.Lock()
	began, took := b.began, b.ended.Sub(b.began)
	var results []*runner.Result
	tooMany := false
	for i := range b.rows {
		tooMany = tooMany || b.rows[i].c == nil
		if r := b.rows[i].result; r != nil {
			results = append(results, r)
		}
	}
	b.mu.Unlock()
	if tooMany {
		return errTooManyCases
	}
	if err := to.Begin(began, len(results)); err != nil {
		return err
	}
	var sum report.Summary
	for _, r := range results {
		sum.Add(r)
		if err := to.Case(r); err != nil {
			return err
		}
	}
	return to.End(&sum, took)
}

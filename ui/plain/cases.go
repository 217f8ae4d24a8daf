package plain

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/report"
	"a2aform/internal/qa/runner"
	"a2aform/internal/safe"
)

// cases are the test cases of the repository that concern the agent.
func (s *session) cases() (*runner.CaseList, runner.ListedAgent) {
	card, address := s.agent.Card(), s.agent.Interface().URL
	about := runner.ListedAgent{Card: card, Names: []string{s.opts.Ref, card.Source, address.Exact()}} //nolint:forbidigo // compared, not printed
	if s.opts.Passing {
		about.Names = append(about.Names, "demo")
	}
	if s.opts.Dir == "" {
		return &runner.CaseList{}, about
	}
	return runner.ReadCases(s.opts.Store, s.opts.Dir, about), about
}

// casesChoice offers the test cases, if there are any.
func casesChoice(l *runner.CaseList) (choice, bool) {
	n := 0
	for _, e := range l.Entries {
		n += e.File.Count
	}
	return choice{"Test cases", fmt.Sprintf("%d in this repository, to list and run", n)}, n > 0
}

// useCases lists the test cases, and runs the chosen ones.
func (s *session) useCases(l *runner.CaseList, about runner.ListedAgent) error {
	list := make([]choice, len(l.Entries))
	for i, e := range l.Entries {
		list[i] = choice{caseLabel(&e), lastOf(e.Last)}
	}
	s.list(list)
	for _, p := range l.Problems {
		s.printf("! %s", p)
	}
	for {
		answer, err := s.ask("Run which, numbers such as 1, 3, or all [none]")
		if err != nil || answer == "" {
			return err
		}
		entries, ok := pickEntries(l, answer, list)
		if ok {
			return s.runCases(l, about, entries)
		}
		s.printf("  ✗ enter numbers from 1 to %d, or all", len(list))
	}
}

func caseLabel(e *runner.ListedCase) string {
	label := safe.Text(e.File.Name).Line(200).String()
	if n := e.File.Count; n > 1 {
		label += fmt.Sprintf(" (%d cases)", n)
	}
	return label
}

// lastOf says how cases ended the last time.
func lastOf(l runner.LastOutcomes) string {
	switch {
	case l.Ran == 0:
		return "not run yet"
	case l.Failed > 0:
		return fmt.Sprintf("last time %d of %d did not pass", l.Failed, l.Ran)
	case l.Verdict == check.Flaky:
		return "flaky the last time"
	}
	return "passed the last time"
}

func pickEntries(l *runner.CaseList, answer string, list []choice) (entries []runner.ListedCase, ok bool) {
	if strings.EqualFold(answer, "all") {
		return l.Entries, true
	}
	picked, ok := pickSeveral(answer, list)
	for _, i := range picked {
		entries = append(entries, l.Entries[i])
	}
	return entries, ok
}

// runCases runs the cases of files, and writes the verdict of each.
func (s *session) runCases(l *runner.CaseList, about runner.ListedAgent, entries []runner.ListedCase) error {
	messages := 0
	var files []*casefile.File
	for _, e := range entries {
		messages += e.Messages()
		files = append(files, e.File)
	}
	if messages > runner.ManyMessages {
		if send, err := s.yes(fmt.Sprintf("Send up to %d messages", messages), false); err != nil || !send {
			return err
		}
	}
	began, record := time.Now(), runner.RecordNone
	if s.opts.Record && s.opts.Store != nil {
		record = runner.RecordFailed
	}
	recorder := runner.BeginHistory(s.opts.Store, l.Root, began)
	var sum report.Summary
	s.printf("")
	runner.Run(s.ctx, casefile.All(files), runner.Options{
		Agent: func(_ context.Context, c *casefile.Case) (*a2aclient.Agent, error) { return s.agentFor(l, about, c) },
		Store: s.opts.Store, Jobs: 1, Record: record, Pace: l.Pace(about, s.agent),
		Done: func(r *runner.Result) {
			sum.Add(r)
			recorder.Add(l.Agent, r)
			for _, line := range report.Lines(r) {
				s.printf("%s", line)
			}
		},
	})
	if err := s.ctx.Err(); err != nil {
		return fmt.Errorf("interrupted before all cases were checked: %w", err)
	}
	s.printf("%s", sum.Line(time.Since(began)))
	if err := recorder.Finish(); err != nil {
		s.printf("! %s", err)
	}
	return nil
}

// errOwnTransport says how to run a case that names a transport or a version.
var errOwnTransport = errors.New("the case names a transport or an A2A version: a2aform test runs it")

// agentFor is the agent for a case.
func (s *session) agentFor(l *runner.CaseList, about runner.ListedAgent, c *casefile.Case) (*a2aclient.Agent, error) {
	if err := l.Allows(c, about); err != nil {
		return nil, err
	}
	if c.Entry.Transport != "" || c.Entry.Version != "" {
		return nil, errOwnTransport
	}
	return s.agent, nil
}

// askNext asks what to do after a run: run another one, or save this one as a test case.
func (s *session) askNext() (again bool, err error) {
	const question = "Send something else to this agent"
	if s.opts.Dir == "" || s.last == nil {
		return s.yes(question, false)
	}
	for {
		answer, err := s.ask(question + " [y/N, or s to save this run as a test case]")
		if err != nil || answer == "" {
			return false, err
		}
		if yes, ok := truth(answer); ok {
			return yes, nil
		}
		if strings.EqualFold(answer, "s") || strings.EqualFold(answer, "save") {
			if err := s.saveCase(); err != nil {
				return false, err
			}
			return s.yes(question, false)
		}
		s.printf("  ✗ enter y, n or s")
	}
}

// saveCase asks for a name and for what the case expects, and writes it.
func (s *session) saveCase() error {
	d, err := runner.NewDraft(s.last, s.opts.Dir, "")
	if err != nil {
		s.printf("  ✗ this cannot be saved: %s", safe.Text(err.Error()).Line(safe.TextLimit()))
		return nil
	}
	for {
		name, err := s.ask("Name [" + d.Name + "]")
		if err != nil {
			return err
		}
		if name != "" {
			d.Name = name
			d.File = d.FileOf(name)
		}
		if err := d.Check(); err != nil {
			s.printf("  ✗ %s", err)
			continue
		}
		break
	}
	if err := s.chooseExpectations(d); err != nil {
		return err
	}
	if err := d.Write(); err != nil {
		s.printf("  ✗ not saved: %s", safe.Text(err.Error()).Line(safe.TextLimit()))
		return nil
	}
	s.printf("saved as %s", runner.ShownValue(d.File, s.opts.Dir))
	run, err := s.yes("Run it now", false)
	if err != nil || !run {
		return err
	}
	l, about := s.cases()
	i := slices.IndexFunc(l.Entries, func(e runner.ListedCase) bool { return filepath.Clean(e.File.Path) == filepath.Clean(d.File) })
	if i < 0 {
		s.printf("  ✗ the case is not among those of this agent")
		return nil
	}
	return s.runCases(l, about, l.Entries[i:i+1])
}

// chooseExpectations asks which expectations the case has.
func (s *session) chooseExpectations(d *runner.CaseDraft) error {
	list := make([]choice, len(d.Choices))
	var on []string
	for i, c := range d.Choices {
		list[i] = choice{safe.Text(c.Label).Line(100).String(), safe.Text(c.Text).Line(100).String()}
		if c.On {
			on = append(on, fmt.Sprint(i+1))
		}
	}
	if len(list) == 0 {
		return nil
	}
	s.printf("What the answer must have:")
	s.list(list)
	for {
		answer, err := s.ask("Check which, numbers such as 1, 3 [" + strings.Join(on, ", ") + "]")
		if err != nil || answer == "" {
			return err
		}
		if picked, ok := pickSeveral(answer, list); ok {
			for i := range d.Choices {
				d.Choices[i].On = slices.Contains(picked, i)
			}
			return nil
		}
		s.printf("  ✗ enter numbers from 1 to %d", len(list))
	}
}

package qa

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/report"
	"a2aform/internal/qa/runner"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// detail is the screen of a case that has ended: each expectation with what was seen, and the output.
type detail struct {
	kit.Base
	run    *Run
	row    int // of the run
	result *runner.Result
	pens   kit.Pens

	attempt int // which is shown
	lines   []check.Line
	cursor  int // in lines
	top     int
	scroll  kit.Scroll // over the output

	output          []kit.JSONLine
	outputName      string // what it is of the attempt
	outputOfAttempt int
	marks           map[int]*check.Line // of the output, by line: what does not hold there
	marked          int                 // the line of the expectation at the cursor; -1 for none

	isOnJSON   bool // keys move the output
	wantsInput bool // the input is shown in place of the output
}

var _ = kit.RegisterKeys("test-case", &detailKeys)

var detailKeys = struct{ Pane, Input, Form, Open, Edit, Accept, Diff, Copy, Again, Attempt key.Binding }{
	Pane:    kit.Bind("Switch pane", "tab", "shift+tab"),
	Input:   kit.Bind("Input", "v"),
	Form:    kit.Bind("Edit & resend", "o"),
	Open:    kit.Bind("Open the run", "enter"),
	Edit:    kit.Bind("Edit the file", "f4", "ctrl+e"),
	Accept:  kit.Bind("Accept the output", "A"),
	Diff:    kit.Bind("Diff", "d"),
	Copy:    kit.Bind("Copy", "y"),
	Again:   kit.Bind("Run again", "r"),
	Attempt: kit.Bind("Next attempt", "n"),
}

const noFile = "a generated value has no file"

func newDetail(h *kit.Host, of *Run, at int, r *row) *detail {
	s := &detail{Base: kit.Base{Host: h}, run: of, row: at, result: r.result}
	for i := range r.result.Attempts {
		if r.result.Attempts[i].Verdict != check.Pass {
			s.attempt = i
			break
		}
	}
	s.Restyle()
	s.show()
	return s
}

// show shows an attempt. Expectations that do not hold come first.
func (s *detail) show() {
	s.lines, s.cursor, s.top = nil, 0, 0
	a := s.current()
	if a == nil {
		seen := s.result.Skip
		if s.result.Err != nil {
			seen = s.result.Err.Error()
		}
		s.lines = []check.Line{{Check: "run", Expected: "the case can be sent", Seen: seen, Outcome: check.NotReached}}
		s.follow()
		return
	}
	s.lines = linesOfAttempt(s.result, a)
	s.follow()
}

// noteCheck is the check of a line that is no expectation, but of use for those who make the agent.
const noteCheck = "note"

// linesOfAttempt are the expectations of an attempt, those that do not hold first, and notes: the rules that the agent broke, and what the client
// put right.
func linesOfAttempt(of *runner.Result, a *runner.Attempt) (lines []check.Line) {
	all := inOrder(report.Expectations(of, a))
	for _, first := range []bool{true, false} {
		for _, l := range all {
			if (l.Outcome != check.OK) == first {
				lines = append(lines, l)
			}
		}
	}
	note := func(text string) {
		lines = append(lines, check.Line{Check: noteCheck, Expected: "for the agent's maker", Seen: text})
	}
	for _, v := range a.Violations {
		note(v.What + " (" + v.ID + ")")
	}
	for _, text := range a.Repairs {
		note(text)
	}
	return lines
}

// inOrder are expectations in the order of the screen that saves a case: the outcome, the output as a whole, then the rest. Names of schemas that
// came are in the line that says that the output is valid.
func inOrder(all []check.Line) (lines []check.Line) {
	var names []string
	for _, l := range all {
		if l.Check == "schemas" && l.Outcome == check.OK {
			names = append(names, l.Expected)
		}
	}
	isValid := func(l check.Line) bool { return l.Check == "output" && l.Outcome == check.OK && l.Expected == "valid" }
	hasValid := slices.ContainsFunc(all, isValid)
	for _, l := range all {
		switch {
		case hasValid && l.Check == "schemas" && l.Outcome == check.OK:
			continue
		case isValid(l) && len(names) > 0:
			l.Expected += " (" + strings.Join(names, ", ") + ")"
			l.Seen = l.Expected
		}
		lines = append(lines, l)
	}
	rank := map[string]int{"state": -2, "same": -1}
	slices.SortStableFunc(lines, func(a, b check.Line) int { return rank[a.Check] - rank[b.Check] })
	return lines
}

// current is the attempt that is shown; nil where there was none.
func (s *detail) current() *runner.Attempt {
	if s.attempt >= len(s.result.Attempts) {
		return nil
	}
	return &s.result.Attempts[s.attempt]
}

// recordedMsg is the run of an attempt, read from its file.
type recordedMsg struct {
	recorded kit.RecordedRun
	err      error
}

// acceptedMsg is the result of writing a golden file.
type acceptedMsg struct {
	path string
	err  error
}

func (s *detail) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch msg := msg.(type) {
	case editorMsg:
		return msg.action(), nil
	case filledMsg:
		return msg.action(s.Host), nil
	case recordedMsg:
		if msg.err != nil {
			return kit.Errorf("%s", line(msg.err.Error())), nil
		}
		return kit.Action{Push: s.Host.Nav.Recorded(msg.recorded)}, nil
	case acceptedMsg:
		if msg.err != nil {
			return kit.Errorf("the output cannot be saved: %s", line(msg.err.Error())), nil
		}
		return kit.Infof("accepted: %s holds this output now. r runs the case again.", safe.Path(msg.path, s.Host.Options.Dir)), nil
	case kit.SavedMsg:
		return s.Host.Saved(msg), nil
	case tea.KeyPressMsg:
		return s.press(msg)
	}
	return kit.Action{}, nil
}

func (s *detail) press(msg tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	act, cmd, done := kit.Press(msg, s.Keys())
	switch {
	case done:
	case s.isOnJSON:
		s.scroll.Press(msg)
	default:
		var moved bool
		if s.cursor, moved = kit.MoveCursor(msg, s.cursor, len(s.lines), s.place().rows); moved {
			s.follow()
		}
	}
	return act, cmd
}

func (s *detail) switchPane() { s.isOnJSON = !s.isOnJSON }

// swapInput shows the input in place of the output, or the output again.
func (s *detail) swapInput() {
	s.wantsInput = !s.wantsInput
	s.follow()
}

func (s *detail) nextAttempt() kit.Action {
	n := len(s.result.Attempts)
	s.attempt = (s.attempt + 1) % n
	s.show()
	return kit.Infof("attempt %d of %d: %s", s.attempt+1, n, s.current().Verdict)
}

func (s *detail) openForm() tea.Cmd {
	return fillIn(s.Host, s, s.run.batch.agent, s.result.Case)
}

func (s *detail) editCase() (kit.Action, tea.Cmd) { return edit(s.Host, s, s.result.Case.Path) }

func (s *detail) runAgain() (kit.Action, tea.Cmd) {
	act, cmd := s.run.again([]int{s.row})
	if act.Status.Text == "" {
		act.Pop = 1
	}
	return act, cmd
}

// openDiff compares the output with the golden file.
func (s *detail) openDiff() kit.Action {
	same := s.result.Case.Expect.Same
	return kit.Action{Push: NewDiff(s.Host, "golden:"+same.File, s.current().Run, check.GoldenRules(same))}
}

func (s *detail) copyText() (kit.Action, tea.Cmd) {
	return s.Host.Copy("what was expected and seen", s.text())
}

// cannotOpenRun says why the run of the attempt cannot be opened; "" if it can.
func (s *detail) cannotOpenRun() string {
	switch a := s.current(); {
	case a == nil:
		return "the case was not sent"
	case a.Run == "" && a.Verdict == check.Pass:
		return "of so many runs, those that pass are not kept"
	case a.Run == "":
		return "the run was not kept"
	}
	return ""
}

// openRun reads the run of the attempt in a command.
func (s *detail) openRun() tea.Cmd {
	keep, id := s.Host.Options.Store, s.current().Run
	return kit.Later(s, func() tea.Msg {
		info, err := keep.FindRun(id)
		if err != nil {
			return recordedMsg{err: err}
		}
		rec, err := run.OpenRecording(info.Path)
		if err != nil {
			return recordedMsg{err: err}
		}
		r := rec.Run()
		return recordedMsg{recorded: kit.RecordedRun{Recording: rec, Run: r, Document: r.Document()}}
	})
}

// cannotAccept says why the output cannot become the golden file; "" if it can.
func (s *detail) cannotAccept() string {
	a := s.current()
	switch {
	case s.result.Case.Expect.Same == nil:
		return "the case has no saved output"
	case a == nil || a.Golden == nil:
		return "there is no output to accept"
	}
	for _, l := range a.Lines {
		if l.Check == "same" && l.Outcome != check.OK {
			return ""
		}
	}
	return "the output is the saved one"
}

// cannotDiff says why the output cannot be compared with the golden file; "" if it can.
func (s *detail) cannotDiff() string {
	if s.result.Case.Expect.Same == nil {
		return "the case has no saved output"
	}
	return s.cannotOpenRun()
}

// accept writes the golden file. It asks before it replaces one.
func (s *detail) accept() tea.Cmd {
	path, output := s.result.Case.Expect.Same.File, s.current().Golden
	write := func() tea.Cmd {
		return s.Host.Writes.TrackWrites(kit.Later(s, func() tea.Msg { return acceptedMsg{path, check.WriteGolden(path, output)} }))
	}
	if slices.ContainsFunc(s.lines, func(l check.Line) bool { return l.NoGolden }) {
		return write()
	}
	title := "Replace " + s.run.list.shownPath(path) + "?"
	s.Host.Overlay = kit.NewChooser(s.Host, title, []string{"no ", "yes"}, []string{"it stays as it is", "this output is expected from now on"}, func(i int) tea.Cmd {
		if i == 0 {
			return nil
		}
		return write()
	})
	return nil
}

// text is what is copied: each expectation and what was seen.
func (s *detail) text() string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "%s: %s\n", line(s.result.Case.Name), s.result.Verdict)
	if why := s.result.Case.Why; why != "" {
		fmt.Fprintf(&sb, "why: %s\n", line(why))
	}
	if in := s.input(); in != nil {
		fmt.Fprintf(&sb, "input: %s\n", safe.Text(string(in.Compact())).Block(0))
	}
	for _, l := range s.lines {
		if l.Expected+l.Seen == "" {
			sb.WriteString(lineName(&l) + "\n")
			continue
		}
		if l.Check == noteCheck {
			fmt.Fprintf(&sb, "note %s: %s\n", l.Expected, safe.Text(l.Seen).Block(0))
			continue
		}
		fmt.Fprintf(&sb, "%s %s\n  expected %s\n  seen     %s\n", l.Outcome, lineName(&l), safe.Text(l.Expected).Block(0), safe.Text(l.Seen).Block(0))
		if l.Why != "" {
			fmt.Fprintf(&sb, "  why      %s\n", line(l.Why))
		}
	}
	return sb.String()
}

func (s *detail) Title() string { return line(s.result.Case.Name) }

func (s *detail) Help() []string {
	return []string{
		"Each expectation of the case: what it expects, and what was seen. Those that do not hold come first. The output marks the location of the expectation at the cursor.",
		"",
		"An output that is accepted takes the place of the saved one. Other expectations change in the file.",
	}
}

func (s *detail) Keys() []kit.Key {
	k, cannotOpen := detailKeys, s.cannotOpenRun()
	input := k.Input
	if s.wantsInput {
		input = kit.Named(input, "Output")
	}
	return slices.Concat([]kit.Key{
		kit.When(k.Accept, s.cannotAccept(), s.accept),
		kit.On(k.Form, s.openForm),
		kit.When(k.Open, cannotOpen, s.openRun),
		kit.When(input, s.cannotSwap(), s.swapInput),
		kit.When(k.Edit, kit.Unless(s.result.Case.Path != "", noFile), s.editCase),
		kit.When(k.Again, kit.Unless(!s.run.view.running, "the run goes on"), s.runAgain),
		kit.When(k.Diff, s.cannotDiff(), s.openDiff),
		kit.On(k.Copy, s.copyText),
		kit.When(k.Pane, kit.Unless(len(s.output) > 0, "there is no output"), s.switchPane),
		kit.When(k.Attempt, kit.Unless(len(s.result.Attempts) > 1, "there is one attempt"), s.nextAttempt),
		s.BackKey(),
		s.Host.RunExportKey(),
	}, kit.ScrollKeys, s.Host.BorderKeys(s, s.place().border, s.follow))
}

// shownValue is the output, or the input where that is asked for or all there is.
func (s *detail) shownValue() (name string, v *ojson.Value) {
	name, v = s.outputOf()
	if in := s.input(); in != nil && (name == "" || s.wantsInput) {
		return "input", ojson.NewObject(ojson.Member{Name: "input", Value: in})
	}
	return name, v
}

// cannotSwap says why the input cannot take the place of the output; "" if it can.
func (s *detail) cannotSwap() string {
	switch name, _ := s.outputOf(); {
	case s.input() == nil:
		return "the input is not kept"
	case name == "":
		return "there is no output, so the input is shown"
	}
	return ""
}

// input is what was sent, or what the case would send; nil where it is not kept.
func (s *detail) input() *ojson.Value {
	if a := s.current(); a != nil && a.Result != nil {
		return a.Document.Get("input")
	}
	in := &s.result.Case.Input
	if v, err := ojson.Parse(in.Data, ojson.DataLimits); err == nil {
		return v
	}
	if in.Text != "" {
		return ojson.NewString(in.Text)
	}
	return nil
}

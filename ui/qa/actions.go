package qa

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/diff"
	"a2aform/internal/run"
	"a2aform/ui/kit"
)

// cannotIgnore says why the location at the cursor cannot be ignored; "" if it can.
func (s *DiffScreen) cannotIgnore() string {
	if r := s.current(); r == nil || r.change == nil {
		return "this is not a location in the output"
	}
	return ""
}

// ignore ignores the location at the cursor, or counts it again.
func (s *DiffScreen) ignore() (kit.Action, tea.Cmd) {
	at, did := s.current().change.At, "ignored: y copies the command with this rule"
	if i := slices.Index(s.rules.Ignore, at); i >= 0 {
		s.rules.Ignore = slices.Delete(s.rules.Ignore, i, i+1)
		did = "counted again"
	} else {
		s.rules.Ignore = append(s.rules.Ignore, at)
	}
	return kit.Infof("%s", did), s.compare()
}

// cannotAllow says why there is no tolerance for the location at the cursor; "" if there is.
func (s *DiffScreen) cannotAllow() string {
	r := s.current()
	if r == nil || r.change == nil || !r.change.A.Is(ojson.Number) || !r.change.B.Is(ojson.Number) {
		return "only numbers have a tolerance"
	}
	return ""
}

// tolerances are those to choose from, in percent of the value before.
var tolerances = []int64{1, 5, 10}

// askForTolerance asks how far the numbers at the cursor may be apart.
func (s *DiffScreen) askForTolerance() kit.Action {
	c := s.current().change
	var labels, notes []string
	for _, percent := range tolerances {
		labels, notes = append(labels, kit.Pad(fmt.Sprintf("%d %%", percent), len("none"))), append(notes, "of "+c.A.Text())
	}
	labels, notes = append(labels, "none"), append(notes, "the numbers must be equal")
	title := "How much may " + s.current().label + " differ?"
	if delta := s.current().delta; delta != "" {
		title += " It does by " + delta
	}
	s.Host.Overlay = kit.NewChooser(s.Host, title, labels, notes, func(i int) tea.Cmd {
		s.rules.Within = slices.DeleteFunc(s.rules.Within, func(t diff.Tolerance) bool { return t.At == c.At })
		if i < len(tolerances) {
			s.rules.Within = append(s.rules.Within, diff.Tolerance{At: c.At, Within: big.NewRat(tolerances[i], 100), IsShare: true})
		}
		return s.compare()
	})
	return kit.Action{}
}

// cannotAccept says why the output of now cannot become the golden file; "" if it can.
func (s *DiffScreen) cannotAccept() string {
	switch {
	case !s.isGolden():
		return "no saved output is compared"
	case s.report == nil || len(s.report.Changes) == 0:
		return "the outputs are equal"
	}
	return ""
}

// accept asks before the golden file is replaced.
func (s *DiffScreen) accept() kit.Action {
	path, output := strings.TrimPrefix(s.names[0], "golden:"), s.sides[1].Output
	title := "Replace " + s.sides[0].Name + " with the output of " + s.sides[1].Name + "?"
	s.Host.Overlay = kit.NewChooser(s.Host, title, []string{"no ", "yes"}, []string{"it stays as it is", "this output is expected from now on"}, func(i int) tea.Cmd {
		if i == 0 {
			return nil
		}
		return s.Host.Writes.TrackWrites(kit.Later(s, func() tea.Msg { return diffAcceptedMsg{check.WriteGolden(path, output)} }))
	})
	return kit.Action{}
}

// askToCopy asks what is copied.
func (s *DiffScreen) askToCopy() {
	s.Host.AskCopy("Copy", []kit.Copyable{
		{Label: "differences", Note: "as text", What: "the differences", Text: func() (string, error) {
			var sb bytes.Buffer
			_ = s.report.WriteText(&sb, !s.onlyCounting) // to memory
			return sb.String(), nil
		}},
		{Label: "command", Note: "a2aform runs diff, with the rules of this screen", What: "the command", Text: func() (string, error) { return s.command(), nil }},
	}, 0)
}

// command is the command that compares the same by the same rules.
func (s *DiffScreen) command() string {
	var sb strings.Builder
	sb.WriteString("a2aform runs diff")
	for i, side := range s.sides {
		name := s.names[i]
		if !side.IsGolden() {
			name = strings.TrimPrefix(side.Name, "run ")
		}
		sb.WriteString(" " + run.ShellWord(name))
	}
	for _, at := range s.rules.Ignore {
		sb.WriteString(" --ignore " + run.ShellWord(at))
	}
	for _, t := range s.rules.Within {
		within := t.Within.FloatString(6)
		if t.IsShare {
			within = new(big.Rat).Mul(t.Within, big.NewRat(100, 1)).FloatString(4) + "%"
		}
		sb.WriteString(" --within " + run.ShellWord(t.At+"="+within))
	}
	return sb.String()
}

// again runs ended rows once more, with the current content of their files.
func (b *batch) again(ctx context.Context, which []int) {
	b.mu.Lock()
	var places []int
	wanted := map[string]map[string]bool{} // the names of the cases by their files
	for _, i := range which {
		r := &b.rows[i]
		if r.c == nil {
			continue
		}
		if r.result != nil {
			b.held--
		}
		*r = newRow(r.c)
		places = append(places, i)
		if wanted[r.c.Path] == nil {
			wanted[r.c.Path] = map[string]bool{}
		}
		wanted[r.c.Path][r.c.Name] = true
	}
	b.mu.Unlock()
	b.run(ctx, func(yield func(*casefile.Case) bool) {
		files := map[string]*file{}
		for _, i := range places {
			path := b.pathOf(i)
			if files[path] == nil && path != "" {
				files[path] = b.read(path, wanted[path])
			}
			if !yield(b.renew(i, files[path])) {
				return
			}
		}
	})
}

// file has cases of a file that was read again, by their names.
type file struct {
	cases   map[string]*casefile.Case
	problem error
}

// errGone is the error of a case that its file no longer has.
var errGone = errors.New("the file has no case of this name any more: go back to the list and run it from there")

func (b *batch) read(path string, names map[string]bool) *file {
	f := &file{cases: map[string]*casefile.Case{}, problem: errGone}
	read, problems := b.list.ReadFile(path)
	if len(problems) > 0 {
		f.problem = problems[0]
	}
	if read == nil {
		return f
	}
	for c := range read.Cases() {
		if names[c.Name] {
			f.cases[c.Name] = c
		}
	}
	return f
}

func (b *batch) pathOf(i int) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.rows[i].c.Path
}

// renew replaces the case of a row with the current one of its file. A case that the file no longer has gets a problem.
func (b *batch) renew(i int, f *file) *casefile.Case {
	b.mu.Lock()
	defer b.mu.Unlock()
	r := &b.rows[i]
	if r.c.Path == "" { // it was generated
		return r.c
	}
	c := f.cases[r.c.Name]
	if c == nil {
		gone := *r.c
		gone.Problem = f.problem
		c = &gone
	}
	delete(b.index, r.c)
	b.index[c], r.c = i, c
	return c
}

// progressMsg is the tick that updates the progress of a run while the list is shown.
type progressMsg struct{ asked int }

// progressInterval is the time between two progressMsg.
const progressInterval = 500 * time.Millisecond

// watch starts the next tick while cases are running.
func (s *List) watch() tea.Cmd {
	if !s.IsRunning() {
		return nil
	}
	return kit.After(s, progressInterval, progressMsg{s.asked})
}

// progressed reads the list again once the run has ended.
func (s *List) progressed(m progressMsg) tea.Cmd {
	switch {
	case m.asked != s.asked:
		return nil
	case s.IsRunning():
		s.Run.refresh()
		return s.watch()
	}
	return s.Load()
}

// progressText returns the progress of a running run; "" for none.
func (s *List) progressText() string {
	if !s.IsRunning() {
		return ""
	}
	return fmt.Sprintf("running %d/%d · ", s.Run.view.ended, s.Run.view.total)
}

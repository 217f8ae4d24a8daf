package qa

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/dustin/go-humanize/english"

	"a2aform/internal/qa/check"
	"a2aform/ui/kit"
)

// Run is the screen of a run of cases, which goes on while the screen is not shown.
type Run struct {
	kit.Base
	list  *List
	batch *batch
	pens  kit.Pens

	shown      []int // rows, in the order of the screen
	view       snapshot
	onlyFailed bool
	inOrder    bool // of the cases; else what does not pass comes first
	cursor     int
	at         int // the row at the cursor; -1 for the first line, whichever that is
	top        int
	frame      int // of the spinner
	generation int // of the chain of commands that wait for a change
}

// snapshot is what is known of a run at a moment.
type snapshot struct {
	rows    []row
	counts  map[check.Verdict]int
	ended   int // cases
	total   int
	running bool
	stopped bool
	took    time.Duration
	left    time.Duration // about; 0 where it is not known
	err     error
	widths  runColumns    // of the widest texts
	cost    time.Duration // to take it
}

var _ = kit.RegisterKeys("test-run", &runKeys)

var runKeys = struct{ Open, Failed, Order, Again, AgainFailed, Stop key.Binding }{
	Open:        kit.Bind("Open", "enter"),
	Failed:      kit.Bind("Failures only", "f"),
	Order:       kit.Bind("Order of the cases", "s"),
	Again:       kit.Bind("Run again", "r"),
	AgainFailed: kit.Bind("Run failed again", "R"),
	Stop:        kit.Bind("Stop", "x", "ctrl+x"),
}

func newRun(h *kit.Host, list *List, b *batch) *Run {
	s := &Run{Base: kit.Base{Host: h}, list: list, batch: b, at: -1}
	s.Restyle()
	return s
}

// wokeMsg is the tick that refreshes the rows and turns the spinner.
type wokeMsg struct{ generation int }

// interval is the time between two refreshes, and of one frame of the spinner.
const interval = 100 * time.Millisecond

func (s *Run) Init() tea.Cmd {
	s.generation++
	s.refresh()
	return s.wait()
}

// Load refreshes the screen after another one was shown.
func (s *Run) Load() tea.Cmd { return s.Init() }

// wait waits a while in a command, as long as the run goes on. With very many cases it is longer, so that looking at them takes no
// more than a tenth of the time.
func (s *Run) wait() tea.Cmd {
	if !s.view.running {
		return nil
	}
	return kit.After(s, max(interval, 10*s.view.cost), wokeMsg{s.generation})
}

// refresh copies the current state of the batch.
func (s *Run) refresh() {
	b, began := s.batch, time.Now()
	b.mu.Lock()
	v := snapshot{rows: slices.Clone(b.rows), total: b.total, running: b.ended.IsZero(), stopped: b.stopped, err: b.err, counts: map[check.Verdict]int{}}
	if v.took = began.Sub(b.began); !v.running {
		v.took = b.ended.Sub(b.began)
	}
	b.mu.Unlock()
	for i := range v.rows {
		r := &v.rows[i]
		if r.verdict != "" {
			v.counts[r.verdict]++
			v.ended++
		}
		v.widths.state, v.widths.name, v.widths.what = max(v.widths.state, r.widths.state), max(v.widths.name, r.widths.name), max(v.widths.what, r.widths.what)
		v.widths.passed = max(v.widths.passed, r.widths.passed)
	}
	const enough = 3 // cases that ended
	if v.running && v.ended >= enough {
		v.left = v.took / time.Duration(v.ended) * time.Duration(v.total-v.ended)
	}
	s.view = v
	s.sort()
	s.view.cost = time.Since(began)
}

// rank returns the place in the order of the table: cases that do not pass, cases that run, the rest.
func rank(r *row) int {
	switch r.verdict {
	case check.Fail:
		return 0
	case check.Error:
		return 1
	case check.Flaky:
		return 2
	case "":
		return 3
	case check.Pass:
		return 4
	}
	return 5
}

const ranks = 6

// isFailure reports whether a case failed, is flaky or could not be checked.
func isFailure(r *row) bool { return rank(r) < 3 }

// sort orders the rows for the screen, and keeps the cursor on its row.
func (s *Run) sort() {
	s.shown = s.shown[:0]
	for want := range ranks {
		for i := range s.view.rows {
			r := &s.view.rows[i]
			if (s.inOrder && want == 0 || !s.inOrder && rank(r) == want) && (!s.onlyFailed || isFailure(r)) {
				s.shown = append(s.shown, i)
			}
		}
	}
	if i := slices.Index(s.shown, s.at); i >= 0 && s.at >= 0 {
		s.cursor = i
	}
	s.clamp()
}

func (s *Run) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch msg := msg.(type) {
	case wokeMsg:
		if msg.generation != s.generation {
			return kit.Action{}, nil
		}
		s.frame++
		wasRunning := s.view.running
		s.refresh()
		return s.over(wasRunning), s.wait()
	case kit.SavedMsg:
		return s.Host.Saved(msg), nil
	case tea.KeyPressMsg:
		return s.press(msg)
	}
	return kit.Action{}, nil
}

// over reports the result of a run that has just ended.
func (s *Run) over(wasRunning bool) kit.Action {
	switch v := &s.view; {
	case !wasRunning || v.running:
		return kit.Action{}
	case v.err != nil:
		return kit.Action{} // it stays above the cases
	case v.stopped:
		return kit.Infof("stopped: %s did not run", english.Plural(v.total-v.ended+v.notFinished(), "case", "cases"))
	case v.counts[check.Fail]+v.counts[check.Error] == 0:
		return kit.Infof("%s passed", english.Plural(v.counts[check.Pass]+v.counts[check.Flaky], "case", "cases"))
	}
	return kit.Action{Status: kit.Status{Text: fmt.Sprintf("%d of %s did not pass: Enter opens one", s.view.counts[check.Fail]+s.view.counts[check.Error], english.Plural(s.view.ended, "case", "cases")), Bad: true}}
}

// notFinished counts the cases that were running when the run was stopped.
func (v *snapshot) notFinished() (n int) {
	for i := range v.rows {
		if v.rows[i].state == "not finished" {
			n++
		}
	}
	return n
}

func (s *Run) press(msg tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	act, cmd, done := kit.Press(msg, s.Keys())
	if done {
		return act, cmd
	}
	if cursor, moved := kit.MoveCursor(msg, s.cursor, len(s.shown), s.rows()); moved {
		if s.cursor = cursor; cursor < len(s.shown) {
			s.at = s.shown[cursor]
		}
		s.clamp()
	}
	return kit.Action{}, nil
}

func (s *Run) stop() kit.Action {
	s.batch.stop()
	return kit.Infof("stopping …")
}

// showFailures shows only the cases that do not pass, or all again.
func (s *Run) showFailures() {
	s.onlyFailed = !s.onlyFailed
	s.cursor, s.at = 0, -1
	s.sort()
}

// changeOrder sorts by the order of the cases, or by failures again.
func (s *Run) changeOrder() {
	s.inOrder = !s.inOrder
	s.sort()
}

// cannotOpen says why a row cannot be opened; "" if it can.
func cannotOpen(r *row) string {
	switch {
	case r.verdict == "":
		return "the case has not ended yet"
	case r.result == nil:
		return "the run has too many cases to keep all results: run this one alone to see it"
	}
	return ""
}

// failed are the rows that did not pass.
func (s *Run) failed() (list []int) {
	for i := range s.view.rows {
		if isFailure(&s.view.rows[i]) {
			list = append(list, i)
		}
	}
	return list
}

// again runs rows once more.
func (s *Run) again(which []int) (kit.Action, tea.Cmd) {
	switch {
	case s.view.running:
		return kit.Infof("the run goes on: x stops it"), nil
	case len(which) == 0:
		return kit.Infof("no case has failed"), nil
	}
	for _, i := range which {
		if s.view.rows[i].c == nil { // beyond maxHeld
			return kit.Infof("the run has too many cases to run these again: go back to the list and run their files"), nil
		}
	}
	s.batch.again(s.Host.Context, which)
	return kit.Action{}, s.Init()
}

// goBack asks whether to stop a running run.
func (s *Run) goBack() kit.Action {
	s.refresh()
	if !s.view.running || s.view.ended == s.view.total { // then only the outcomes are being saved
		return s.Back()
	}
	labels, notes := []string{"let it run ", "stop it    "}, []string{"v on the list of cases shows it again", "cases that have ended keep their verdict"}
	s.Host.Overlay = kit.NewChooser(s.Host, "Cases are running", labels, notes, func(i int) tea.Cmd {
		if i == 1 {
			s.batch.stop()
		}
		return s.Host.Perform(s.Back())
	})
	return kit.Action{}
}

func (s *Run) current() (*row, bool) {
	if s.cursor >= len(s.shown) {
		return nil, false
	}
	return &s.view.rows[s.shown[s.cursor]], true
}

func (s *Run) Title() string { return "Run" }

func (s *Run) Help() []string {
	return []string{
		"The cases run one after the other. Those that do not pass come first. Cases that have ended keep their verdict when the run is stopped.",
		"",
		"✓ passed · ✗ failed: an expectation does not hold · ! error: no verdict was possible · ~ flaky: enough of its repeats passed · – skipped",
	}
}

func (s *Run) Keys() []kit.Key {
	k := runKeys
	r, some := s.current()
	none := kit.Unless(some, "no case is at the cursor")
	cannot := none
	if some {
		cannot = cannotOpen(r)
	}
	goesOn := kit.Unless(!s.view.running, "the run goes on; x stops it")
	noneFailed := kit.Unless(len(s.failed()) > 0, "no case has failed")
	only, order := k.Failed, k.Order
	if s.onlyFailed {
		only, noneFailed = kit.Named(only, "All cases"), ""
	}
	if s.inOrder {
		order = kit.Named(order, "Failures first")
	}
	return append([]kit.Key{
		kit.When(k.Open, cannot, func() kit.Action { return kit.Action{Push: newDetail(s.Host, s, s.shown[s.cursor], r)} }),
		kit.When(k.Stop, kit.Unless(s.view.running, "the run has ended"), s.stop),
		kit.When(k.Again, cmp.Or(goesOn, none), func() (kit.Action, tea.Cmd) { return s.again([]int{s.shown[s.cursor]}) }),
		kit.When(k.AgainFailed, cmp.Or(goesOn, noneFailed), func() (kit.Action, tea.Cmd) { return s.again(s.failed()) }),
		kit.When(only, noneFailed, s.showFailures),
		kit.When(order, kit.Unless(len(s.view.rows) > 1, "there is one case"), s.changeOrder),
		kit.On(kit.Keys.Back, s.goBack),
		kit.When(kit.Keys.Export, goesOn, s.askForReport),
	}, kit.ScrollKeys...)
}

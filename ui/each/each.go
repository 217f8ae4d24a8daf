// Package each is the screen of a message for each row of a table: what is sent, how far that is, and at the end the table of the
// rows with the answers beside them, which takes its place.
package each

import (
	"context"
	"fmt"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/dustin/go-humanize/english"

	"a2aform/internal/run"
	"a2aform/internal/run/each"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// jobs is how many messages are sent at the same time.
const jobs = 4

// Screen is the review of the messages, then their progress.
type Screen struct {
	kit.Base
	plan  *run.Plan // of each, without its data
	batch *each.Batch
	about string // which rows, such as "3 marked rows"
	lines kit.Scroll
	quiet kit.Quiet // the key that opened it may still be held

	began, ended time.Time // zero before
	isStopped    bool
	results      []each.Result
	frame        int                // of the spinner
	cancel       context.CancelFunc // ends the wait for what was sent
}

var _ = kit.RegisterKeys("each", &keys)

var keys = struct{ Stop, Table key.Binding }{
	Stop:  kit.Bind("Stop", "x", "ctrl+x"),
	Table: kit.Bind("Table", "enter"),
}

// New is the review of a batch; like is what its plans have in common.
func New(h *kit.Host, like *run.Plan, batch *each.Batch, about string) *Screen {
	return &Screen{Base: kit.Base{Host: h}, plan: like, batch: batch, about: about}
}

// tickMsg refreshes the progress; endedMsg says that all runs have ended.
type (
	tickMsg  struct{}
	endedMsg struct{}
)

const interval = 100 * time.Millisecond

// Init waits until the key that opened the review is not held any more.
func (s *Screen) Init() tea.Cmd {
	if s.hasBegun() {
		return nil
	}
	return s.quiet.Begin(s, s.Host.Options.HoldGuard)
}

func (s *Screen) hasBegun() bool { return !s.began.IsZero() }

// IsRunning reports that messages are sent, or that their runs go on.
func (s *Screen) IsRunning() bool { return s.hasBegun() && s.ended.IsZero() }

// cannotSend says why nothing is sent; "" where all rows fit.
func (s *Screen) cannotSend() string {
	if n := s.batch.Unfit(); n > 0 {
		return fmt.Sprintf("%d of %s not fit the form", n, english.Plural(len(s.batch.Rows), "row does", "rows do"))
	}
	return ""
}

func (s *Screen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch msg := msg.(type) {
	case kit.QuietMsg:
		if s.quiet.Hear(msg) {
			return kit.Action{}, s.send()
		}
	case tickMsg:
		if s.IsRunning() {
			s.frame++
			s.results = s.batch.Results()
			return kit.Action{}, kit.After(s, interval, tickMsg{})
		}
	case endedMsg:
		s.ended, s.results = time.Now(), s.batch.Results()
		s.cancel()
		if s.Host.Nav.Top() == kit.Screen(s) {
			return s.showTable(), nil
		}
	case tea.KeyPressMsg:
		return s.press(msg)
	}
	return kit.Action{}, nil
}

func (s *Screen) press(msg tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	if !s.hasBegun() && s.cannotSend() == "" && key.Matches(msg, kit.Keys.Send, kit.Keys.Review) {
		counts, cmd := s.quiet.Press(s, msg, s.Host.Options.HoldGuard)
		if counts {
			cmd = tea.Batch(cmd, s.send())
		}
		return kit.Action{}, cmd
	}
	act, cmd, done := kit.Press(msg, s.Keys())
	if !done && !s.hasBegun() {
		s.lines.Press(msg)
	}
	return act, cmd
}

// send sends the messages in a command that the end of the program waits for: their runs are kept.
func (s *Screen) send() tea.Cmd {
	if s.hasBegun() || s.cannotSend() != "" {
		return nil
	}
	ctx, cancel := context.WithCancel(s.Host.Context)
	s.began, s.cancel, s.results = time.Now(), cancel, s.batch.Results()
	batch, how := s.batch, each.Sending{Jobs: jobs, Run: s.Host.RunOptions()}
	return tea.Batch(kit.After(s, interval, tickMsg{}), s.Host.Writes.TrackWrites(kit.Later(s, func() tea.Msg {
		batch.Send(ctx, how)
		return endedMsg{}
	})))
}

// stop lets no other message be sent; the second time it does not wait for the runs of those that were.
func (s *Screen) stop() kit.Action {
	if s.isStopped {
		s.cancel()
		return kit.Infof("Not waiting any more. Tasks may continue on the agent.")
	}
	s.isStopped = true
	s.batch.Stop()
	return kit.Infof("Nothing more is sent. %s to wait for; %s again ends that.", english.Plural(s.count().running, "run", "runs"), shortcut.InProse(keys.Stop))
}

// showTable shows the rows with the answers in place of this screen.
func (s *Screen) showTable() kit.Action {
	n := s.count()
	act := s.Host.Nav.OpenDocument(&kit.NamedDocument{Name: safe.Text("Answers to " + s.about), Document: s.batch.Document()})
	act.Pop = 1
	text := english.Plural(n.good, "answer", "answers") + " came."
	if n.failed > 0 {
		text += " " + english.Plural(n.failed, "message", "messages") + " failed: the table says why."
	}
	if left := len(s.results) - n.good - n.failed; left > 0 {
		text += " " + english.Plural(left, "row was", "rows were") + " not sent."
	}
	act.Status = kit.Status{Text: text, Bad: n.failed > 0}
	return act
}

// counts are how many rows are how far.
type counts struct{ good, failed, running int }

func (s *Screen) count() (n counts) {
	for _, r := range s.results {
		switch {
		case r.IsRunning:
			n.running++
		case r.HasFailed:
			n.failed++
		case r.Outcome != "":
			n.good++
		}
	}
	return n
}

// name is the skill, or the agent where the form is its own.
func (s *Screen) name() string {
	if s.plan.Skill != nil {
		return kit.Line(s.plan.Skill.Name)
	}
	return kit.Line(s.plan.Agent.Card().Name)
}

func (s *Screen) Title() string { return s.name() + " for each row" }

func (s *Screen) Help() []string {
	return []string{
		fmt.Sprintf("Each row fills in a form of its own and is sent as one message, %d at the same time. Nothing is sent unless all rows fit the form.", jobs),
		"",
		"Stop lets no other message be sent and waits for those that were; stop again ends that, too. The table at the end has the rows with their answers. Each run is in the history.",
	}
}

func (s *Screen) Keys() []kit.Key {
	switch {
	case s.IsRunning():
		return []kit.Key{kit.On(keys.Stop, s.stop), kit.On(kit.Named(kit.Keys.Back, "Stop"), s.stop)}
	case s.hasBegun():
		return []kit.Key{kit.On(keys.Table, s.showTable), s.BackKey()}
	}
	return append([]kit.Key{kit.When(kit.Keys.Send, s.cannotSend(), s.send), s.BackKey()}, kit.ScrollKeys...)
}

package task

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/run"
	"a2aform/render"
	"a2aform/ui/kit"
)

// watch brings what changes in a run to its screen, until it is ended.
type watch struct {
	host    *kit.Host
	to      kit.Screen // of the run, for the messages
	run     *run.Run
	took    time.Duration // to make the last snapshot
	isEarly bool          // what is shown is an early document
	gone    chan struct{} // closed once it is ended
}

func newWatch(h *kit.Host, to kit.Screen, r *run.Run) watch {
	return watch{host: h, to: to, run: r, gone: make(chan struct{})}
}

// WakeMsg is a snapshot of the run, taken when a frame was due.
type WakeMsg struct {
	snapshot run.Snapshot
	document *render.Document
	took     time.Duration // to make it
}

// Where the next comes at once, they are gathered longer: for burstInterval, or for as
// long as it took to make what is shown of them, up to maxInterval.
const (
	burstInterval = 40 * time.Millisecond
	maxInterval   = time.Second
)

// next waits for the run to change, then a frame longer, so that a burst of
// events costs one message. A run that has paused or ended is shown at once. Large data
// is shown before it is validated.
func (w *watch) next() tea.Cmd {
	if w.isEarly && w.isOn() {
		return w.look()
	}
	r, done, gone, asked, took := w.run, w.host.Context.Done(), w.gone, time.Now(), w.took
	return kit.Later(w.to, func() tea.Msg {
		select {
		case <-r.Wake():
			gather := kit.FrameTime
			if time.Since(asked) < kit.FrameTime {
				gather = max(burstInterval, min(took, maxInterval))
			}
			select {
			case <-time.After(gather):
			case <-r.Stopped():
			}
			woke := time.Now()
			snapshot, document := r.Snapshot(), r.Early()
			return WakeMsg{snapshot, document, time.Since(woke)}
		case <-done:
			return nil
		case <-gone:
			return nil
		}
	})
}

// look brings the current run once, to a screen that no longer watches it.
func (w *watch) look() tea.Cmd {
	r, took := w.run, w.took
	return kit.Later(w.to, func() tea.Msg { return WakeMsg{snapshot: r.Snapshot(), document: r.Document(), took: took} })
}

// ring rings the bell when the run is over or asks.
func (w *watch) ring(before, now run.Phase) tea.Cmd {
	if !w.host.Options.Bell || now == before || !now.IsOver() && now != run.Paused {
		return nil
	}
	return tea.Raw("\a")
}

// end ends the goroutine that waits for the run to change.
func (w *watch) end() {
	if w.isOn() {
		close(w.gone)
	}
}

// isOn reports a run whose changes come to the screen.
func (w *watch) isOn() bool {
	select {
	case <-w.gone:
		return false
	default:
		return true
	}
}

// delivery tells the sender of a message what became of it.
type delivery struct {
	from     kit.Sender // until the agent has the message; nil for none
	accepted kit.Sender // then, until the agent has rejected or failed the task
	cameBack bool       // what was written
}

// report says whether the agent has the message, or that this is unknown.
func (d *delivery) report(now *run.Snapshot) (cmd tea.Cmd) {
	switch {
	case d.from == nil:
	case now.IsAccepted():
		cmd = d.from.Accepted()
		d.from, d.accepted = nil, d.from
	case now.Phase == run.Errored && !d.cameBack:
		d.cameBack = true
		cmd = d.from.Returned(*now)
	}
	if m := now.Refusal(); m != nil && d.accepted != nil {
		d.accepted.Rejected(m, now.Reason())
		d.accepted = nil
	}
	return cmd
}

// isOver reports that nothing is left to tell of it.
func (d *delivery) isOver() bool { return d.from == nil }

// CanRelease reports a finished run that is on no screen, whose thread is on none either, and that cannot be taken up
// again.
func (s *Screen) CanRelease() bool {
	now := &s.snapshot
	return s.run != nil && s.replay == nil && now.Phase.IsOver() && !now.CanRetry && !now.WantsCredentials &&
		s.delivery.isOver() && !s.Host.Nav.Shows(s) && !s.thread.isShown()
}

// Release leaves of a run what the list of tasks shows.
func (s *Screen) Release(file string) {
	s.watch.end()
	plan := &run.Plan{Agent: s.snapshot.Plan.Agent, Skill: s.snapshot.Plan.Skill, Private: s.snapshot.Plan.Private, FedBy: s.snapshot.Plan.FedBy}
	s.snapshot = run.Snapshot{
		ID: s.snapshot.ID, Plan: plan, Phase: s.snapshot.Phase, State: s.snapshot.State,
		Started: s.snapshot.Started, Ended: s.snapshot.Ended,
	}
	s.File = file
	s.run, s.watch.run = nil, nil
	s.reply.release()
	s.forgetDrawn()
}

// Shrink drops what was made of a run for the screen.
func (s *Screen) Shrink() tea.Cmd {
	r := s.run
	s.watch.end()
	s.forgetDrawn()
	return func() tea.Msg {
		r.Compact()
		return nil
	}
}

// DropResults drops what the agent sent in a run.
func (s *Screen) DropResults() tea.Cmd {
	r := s.run
	s.snapshot.DropResults()
	return func() tea.Msg {
		r.DropResults()
		return nil
	}
}

// IsWatched reports a run whose changes come to the screen.
func (s *Screen) IsWatched() bool { return s.watch.isOn() }

// forgetDrawn drops everything that is drawn anew when the screen is opened again.
func (s *Screen) forgetDrawn() {
	s.result.forget()
	s.reply.drawn = question{}
	s.timeline.forget()
	s.windows.clear(&s.timeline)
}

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

package kit

import (
	"context"
	"reflect"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safego"
)

// Job is work outside Update of which only the last one counts.
type Job struct {
	Generation int
	cancel     context.CancelFunc
}

// Restart ends the work before and begins another.
func (j *Job) Restart(parent context.Context) (context.Context, int) {
	j.Stop()
	ctx, cancel := context.WithCancel(parent)
	j.cancel = cancel
	j.Generation++
	return ctx, j.Generation
}

// Stop ends the work, if there is any.
func (j *Job) Stop() {
	if j.cancel != nil {
		j.cancel()
		j.cancel = nil
	}
}

// LoadTime is how often that is looked at.
const LoadTime = 80 * time.Millisecond

// Later makes a command whose answer is addressed to s.
func Later(s Screen, work func() tea.Msg) tea.Cmd {
	return func() (msg tea.Msg) {
		defer RecoverTo(func(fault *safego.Fault) { msg = FaultMsg{fault} })
		return ScreenMsg{s, work()}
	}
}

// FaultMsg is a panic in a command.
type FaultMsg struct{ Fault *safego.Fault }

// RecoverTo takes a panic. It must be deferred.
func RecoverTo(take func(fault *safego.Fault)) {
	if p := recover(); p != nil {
		take(safego.FaultOf(p))
	}
}

// RecoverCmd makes a panic in a command, of ours or of a part's, a message.
func RecoverCmd(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer RecoverTo(func(fault *safego.Fault) { msg = FaultMsg{fault} })
		msg = cmd()
		recoverAll(msg)
		return msg
	}
}

// recoverAll guards the commands of a message that is a list of them: [tea.BatchMsg], and
// what [tea.Sequence] gives, whose type is not exported.
func recoverAll(msg tea.Msg) {
	list := reflect.ValueOf(msg)
	if list.Kind() != reflect.Slice || list.Type().Elem() != reflect.TypeFor[tea.Cmd]() {
		return
	}
	for i := range list.Len() {
		if cmd, ok := list.Index(i).Interface().(tea.Cmd); ok {
			list.Index(i).Set(reflect.ValueOf(RecoverCmd(cmd)))
		}
	}
}

// After is a message to s after a while.
func After(s Screen, d time.Duration, msg tea.Msg) tea.Cmd {
	if t, ok := s.(interface{ timer() Timer }); ok && t.timer() != nil {
		return t.timer()(d, ScreenMsg{s, msg})
	}
	return tea.Tick(d, func(time.Time) tea.Msg { return ScreenMsg{s, msg} })
}

// FrameTime is how long events are gathered before the screen is drawn anew.
const FrameTime = 16 * time.Millisecond

// Quiet keeps what a key does from happening while the key is held: it counts again once it did not come for a while. The
// zero value is quiet.
type Quiet struct {
	n         int // of the wait under way
	isWaiting bool
	pending   bool // the key came, and counts unless it comes again at once
}

// QuietMsg is the end of a wait of a [Quiet].
type QuietMsg struct{ n int }

// repeatTime is how soon a held key comes again at the latest, after the first time.
const repeatTime = 100 * time.Millisecond

// Begin waits until the key was quiet; the messages go to s.
func (q *Quiet) Begin(s Screen, wait time.Duration) tea.Cmd {
	return q.BeginWith(func(d time.Duration, msg tea.Msg) tea.Cmd { return After(s, d, msg) }, wait)
}

// BeginWith is [Quiet.Begin] of what is no screen, with what makes a command whose message comes after a while.
func (q *Quiet) BeginWith(after Timer, wait time.Duration) tea.Cmd {
	q.pending = false
	if wait == 0 {
		q.isWaiting = false
		return nil
	}
	q.n++
	q.isWaiting = true
	return after(wait, QuietMsg{q.n})
}

// IsWaiting reports that the key would be ignored.
func (q *Quiet) IsWaiting() bool { return q.isWaiting }

// Press takes a key. It counts at once where nothing is waited for, else with the [QuietMsg] of which [Quiet.Hear] says
// so: the terminal reports a held key as presses that follow one another.
func (q *Quiet) Press(s Screen, press tea.KeyPressMsg, wait time.Duration) (counts bool, cmd tea.Cmd) {
	switch {
	case wait == 0:
		return true, nil
	case q.isWaiting || q.pending || press.IsRepeat:
		return false, q.Begin(s, wait)
	}
	q.n++
	q.pending = true
	return false, After(s, repeatTime, QuietMsg{q.n})
}

// Hear ends a wait, and reports a key that counts now.
func (q *Quiet) Hear(msg QuietMsg) (counts bool) {
	if msg.n != q.n {
		return false
	}
	counts = q.pending
	q.isWaiting, q.pending = false, false
	return counts
}

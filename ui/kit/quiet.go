package kit

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

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

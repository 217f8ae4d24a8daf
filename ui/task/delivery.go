package task

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/run"
	"a2aform/ui/kit"
)

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

package task

import (
	"a2aform/internal/run"
	"a2aform/ui/kit"
)

// sendAgain sends the message of a run once more, changed or as it was, or goes on in its context. It is made for each table of keys.
type sendAgain struct {
	host       *kit.Host
	of         kit.Task
	now        *run.Snapshot
	replay     *replay // nil for a live run
	isComplete bool    // it went well
}

func (s *Screen) sendAgain() sendAgain {
	return sendAgain{host: s.Host, of: s, now: &s.snapshot, replay: s.replay, isComplete: s.isComplete()}
}

// canRerun reports a task of this session that is over and can be started again.
func (a sendAgain) canRerun() bool {
	return a.replay == nil && a.now.Phase.IsOver() && a.now.Plan.CanRepeat() && !a.now.CanRetry
}

// canEdit reports one that ended badly, and whose form is below.
func (a sendAgain) canEdit() bool {
	return a.canRerun() && !a.isComplete && a.host.Nav.IsAboveForm(a.of)
}

// editKey goes back to the form.
func (a sendAgain) editKey() kit.Key {
	return kit.When(keys.Edit, kit.Unless(a.canEdit(), "the task goes on, or its form is not open"), func() kit.Action { return kit.Action{Pop: 1} })
}

// rerunKey opens the review of the same message.
func (a sendAgain) rerunKey() kit.Key {
	if a.replay.atEnd() {
		return a.replay.rerunKey()
	}
	return kit.When(keys.Rerun, kit.Unless(a.canRerun(), "the task goes on, or it was not started here"), func() kit.Action { return a.host.Nav.Repeat(a.now.Plan) })
}

// writeBackKey goes on in the context of the run, in a chat: an agent that answers with a message leaves no task to answer (A2A 1.0
// §3.4.3).
func (a sendAgain) writeBackKey() kit.Key {
	canWrite := a.replay == nil && a.now.Phase.IsOver() && a.now.Phase != run.Errored && !a.now.ContextID.IsEmpty()
	return kit.When(keys.WriteBack, kit.Unless(canWrite, "the run goes on, has no context, or was not started here"), func() kit.Action { return a.host.Nav.WriteBack(a.of) })
}

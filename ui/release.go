package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// maxUnrecorded is how many bytes the finished runs of a session may hold in memory
// that are in no file: those with a secret, or of a session that records nothing.
const maxUnrecorded = 48 << 20

// releaseFinished gives back the memory of finished runs that are on no screen. A
// recorded one is read from its file when it is opened again. Of the others the
// results stay, within [maxUnrecorded]: those of the oldest are dropped first.
func (a *App) releaseFinished() tea.Cmd {
	var cmds []tea.Cmd
	held := 0
	for _, t := range a.tasks { // the newest comes first
		switch {
		case !t.canRelease():
		case t.run.CompleteFile() != "":
			t.release(t.run.CompleteFile())
		default:
			if t.isWatched() {
				cmds = append(cmds, t.shrink())
			}
			if held += t.run.Size(); held > maxUnrecorded {
				held -= t.run.Size()
				cmds = append(cmds, t.dropResults())
			}
		}
	}
	return tea.Batch(cmds...)
}

// canRelease reports a finished run that is on no screen, and that cannot be taken up
// again.
func (s *taskScreen) canRelease() bool {
	now := &s.snapshot
	return s.run != nil && s.replay == nil && now.Phase.IsOver() && !now.CanRetry && !now.WantsCredentials &&
		s.from == nil && !s.app.shows(s)
}

// shows reports whether a task is on the stack of screens, or a turn of a conversation
// or a result of it is.
func (a *App) shows(t *taskScreen) bool {
	isIt := func(s screen) bool {
		switch s := s.(type) {
		case *taskScreen:
			return s == t
		case *resultScreen:
			return s.task == t
		case *chatScreen:
			return slices.ContainsFunc(s.turns, func(turn *turn) bool { return turn.now() == t })
		}
		return false
	}
	if slices.ContainsFunc(a.stack, isIt) {
		return true
	}
	for _, s := range a.forms {
		if isIt(s) {
			return true
		}
	}
	return false
}

// release leaves of a run what the list of tasks shows.
func (s *taskScreen) release(file string) {
	s.unwatch()
	plan := &run.Plan{Agent: s.snapshot.Plan.Agent, Skill: s.snapshot.Plan.Skill, Private: s.snapshot.Plan.Private}
	s.snapshot = run.Snapshot{
		ID: s.snapshot.ID, Plan: plan, Phase: s.snapshot.Phase, State: s.snapshot.State,
		Started: s.snapshot.Started, Ended: s.snapshot.Ended,
	}
	s.file = file
	s.run, s.answerForm, s.askedSchema = nil, nil, nil
	s.forgetDrawn()
}

// shrink drops what was made of a run for the screen.
func (s *taskScreen) shrink() tea.Cmd {
	r := s.run
	s.unwatch()
	s.forgetDrawn()
	return func() tea.Msg {
		r.Compact()
		return nil
	}
}

// dropResults drops what the agent sent in a run.
func (s *taskScreen) dropResults() tea.Cmd {
	r := s.run
	s.snapshot.Artifacts, s.snapshot.Timeline, s.snapshot.Reply = nil, run.Timeline{}, nil
	return func() tea.Msg {
		r.DropResults()
		return nil
	}
}

// unwatch ends the goroutine that waits for the run to change.
func (s *taskScreen) unwatch() {
	if s.isWatched() {
		close(s.gone)
	}
}

func (s *taskScreen) isWatched() bool {
	select {
	case <-s.gone:
		return false
	default:
		return true
	}
}

// lookAgain brings the run as it stands to a screen that does not watch it any more.
func (s *taskScreen) lookAgain() tea.Cmd {
	r := s.run
	return later(s, func() tea.Msg { return wakeMsg{snapshot: r.Snapshot(), document: r.Document()} })
}

// forgetDrawn drops everything that is drawn anew when the screen is opened again.
func (s *taskScreen) forgetDrawn() {
	s.document, s.results, s.question = nil, nil, question{}
	s.timeline.forget()
	s.body = scroll{above: &s.timeline}
	s.result = newResult(s.app, s)
}

// readTaskMsg is a finished task of the session, as it was read from its file.
type readTaskMsg struct {
	task     *taskScreen
	top      screen // that was on top when the task was asked for
	recorded reopenedMsg
}

// readTask reads a released run from its file.
func (a *App) readTask(t *taskScreen) tea.Cmd {
	path, top := t.file, a.top()
	a.status = status{text: "reading the run …"}
	return func() tea.Msg {
		m := readTaskMsg{task: t, top: top}
		if m.recorded.rec, m.recorded.err = run.OpenRecording(path); m.recorded.err == nil {
			m.recorded.run = m.recorded.rec.Run()
			m.recorded.document = m.recorded.run.Document()
		}
		return m
	}
}

// openRead shows it, unless the user has gone elsewhere.
func (a *App) openRead(m readTaskMsg) tea.Cmd {
	if a.top() != m.top {
		return nil
	}
	if a.status = (status{}); m.recorded.err != nil {
		a.status = status{text: safe.Text(m.recorded.err.Error()).Line(0).String(), bad: true}
		return nil
	}
	return a.perform(action{push: newRecorded(a, m.recorded)})
}

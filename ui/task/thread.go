package task

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/demo"
	"a2aform/internal/present"
	"a2aform/internal/qa/report"
	"a2aform/internal/qa/runner"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/ui/kit"
)

// threadMsg is the thread of the run, as the history has it.
type threadMsg kit.Thread

// readThread reads which runs fed this one, and which it fed. A run that was just sent has not fed any.
func (s *Screen) readThread() tea.Cmd {
	keep, id := s.Host.Options.Store, s.snapshot.ID
	isFed := s.snapshot.Plan != nil && s.snapshot.Plan.FedBy != nil
	if keep == nil || id.IsEmpty() || s.replay.isPlayed() || !isFed && s.replay == nil && s.progress.frame == 0 {
		return nil
	}
	own := s.ownInfo()
	return kit.Later(s, func() tea.Msg {
		list, err := keep.Runs()
		if err != nil {
			return nil
		}
		if !slices.ContainsFunc(list.Runs, func(r runfile.Info) bool { return r.ID == id }) { // its file is not there yet
			list.Runs = slices.Insert(list.Runs, 0, own)
		}
		thread, at := store.Thread(list.Runs, id)
		return threadMsg{Runs: thread, At: at}
	})
}

// ownInfo is this run as the history will have it.
func (s *Screen) ownInfo() runfile.Info {
	r := runfile.Info{ID: s.snapshot.ID, Time: s.snapshot.Started}
	if plan := s.snapshot.Plan; plan != nil {
		r.Agent, r.FedBy = plan.Agent.Card().Name, plan.FedBy
		if plan.Skill != nil {
			r.Skill, r.SkillName = plan.Skill.ID, plan.Skill.Name
		}
	}
	return r
}

// useThread shows the thread here, and on the tasks of this session that fed this one, which are not read again.
func (s *Screen) useThread(thread kit.Thread) {
	s.thread = thread
	s.place()
	for _, t := range s.Host.Nav.SessionTasks() {
		fed, ok := t.(*Screen)
		at := slices.IndexFunc(thread.Runs, func(r runfile.Info) bool { return r.ID == t.Snapshot().ID })
		if ok && fed != s && at >= 0 && at < thread.At {
			fed.thread = kit.Thread{Runs: thread.Runs, At: at}
			fed.place()
		}
	}
}

// threadLine is the thread on one line, none for a run that is alone, and where there is no space for panes.
func (s *Screen) threadLine() []string {
	if s.thread.IsOne() || !s.hasPanes() {
		return nil
	}
	t := kit.Thread{Runs: slices.Clone(s.thread.Runs), At: s.thread.At}
	for _, task := range s.Host.Nav.SessionTasks() { // which may not have ended when the thread was read
		now := task.Snapshot()
		if i := slices.IndexFunc(t.Runs, func(r runfile.Info) bool { return r.ID == now.ID }); i >= 0 {
			r := &t.Runs[i]
			r.Outcome, r.Code, r.Problems, r.Rows = safe.Text(now.Outcome()), now.Code, now.Problems, now.Rows
		}
	}
	return []string{t.Line(s.Width, s.Styles())}
}

// threadKeys walk the thread, and share it.
func (s *Screen) threadKeys() []kit.Key {
	step := func(b key.Binding, by int, none string) kit.Key {
		to := s.thread.At + by
		return kit.When(b, kit.Unless(!s.thread.IsOne() && to >= 0 && to < len(s.thread.Runs), none), func() tea.Cmd { return s.walk(s.thread.Runs[to]) })
	}
	list := []kit.Key{
		step(keys.Earlier, -1, "no result of another run filled in this form"),
		step(keys.Later, 1, "this result filled in no form that was sent"),
	}
	if !s.thread.IsOne() {
		list = append(list, kit.On(keys.Share, s.shareThread))
	}
	return list
}

// shareThread asks what to make of the thread, and where to write it.
func (s *Screen) shareThread() {
	page := func(name string, write func(io.Writer, []runfile.Info, int) error) func() tea.Cmd {
		return func() tea.Cmd {
			return s.Host.AskForPath(s, "Share this thread", name, func(w io.Writer) error {
				thread, at, err := s.keptThread()
				if err != nil {
					return err
				}
				return write(w, thread, at)
			})
		}
	}
	rows := []struct {
		label, note string
		ask         func() tea.Cmd
	}{
		{"Page", "HTML: the thread on top, each run folded", page("thread.html", report.ThreadPage)},
		{"Ticket", "the same as Markdown, for an issue", page("thread.md", report.ThreadTicket)},
		{"Flow", "test cases: each sends what the one before it got", s.askForFlow},
		{"Presentation", "a script that a2aform present plays, and the runs", s.askForScript},
	}
	labels, notes := make([]string, len(rows)), make([]string, len(rows))
	for i, r := range rows {
		labels[i], notes[i] = kit.Pad(r.label, len("Presentation")), r.note
	}
	s.Host.Overlay = kit.NewChooser(s.Host, "Share this thread as", labels, notes, func(i int) tea.Cmd { return rows[i].ask() })
	s.Host.Overlay.Digits = true
}

// askForFlow asks for the name of the cases of the thread.
func (s *Screen) askForFlow() tea.Cmd {
	dir := s.Host.Options.Dir
	s.Host.AskForFiles(s, "Save this thread as a flow", "a name in .a2aform/cases, or a path; a2aform test runs it", "flow", func(path string) (first, note string, err error) {
		thread, _, err := s.keptThread()
		if err != nil {
			return "", "", err
		}
		written, err := runner.WriteFlow(thread, dir, path)
		if err != nil {
			return "", "", err
		}
		return written[0], fmt.Sprintf(" and %d more; a2aform test runs them", len(written)-1), nil
	})
	return nil
}

// askForScript asks where to write a script that presents the thread, and the runs beside it.
func (s *Screen) askForScript() tea.Cmd {
	s.Host.AskForFiles(s, "Save this thread as a presentation", "a path; copies of the runs go beside it", "story.toml", func(path string) (first, note string, err error) {
		thread, _, err := s.keptThread()
		if err != nil {
			return "", "", err
		}
		written, err := present.Write(path, thread, demo.IsDemo)
		if err != nil {
			return "", "", err
		}
		return written[0], fmt.Sprintf(" with %d runs; a2aform present shows it", len(thread)), nil
	})
	return nil
}

// keptThread is the thread as it is kept, with the place of the run in it. It reads files.
func (s *Screen) keptThread() (thread []runfile.Info, at int, err error) {
	list, err := s.Host.Options.Store.Runs()
	if err != nil {
		return nil, 0, err
	}
	thread, at = store.Thread(list.Runs, s.snapshot.ID)
	if at < 0 {
		return nil, 0, errors.New("the run is not kept, so there is nothing to share")
	}
	return thread, at, nil
}

// walkedMsg is a run of the thread that was read.
type walkedMsg struct {
	run kit.RecordedRun
	err error
}

// walk opens a run of the thread: the task of this session, else what its file has.
func (s *Screen) walk(r runfile.Info) tea.Cmd {
	for _, t := range s.Host.Nav.SessionTasks() {
		if t.Snapshot().ID == r.ID {
			return s.Host.Nav.Reopen(t)
		}
	}
	return kit.Later(s, func() tea.Msg {
		rec, err := run.OpenRecording(r.Path)
		if err != nil {
			return walkedMsg{err: err}
		}
		opened := rec.Run()
		return walkedMsg{run: kit.RecordedRun{Recording: rec, Run: opened, Document: opened.Document()}}
	})
}

// walked shows that run. It takes the place of another one from a file, so that esc leads to where the walk began.
func (s *Screen) walked(m walkedMsg) kit.Action {
	if m.err != nil {
		return kit.Errorf("%s", safe.Text(m.err.Error()).Line(0))
	}
	act := kit.Action{Push: s.Host.Nav.Recorded(m.run)}
	if s.replay != nil {
		act.Pop = 1
	}
	return act
}

package task

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
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

// thread is which runs fed a run, and which it fed: it walks to them, and shares them. It also has the run before, to compare with.
type thread struct {
	kit.Thread
	host    *kit.Host
	to      kit.Screen // of the run, for the messages
	now     *run.Snapshot
	file    string   // of the run; "" where it is not complete, or was not read
	earlier safe.Raw // the run whose form it was sent from, empty for none
	before  string   // the file of the run to compare with, "" for none
	isAgain bool     // that is the one which it was made from
	isEnded bool     // it was read since the file of a live run is complete
}

// threadMsg is what the history has of the run.
type threadMsg struct {
	kit.Thread
	file, before string
	isAgain      bool
}

// read reads which runs fed this one, and which it fed. One that was just sent has not fed any.
func (t *thread) read(isJustSent bool) tea.Cmd {
	keep, id := t.host.Options.Store, t.now.ID
	isFed := t.now.Plan != nil && t.now.Plan.FedBy != nil
	earlier := t.earlier
	if t.now.Plan != nil {
		earlier = cmp.Or(earlier, t.now.Plan.Earlier)
	}
	if keep == nil || id.IsEmpty() || !isFed && isJustSent {
		return nil
	}
	own := t.own()
	return kit.Later(t.to, func() tea.Msg {
		list, err := keep.Runs()
		if err != nil {
			return nil
		}
		i := slices.IndexFunc(list.Runs, func(r runfile.Info) bool { return r.ID == id })
		if i < 0 { // its file is not there yet
			i, list.Runs = 0, slices.Insert(list.Runs, 0, own)
		}
		var m threadMsg
		m.Runs, m.At = store.Thread(list.Runs, id)
		if r := list.Runs[i]; r.Over && !r.Private {
			m.file = r.Path
		}
		if at := slices.IndexFunc(list.Runs, func(r runfile.Info) bool { return r.ID == earlier && r.HasResult() }); at >= 0 && !earlier.IsEmpty() {
			m.before, m.isAgain = list.Runs[at].Path, true
		} else if before, ok := store.RunBefore(list.Runs, list.Runs[i]); ok {
			m.before = before.Path
		}
		return m
	})
}

// readEnded reads it once the file of a live run is complete.
func (t *thread) readEnded(r *run.Run) tea.Cmd {
	if t.isEnded || r.CompleteFile() == "" {
		return nil
	}
	t.isEnded = true
	return t.read(false)
}

// DifferenceKey compares the result with that of the run that it was made from, else of the run before of the same skill, whichever session
// that is of. It is a key of the moment where the title of the result says what differs, and where it was made from another run.
func (s *Screen) DifferenceKey() kit.Key {
	t := &s.thread
	why := cmp.Or(kit.Unless(t.file != "", "the run goes on, or is not kept"), kit.Unless(t.before != "", "no earlier run of "+s.Name()))
	diff := kit.When(kit.Keys.Difference, why, func() kit.Action { return t.host.Nav.OpenDiff(t.before, t.file) })
	if s.result.isCompared || t.isAgain {
		return diff
	}
	return diff.In(kit.OfRun)
}

// own is this run as the history will have it.
func (t *thread) own() runfile.Info {
	r := runfile.Info{ID: t.now.ID, Time: t.now.Started}
	if plan := t.now.Plan; plan != nil {
		r.Agent, r.FedBy = plan.Agent.Card().Name, plan.FedBy
		if plan.Skill != nil {
			r.Skill, r.SkillName = plan.Skill.ID, plan.Skill.Name
		}
	}
	return r
}

// keys walk the thread, and share it.
func (t *thread) keys() []kit.Key {
	step := func(b key.Binding, by int, none string) kit.Key {
		to := t.At + by
		return kit.When(b, kit.Unless(!t.IsOne() && to >= 0 && to < len(t.Runs), none), func() tea.Cmd { return t.walk(t.Runs[to]) })
	}
	list := []kit.Key{
		step(keys.Earlier, -1, "no result of another run filled in this form"),
		step(keys.Later, 1, "this result filled in no form that was sent"),
	}
	if !t.IsOne() {
		list = append(list, kit.On(keys.Share, t.share))
	}
	return list
}

// share asks what to make of the thread, and where to write it.
func (t *thread) share() {
	page := func(label, name string, write func(io.Writer, []runfile.Info, int) error) func() tea.Cmd {
		return func() tea.Cmd {
			return t.host.AskForPath(t.to, "Export the thread: "+label, name, func(w io.Writer) error {
				runs, at, err := t.kept()
				if err != nil {
					return err
				}
				return write(w, runs, at)
			})
		}
	}
	const thread = "the thread"
	t.host.AskExport([]kit.ExportChoice{
		{Of: thread, Label: "HTML", Note: "a page with each run folded", Words: "page web", Ask: page("HTML", "thread.html", report.ThreadPage)},
		{Of: thread, Label: "Ticket", Note: "for a developer, with its requests", Words: "issue markdown md", Ask: page("Ticket", "thread.md", report.ThreadTicket)},
		{Of: thread, Label: "Flow", Note: "test cases: each sends what the one before it got", Ask: t.askForFlow},
		{Of: thread, Label: "Presentation", Note: "a script for an audience, and the runs", Words: "slides", Ask: t.askForScript},
	})
}

// askForFlow asks for the name of the cases of the thread.
func (t *thread) askForFlow() tea.Cmd {
	dir := t.host.Options.Dir
	t.host.AskForFiles(t.to, "Export the thread: Flow", "a name in .a2aform/cases, or a path; a2aform test runs it", "flow", func(path string) (first, note string, err error) {
		runs, _, err := t.kept()
		if err != nil {
			return "", "", err
		}
		written, err := runner.WriteFlow(runs, dir, path)
		if err != nil {
			return "", "", err
		}
		return written[0], fmt.Sprintf(" and %d more; a2aform test runs them", len(written)-1), nil
	})
	return nil
}

// askForScript asks where to write a script that presents the thread, and the runs beside it.
func (t *thread) askForScript() tea.Cmd {
	t.host.AskForFiles(t.to, "Export the thread: Presentation", "a path; copies of the runs go beside it", "story.toml", func(path string) (first, note string, err error) {
		runs, _, err := t.kept()
		if err != nil {
			return "", "", err
		}
		written, err := present.Write(path, runs, demo.IsDemo)
		if err != nil {
			return "", "", err
		}
		return written[0], fmt.Sprintf(" with %d runs; a2aform present %s shows it", len(runs), safe.Text(filepath.Base(written[0])).Line(80)), nil
	})
	return nil
}

// kept is the thread as it is kept, with the place of the run in it. It reads files.
func (t *thread) kept() (runs []runfile.Info, at int, err error) {
	list, err := t.host.Options.Store.Runs()
	if err != nil {
		return nil, 0, err
	}
	runs, at = store.Thread(list.Runs, t.now.ID)
	if at < 0 {
		return nil, 0, errors.New("the run is not kept, so there is nothing to share")
	}
	return runs, at, nil
}

// walkedMsg is a run of the thread that was read.
type walkedMsg struct {
	run kit.RecordedRun
	err error
}

// walk opens a run of the thread: the task of this session, else what its file has.
func (t *thread) walk(r runfile.Info) tea.Cmd {
	for _, task := range t.host.Nav.SessionTasks() {
		if task.Snapshot().ID == r.ID {
			return t.host.Nav.Reopen(task)
		}
	}
	return kit.Later(t.to, func() tea.Msg {
		rec, err := run.OpenRecording(r.Path)
		if err != nil {
			return walkedMsg{err: err}
		}
		opened := rec.Run()
		return walkedMsg{run: kit.RecordedRun{Recording: rec, Run: opened, Document: opened.Document()}}
	})
}

// walked shows that run. It takes the place of one that is from a file too, so that esc leads to where the walk began.
func (t *thread) walked(m walkedMsg, isFromFile bool) kit.Action {
	if m.err != nil {
		return kit.Errorf("%s", safe.Text(m.err.Error()).Line(0))
	}
	act := kit.Action{Push: t.host.Nav.Recorded(m.run)}
	if isFromFile {
		act.Pop = 1
	}
	return act
}

// isShown reports that a key leads to the run from a screen: opened from its file, it could not go on with the agent.
func (t *thread) isShown() bool {
	return slices.ContainsFunc(t.host.Nav.SessionTasks(), func(task kit.Task) bool {
		other, ok := task.(*Screen)
		return ok && other != t.to && t.host.Nav.Shows(other) &&
			slices.ContainsFunc(other.thread.Runs, func(r runfile.Info) bool { return r.ID == t.now.ID })
	})
}

// current is the thread with what is known by now: a task of this session may not have ended when it was read.
func (t *thread) current() kit.Thread {
	c := kit.Thread{Runs: slices.Clone(t.Runs), At: t.At}
	for _, task := range t.host.Nav.SessionTasks() {
		now := task.Snapshot()
		if i := slices.IndexFunc(c.Runs, func(r runfile.Info) bool { return r.ID == now.ID }); i >= 0 {
			r := &c.Runs[i]
			r.Outcome, r.Code, r.Problems, r.Rows = safe.Text(now.Outcome()), now.Code, now.Problems, now.Rows
		}
	}
	return c
}

// useThread shows the thread here, and on the tasks of this session that fed this one, which are not read again.
func (s *Screen) useThread(thread kit.Thread) {
	s.thread.Thread = thread
	s.place()
	for _, t := range s.Host.Nav.SessionTasks() {
		fed, ok := t.(*Screen)
		at := slices.IndexFunc(thread.Runs, func(r runfile.Info) bool { return r.ID == t.Snapshot().ID })
		if ok && fed != s && at >= 0 && at < thread.At {
			fed.thread.Thread = kit.Thread{Runs: thread.Runs, At: at}
			fed.place()
		}
	}
}

// Package history has the list of the runs that are kept, to open, replay, repeat or follow.
package history

import (
	"cmp"
	"context"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// Screen lists the runs that are kept, and those of this session that go
// on or are in no file. It opens them without a network, and sends nothing by itself.
type Screen struct {
	kit.Base
	kept   store.RunList
	all    []PastRun // newest first
	days   []day
	top    int   // the first line in the window
	agents int   // of all runs
	err    error // why there is no list
	Asked  int   // how often the list was asked for

	pens    historyPens
	widths  historyWidths // of the columns; what was asked has the rest
	preview kit.RunPreview
	thread  kit.Thread // of the run that is previewed

	kit.FilterList
	marked []safe.Raw // the runs to compare
	early  bool       // enter came before there was a run to open: it opens the first one

	busy    string // what is being done, "" for nothing
	attempt int    // counts attempts, to recognize one that was given up
	stop    context.CancelFunc
}

var _ = kit.RegisterKeys("history", &historyKeys)

// historyKeys are the keys of the history.
var historyKeys = struct{ Open, GoOn, Edit, Rerun, Follow, Filter, Delete, Play, Mark, Diff, Back key.Binding }{
	Open:   kit.Bind("Open", "enter"),
	GoOn:   kit.Bind("Continue the chat", "m"),
	Edit:   kit.Bind("Edit & resend", "o"),
	Rerun:  kit.Bind("Send again", "r"),
	Follow: kit.Bind("Follow live", "l"),
	Filter: kit.Bind("Filter", "/"),
	Delete: kit.Bind("Delete", "x", "delete"),
	Play:   kit.Bind("Replay", "p"),
	Mark:   kit.Bind("Mark", "space"),
	Diff:   kit.Bind("Diff", "d"),
	Back:   kit.Bind("Back", "esc", "h"),
}

// New is the list of all runs that are kept.
func New(h *kit.Host) *Screen {
	s := &Screen{Base: kit.Base{Host: h}, FilterList: kit.NewFilterList("text of agent, skill, input, outcome or date"), busy: "reading the runs"}
	s.Restyle()
	s.take(nil) // those of the session need no disk
	return s
}

// RunsMsg are the runs that are kept.
type RunsMsg struct {
	Asked int
	list  store.RunList
	Past  []PastRun
	err   error
}

func (s *Screen) Init() tea.Cmd { return s.Load() }

// Load reads the list in a command. An older list that is still being read is
// not taken then.
func (s *Screen) Load() tea.Cmd {
	s.Asked++
	keep, asked := s.Host.Options.Store, s.Asked
	return kit.Later(s, func() tea.Msg {
		var list store.RunList
		var err error
		if keep != nil {
			list, err = keep.Runs()
		}
		past := make([]PastRun, len(list.Runs))
		for i, r := range list.Runs {
			past[i] = PastOf(r)
		}
		return RunsMsg{asked, list, past, err}
	})
}

func (s *Screen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	if cmd, isOwn := s.preview.Update(s, msg); isOwn {
		return kit.Action{}, cmd
	}
	switch msg := msg.(type) {
	case RunsMsg:
		if msg.Asked != s.Asked {
			return kit.Action{}, nil
		}
		s.err, s.kept = msg.err, msg.list
		if s.stop == nil {
			s.busy = ""
		}
		s.take(msg.Past)
		if past, ok := s.current(); ok && s.early {
			s.early = false
			act, cmd := s.open(past)
			return act, tea.Batch(cmd, s.settle())
		}
		return kit.Action{}, s.settle()
	case reopenedMsg:
		return s.opened(msg), nil
	case sentMsg:
		return s.sent(msg)
	case kit.SavedMsg:
		return s.Host.Saved(msg), nil
	case deletedMsg:
		return s.deleted(msg)
	case tea.KeyPressMsg:
		if s.Filtering && s.PressFilter(msg) {
			return kit.Action{}, s.filtered()
		}
		return s.press(msg)
	}
	if s.Filtering {
		s.TypeFilter(msg)
		return kit.Action{}, s.filtered()
	}
	return kit.Action{}, nil
}

func (s *Screen) press(msg tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	if s.early = len(s.all) == 0 && s.busy != "" && key.Matches(msg, historyKeys.Open); s.early {
		return kit.Action{}, nil
	}
	if act, cmd, done := kit.Press(msg, s.Keys()); done {
		s.clamp() // the filter takes a row of the list
		return act, cmd
	}
	if s.move(msg) {
		return kit.Action{}, s.settle()
	}
	return kit.Action{}, nil
}

// goBack gives up what is being done, then the filter, then the marks, then leaves.
func (s *Screen) goBack() (kit.Action, tea.Cmd) {
	switch {
	case s.stop != nil:
		s.giveUp()
		return kit.Infof("given up"), nil
	case s.ClearFilter():
		return kit.Action{}, s.filtered()
	case len(s.marked) > 0:
		s.marked = nil
		return kit.Infof("no run is marked any more"), nil
	}
	return s.Back(), nil
}

// begin notes that something takes a while; esc gives it up.
func (s *Screen) begin(what string) (ctx context.Context, attempt int) {
	ctx, s.stop = context.WithCancel(s.Host.Context)
	s.attempt++
	s.busy = what
	return ctx, s.attempt
}

// done reports whether an answer belongs to the last attempt, which is over then.
func (s *Screen) done(attempt int) bool {
	if attempt != s.attempt || s.stop == nil {
		return false
	}
	s.giveUp()
	return true
}

func (s *Screen) giveUp() {
	s.stop()
	s.stop, s.busy = nil, ""
	s.attempt++
}

// filtered shows the runs that a changed filter lets through.
func (s *Screen) filtered() tea.Cmd {
	s.group()
	return s.settle()
}

// move moves the cursor; false means that the key is none of its own.
func (s *Screen) move(msg tea.KeyPressMsg) (moved bool) {
	moved = s.Move(msg, s.rows())
	s.clamp()
	return moved
}

// current is the run at the cursor.
func (s *Screen) current() (PastRun, bool) {
	row, ok := s.Row()
	if !ok {
		return PastRun{}, false
	}
	return s.all[row], true
}

// take takes a list, and puts the runs of this session among it that go on or are in no file.
func (s *Screen) take(past []PastRun) {
	kept := safe.Raw{}
	if p, ok := s.current(); ok {
		kept = p.info.ID
	}
	for _, t := range s.Host.Nav.SessionTasks() {
		if isLookedAt := !t.Snapshot().Plan.CanRepeat() && t.Snapshot().Answers == 0; t.Run() == nil || isLookedAt {
			continue // a task without a run is read from its file
		}
		i := slices.IndexFunc(past, func(p PastRun) bool { return p.info.ID == t.Run().ID() })
		if t.Snapshot().Phase.IsOver() && (i >= 0 && past[i].info.Over || i < 0 && t.Run().CompleteFile() != "") { // else its file was read before its end
			continue
		}
		open := PastOf(infoOfTask(t))
		open.task = t
		if i >= 0 {
			open.info.Path = past[i].info.Path
			past[i] = open
		} else {
			past = append(past, open)
		}
	}
	slices.SortStableFunc(past, func(a, b PastRun) int { return b.info.Time.Compare(a.info.Time) })
	tellApart(past)
	s.all = past
	agents := map[string]bool{}
	for i := range past {
		agents[past[i].agent] = true
	}
	s.agents = len(agents)
	s.measure()
	s.SetRows(len(s.all), func(row int) string { return s.all[row].text })
	s.group()
	if i := slices.IndexFunc(s.Shown, func(i int) bool { return s.all[i].info.ID == kept }); i >= 0 && !kept.IsEmpty() {
		s.Cursor = i
		s.clamp()
	}
}

// infoOfTask is a run of this session as the list shows it.
func infoOfTask(t kit.Task) runfile.Info {
	plan := t.Snapshot().Plan
	info := runfile.Info{ID: t.Run().ID(), Source: safe.Text(plan.Agent.Card().Source), Agent: plan.Agent.Card().Name, Private: plan.Private, Asked: plan.Asked(), Time: t.Snapshot().Started, Outcome: safe.Text(t.Snapshot().Outcome())}
	if plan.Skill != nil {
		info.Skill, info.SkillName = plan.Skill.ID, plan.Skill.Name
	}
	return info
}

func (s *Screen) IsTyping() bool { return s.Filtering }

func (s *Screen) Title() string { return "History" }

func (s *Screen) Help() []string {
	return []string{
		"All runs that are kept, the newest first. They open from their files, without a network, as they were then. Nothing is sent before you say so.",
		"",
		"Each word of the filter must be in a run's agent, skill, input, outcome or date.",
		"",
		"Diff compares a run with the one of the same skill before it, or two that you have marked.",
	}
}

func (s *Screen) Keys() []kit.Key {
	k := historyKeys
	if s.Filtering {
		return kit.Shown(shortcut.On(kit.Named(kit.SearchKeys.Take, "Filter"), kit.Named(kit.SearchKeys.Leave, "All runs"))...)
	}
	if s.stop != nil {
		return []kit.Key{kit.On(kit.Bind("Give up", "esc"), s.goBack)}
	}
	past, some := s.current()
	none := kit.Unless(some, cmp.Or(s.busy, "there is no run here"))
	noRun := kit.Unless(len(s.all) > 0, "no run is kept yet")
	cannotSend := cmp.Or(none, past.canResend())
	noFile := cmp.Or(none, past.IsOpen())
	_, _, noPair := s.pair()
	back := k.Back
	if s.IsFiltered() {
		back = kit.Named(back, "All runs")
	}
	table := slices.Concat([]kit.Key{
		kit.When(k.Open, none, func() (kit.Action, tea.Cmd) { return s.open(past) }),
		kit.When(k.Follow, cmp.Or(none, past.canFollow()), func() (kit.Action, tea.Cmd) { return s.follow(past) }),
		kit.When(k.GoOn, cmp.Or(none, past.canGoOn()), func() (kit.Action, tea.Cmd) { return s.goOn(past) }),
		kit.When(k.Filter, noRun, s.StartFilter),
		kit.When(k.Edit, cannotSend, func() (kit.Action, tea.Cmd) { return s.resend(past, toEdit) }),
		kit.When(k.Rerun, cannotSend, func() (kit.Action, tea.Cmd) { return s.resend(past, toRerun) }),
		s.Host.RunExportKey(),
		kit.When(k.Delete, noFile, func() kit.Action { return s.askToDelete(past) }),
		kit.On(back, s.goBack),
		kit.When(k.Mark, cmp.Or(none, past.canCompare()), func() kit.Action { return s.mark(past) }),
		s.Host.Nav.SaveCaseKey(s),
		kit.When(k.Play, noFile, func() (kit.Action, tea.Cmd) { return s.playPast(past) }).In(kit.More),
	}, kit.ScrollKeys, s.Host.BorderKeys(s, s.border(), s.clamp))
	differ := kit.When(k.Diff, noPair, s.compare)
	if len(s.marked) == maxMarked { // the next key
		return slices.Insert(table, 0, differ)
	}
	return slices.Insert(table, 5, differ)
}

// maxMarked is how many runs are marked at a time: those to compare.
const maxMarked = 2

// mark marks the run at the cursor for a comparison, or takes the mark away. A third mark replaces the first.
func (s *Screen) mark(p PastRun) kit.Action {
	if why := p.canCompare(); why != "" {
		return kit.Infof("%s", why)
	}
	if i := slices.Index(s.marked, p.info.ID); i >= 0 {
		s.marked = slices.Delete(s.marked, i, i+1)
		return kit.Action{}
	}
	if s.marked = append(s.marked, p.info.ID); len(s.marked) > maxMarked {
		s.marked = s.marked[1:]
	}
	if len(s.marked) == maxMarked {
		return kit.Infof("two runs are marked: press d to see what differs")
	}
	return kit.Infof("marked: mark another run, then press d to see what differs")
}

// canCompare is why the run's output cannot be compared, "" if it can.
func (p *PastRun) canCompare() string {
	if p.info.Private {
		return "it held a secret, so its output was not kept"
	}
	return p.IsOpen()
}

// pair are the runs that are compared, the older first: both marked ones, the marked one and the one at the cursor, or the one at
// the cursor and the last one of its skill before it. Without two runs why says what is missing.
func (s *Screen) pair() (a, b *PastRun, why string) {
	var chosen []int // of all, which has the newest first
	for i := range s.all {
		if slices.Contains(s.marked, s.all[i].info.ID) {
			chosen = append(chosen, i)
		}
	}
	if len(chosen) < maxMarked {
		if s.Cursor >= len(s.Shown) {
			return nil, nil, "there is no run here"
		}
		if at := s.Shown[s.Cursor]; !slices.Contains(chosen, at) {
			chosen = append(chosen, at)
		}
	}
	slices.Sort(chosen)
	if len(chosen) < maxMarked {
		of := &s.all[chosen[0]]
		infos := make([]runfile.Info, len(s.all))
		for i := range s.all {
			infos[i] = s.all[i].info
		}
		earlier, ok := store.RunBefore(infos, of.info)
		if !ok {
			return nil, nil, "there is no earlier run of " + of.skill + ": space marks the runs to compare"
		}
		chosen = append(chosen, slices.IndexFunc(infos, func(r runfile.Info) bool { return r.ID == earlier.ID }))
	}
	b, a = &s.all[chosen[0]], &s.all[chosen[1]]
	if why := a.canCompare(); why != "" {
		return nil, nil, why
	}
	return a, b, b.canCompare()
}

// compare opens what differs between two runs.
func (s *Screen) compare() kit.Action {
	a, b, why := s.pair()
	if why != "" {
		return kit.Infof("%s", why)
	}
	return s.Host.Nav.OpenDiff(a.info.Path, b.info.Path)
}

// isMarked reports a run that is marked.
func (s *Screen) isMarked(id safe.Raw) bool { return slices.Contains(s.marked, id) }

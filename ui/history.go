package ui

import (
	"context"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/widget/shortcut"
	"a2aform/internal/widget/textline"
)

// historyScreen lists the runs that are kept, and those of this session that go
// on. It opens them without a network, and sends nothing by itself.
type historyScreen struct {
	base
	list   store.RunList
	all    []pastRun // newest first
	shown  []int     // of all, those that the filter lets through
	cursor int       // in shown
	top    int
	err    error // why there is no list
	asked  int   // how often the list was asked for

	pens historyPens

	filter    textline.Model
	filtering bool // the filter is typed

	busy    string // what is being done, "" for nothing
	attempt int    // counts what is done, so that what was given up can be told
	stop    context.CancelFunc
}

// historyKeys are the keys of the history.
var historyKeys = struct{ Open, Edit, Rerun, Follow, Filter, Delete, Play, Back key.Binding }{
	Open:   bind("open", "enter"),
	Edit:   bind("edit & resend", "e"),
	Rerun:  bind("rerun", "r"),
	Follow: bind("follow", "f"),
	Filter: bind("filter", "/"),
	Delete: bind("delete", "x", "delete"),
	Play:   bind("replay", "p"),
	Back:   bind("back", "esc", "h"),
}

func newHistory(h *host) *historyScreen {
	s := &historyScreen{base: base{host: h}, filter: newInput("text of agent, skill, outcome or date"), busy: "reading the runs"}
	s.filter.Prompt = "/ "
	s.restyle()
	return s
}

// runsMsg are the runs that are kept.
type runsMsg struct {
	asked int
	list  store.RunList
	past  []pastRun
	err   error
}

func (s *historyScreen) init() tea.Cmd { return s.load() }

// load reads the list in a command. An older list that is still being read is
// not taken then.
func (s *historyScreen) load() tea.Cmd {
	s.asked++
	keep, asked := s.host.opts.Store, s.asked
	return s.host.files.trackWrites(later(s, func() tea.Msg { // the index of the runs, too
		list, err := keep.Runs()
		past := make([]pastRun, len(list.Runs))
		for i, r := range list.Runs {
			past[i] = pastOf(r)
		}
		return runsMsg{asked, list, past, err}
	}))
}

func (s *historyScreen) update(msg tea.Msg) (action, tea.Cmd) {
	switch msg := msg.(type) {
	case runsMsg:
		if msg.asked != s.asked {
			return action{}, nil
		}
		s.err, s.list = msg.err, msg.list
		if s.stop == nil {
			s.busy = ""
		}
		s.take(msg.past)
		return action{}, nil
	case reopenedMsg:
		return s.opened(msg), nil
	case sentMsg:
		return s.sent(msg)
	case deletedMsg:
		return s.deleted(msg)
	case tea.KeyPressMsg:
		if s.filtering {
			return action{}, s.pressFilter(msg)
		}
		return s.press(msg)
	}
	return action{}, s.typed(msg)
}

func (s *historyScreen) press(msg tea.KeyPressMsg) (action, tea.Cmd) {
	switch {
	case key.Matches(msg, historyKeys.Back):
		return s.goBack()
	case key.Matches(msg, historyKeys.Filter):
		s.filtering = true
		s.filter.Focus()
		s.clamp()
		return action{}, nil
	case s.move(msg):
		return action{}, nil
	}
	past, ok := s.current()
	if !ok || s.busy != "" {
		return action{}, nil
	}
	switch {
	case key.Matches(msg, historyKeys.Open):
		return s.open(past)
	case key.Matches(msg, historyKeys.Play):
		return s.playPast(past)
	case key.Matches(msg, historyKeys.Edit):
		return s.resend(past, toEdit)
	case key.Matches(msg, historyKeys.Rerun):
		return s.resend(past, toRerun)
	case key.Matches(msg, historyKeys.Follow):
		return s.follow(past)
	case key.Matches(msg, historyKeys.Delete):
		return s.askToDelete(past), nil
	}
	return action{}, nil
}

// goBack gives up what is being done, then the filter, then leaves.
func (s *historyScreen) goBack() (action, tea.Cmd) {
	switch {
	case s.stop != nil:
		s.giveUp()
		return infof("given up"), nil
	case s.filter.Value() != "":
		s.filter.SetValue("")
		s.sift()
		return action{}, nil
	}
	return s.back(), nil
}

// begin notes that something takes a while; esc gives it up.
func (s *historyScreen) begin(what string) (ctx context.Context, attempt int) {
	ctx, s.stop = context.WithCancel(s.host.ctx)
	s.attempt++
	s.busy = what
	return ctx, s.attempt
}

// done reports whether an answer is that of the last attempt, which is over then.
func (s *historyScreen) done(attempt int) bool {
	if attempt != s.attempt || s.stop == nil {
		return false
	}
	s.giveUp()
	return true
}

func (s *historyScreen) giveUp() {
	s.stop()
	s.stop, s.busy = nil, ""
	s.attempt++
}

func (s *historyScreen) pressFilter(msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "esc":
		s.filter.SetValue("")
		s.endFilter()
		s.sift()
		return nil
	case "enter":
		s.endFilter()
		return nil
	case "up", "down", "pgup", "pgdown":
		s.move(msg)
		return nil
	}
	return s.typed(msg)
}

func (s *historyScreen) endFilter() {
	s.filtering = false
	s.filter.Blur()
	s.clamp()
}

// typed gives the filter what was typed or pasted.
func (s *historyScreen) typed(msg tea.Msg) tea.Cmd {
	if !s.filtering {
		return nil
	}
	before := s.filter.Value()
	var cmd tea.Cmd
	if s.filter, cmd = s.filter.Update(msg); s.filter.Value() != before {
		s.sift()
	}
	return cmd
}

// move moves the cursor; false means that the key is none of its own.
func (s *historyScreen) move(msg tea.KeyPressMsg) (moved bool) {
	s.cursor, moved = moveCursor(msg, s.cursor, len(s.shown), s.rows())
	return moved
}

// current is the run at the cursor.
func (s *historyScreen) current() (pastRun, bool) {
	if s.cursor < 0 || s.cursor >= len(s.shown) {
		return pastRun{}, false
	}
	return s.all[s.shown[s.cursor]], true
}

// take takes a list, and puts the runs of this session among it that go on.
func (s *historyScreen) take(past []pastRun) {
	kept := safe.Raw{}
	if p, ok := s.current(); ok {
		kept = p.info.ID
	}
	for _, t := range s.host.nav.sessionTasks() {
		if t.Snapshot().Phase.IsOver() {
			continue
		}
		live := pastOf(infoOfTask(t))
		live.task = t
		if i := slices.IndexFunc(past, func(p pastRun) bool { return p.info.ID == t.Run().ID() }); i >= 0 {
			live.info.Path = past[i].info.Path
			past[i] = live
		} else {
			past = append(past, live)
		}
	}
	slices.SortStableFunc(past, func(a, b pastRun) int { return b.info.Time.Compare(a.info.Time) })
	s.all = past
	s.sift()
	if i := slices.IndexFunc(s.shown, func(i int) bool { return s.all[i].info.ID == kept }); i >= 0 && !kept.IsEmpty() {
		s.cursor = i
		s.clamp()
	}
}

// infoOfTask is a run of this session as the list shows it.
func infoOfTask(t sessionTask) store.RunInfo {
	plan := t.Snapshot().Plan
	info := store.RunInfo{ID: t.Run().ID(), Agent: plan.Agent.Card().Name, Private: plan.Private, Time: t.Snapshot().Started, Outcome: safe.Text("running")}
	if plan.Skill != nil {
		info.Skill = plan.Skill.ID
	}
	return info
}

func (s *historyScreen) isTyping() bool { return s.filtering }

func (s *historyScreen) title() string { return "history" }

func (s *historyScreen) help() []string {
	return []string{
		"All runs that are kept, the newest first. enter opens one from its file, without a network: the same screens, at the time of then. p plays it again.",
		"",
		"e reads the agent's card again and opens the form with what was filled in; r goes to the review with the same. Nothing is sent before you say so.",
		"",
		"f follows the task of a run that has no end, as after a crash: the agent may still be at work on it, or wait for an answer.",
		"",
		"/ filters by words, which must all be in a run's agent, skill, outcome or date. x deletes a run, after it has asked.",
	}
}

func (s *historyScreen) keys() []shortcut.Key {
	if s.filtering {
		return shortcut.On(bind("filter", "enter"), bind("all runs", "esc"))
	}
	if s.stop != nil {
		return shortcut.On(bind("give up", "esc"))
	}
	past, some := s.current()
	const none = "there is no run here"
	whyNot, whyNoFile, whyNoTask := past.canResend(), past.isOpen(), past.canFollow()
	back := historyKeys.Back
	if s.filter.Value() != "" {
		back.SetHelp(back.Help().Key, "all runs")
	}
	if !some {
		whyNot, whyNoFile, whyNoTask = none, none, none
	}
	return append([]shortcut.Key{
		shortcut.When(historyKeys.Open, some, none),
		shortcut.When(historyKeys.Edit, whyNot == "", whyNot),
		shortcut.When(historyKeys.Rerun, whyNot == "", whyNot),
		shortcut.When(historyKeys.Follow, whyNoTask == "", whyNoTask),
		shortcut.When(historyKeys.Filter, len(s.all) > 0, "no run is kept yet"),
		shortcut.When(historyKeys.Play, whyNoFile == "", whyNoFile),
		shortcut.When(historyKeys.Delete, whyNoFile == "", whyNoFile),
		{Binding: back},
	}, scrollKeys...)
}

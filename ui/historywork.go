package ui

import (
	"errors"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/render"
)

// reopenedMsg is a run that was read from its file.
type reopenedMsg struct {
	attempt  int
	rec      *run.Recording
	run      *run.Run // at its end; nil where it is to be played
	document *render.Document
	err      error
}

// open shows a run: a live one as it goes on, any other from its file.
func (s *historyScreen) open(p pastRun) (action, tea.Cmd) {
	if p.task != nil {
		return action{}, s.app.reopen(p.task)
	}
	return action{}, s.read(p, func(rec *run.Recording) reopenedMsg {
		r := rec.Run()
		return reopenedMsg{rec: rec, run: r, document: r.Document()}
	})
}

// playPast plays a run from its beginning.
func (s *historyScreen) playPast(p pastRun) (action, tea.Cmd) {
	if why := p.isOpen(); why != "" {
		return errorf("%s", why), nil
	}
	return action{}, s.read(p, func(rec *run.Recording) reopenedMsg { return reopenedMsg{rec: rec} })
}

func (s *historyScreen) read(p pastRun, then func(*run.Recording) reopenedMsg) tea.Cmd {
	_, attempt := s.begin("reading the run")
	path := p.info.Path
	return later(s, func() tea.Msg {
		rec, err := run.OpenRecording(path)
		if err != nil {
			return reopenedMsg{attempt: attempt, err: err}
		}
		m := then(rec)
		m.attempt = attempt
		return m
	})
}

func (s *historyScreen) opened(m reopenedMsg) action {
	switch {
	case !s.done(m.attempt):
		return action{}
	case m.err != nil:
		return errorf("%s", safe.Text(m.err.Error()).Line(0))
	case m.run == nil:
		return action{push: newReplay(s.app, &Playback{Recording: m.rec, Speed: 1})}
	}
	return action{push: newRecorded(s.app, m)}
}

// goal is what the agent of a past run is opened for.
type goal uint8

const (
	toEdit   goal = iota // fill in its form with what was sent
	toRerun              // send the same once more
	toFollow             // follow its task
)

// errNoTask says why a run without a task cannot be followed.
var errNoTask = errors.New("the run ended before the agent named a task: r sends the message again, after a review")

// sentMsg is what was sent in a run, and the agent to send it to once more.
type sentMsg struct {
	attempt int
	past    pastRun
	goal    goal
	taskID  safe.Raw // to follow
	input   store.RunLine
	kept    bool // there is an input
	card    *a2aclient.Card
	dialed  dialed
	err     error
}

// resend reads the card again from where it was read, to fill in its form with
// what was sent, or to send that once more.
func (s *historyScreen) resend(p pastRun, to goal) (action, tea.Cmd) {
	if why := p.canResend(); why != "" {
		return errorf("%s", why), nil
	}
	source := p.info.Source.Exact() //nolint:forbidigo // opened, not drawn
	if p.task != nil {
		source = p.task.snapshot.Plan.Agent.Card().Source
	}
	return action{}, s.resendTo(p, to, source, func() (string, error) { return source, nil })
}

// follow follows the task of a run that was cut off.
func (s *historyScreen) follow(p pastRun) (action, tea.Cmd) {
	if why := p.canFollow(); why != "" {
		return errorf("%s", why), nil
	}
	return s.resend(p, toFollow)
}

// taskOf is the task of a run, as its file names it; empty for none.
func taskOf(path string) safe.Raw {
	rec, err := run.OpenRecording(path)
	if err != nil {
		return safe.Raw{}
	}
	return rec.Run().Snapshot().TaskID
}

// resendTo is resend to an agent whose address find gives, which may start it.
func (s *historyScreen) resendTo(p pastRun, to goal, source string, find func() (string, error)) tea.Cmd {
	ctx, attempt := s.begin("opening " + safe.Text(source).Line(0).String())
	path, keep, way := p.info.Path, s.app.opts.Store, s.wayTo(source)
	fetch := s.app.fetchOptions(way)
	return later(s, func() tea.Msg {
		m := sentMsg{attempt: attempt, past: p, goal: to}
		if to == toFollow {
			if m.taskID, m.kept = taskOf(path), true; m.taskID.IsEmpty() {
				return m
			}
		} else if m.input, m.kept = store.ReadInput(path); !m.kept {
			return m
		}
		if source, m.err = find(); m.err != nil {
			return m
		}
		if m.card, m.err = a2aclient.Fetch(ctx, source, fetch...); m.err == nil {
			m.dialed = s.app.dial(ctx, m.card, keep, way)
			m.err = m.dialed.err
		}
		return m
	})
}

func (s *historyScreen) sent(m sentMsg) (action, tea.Cmd) {
	switch {
	case !s.done(m.attempt):
		return action{}, nil
	case !m.kept:
		return errorf("the file does not say what was filled in"), nil
	case m.goal == toFollow && m.taskID.IsEmpty():
		return errorf("%s", errNoTask), nil
	case m.err != nil:
		s.askToRetry(m)
		return action{}, nil
	}
	if was := s.app.knownOrigins.changed(m.dialed.agent); was != "" {
		return errorf("the agent has moved from %s to %s since you opened it: open it again to look at that", safe.Text(was).Line(0), safe.Text(originOf(m.dialed.agent.Interface().URL)).Line(0)), nil
	}
	return s.refill(m, m.dialed.agent), nil
}

// askToRetry says why the agent cannot be reached, and what there is to do.
func (s *historyScreen) askToRetry(m sentMsg) {
	labels, notes := []string{"try again", "leave it"}, []string{line(m.past.info.Source), "the run stays as it is"}
	does := []func() tea.Cmd{
		func() tea.Cmd { act, cmd := s.resend(m.past, m.goal); return tea.Batch(s.app.perform(act), cmd) },
		func() tea.Cmd { return nil },
	}
	if c := s.openCard(m.past); c != nil {
		labels = slices.Insert(labels, 1, "use the one that is open")
		notes = slices.Insert(notes, 1, line(c.card.Name)+" at "+line(c.agent.Interface().URL))
		does = slices.Insert(does, 1, func() tea.Cmd { return s.app.perform(s.refill(m, c.agent)) })
	}
	if start := s.app.opts.Demo; start != nil && m.past.info.Agent == safe.Text(demoName) {
		labels = slices.Insert(labels, 1, "use the demo agent")
		notes = slices.Insert(notes, 1, "it is at another address each time")
		does = slices.Insert(does, 1, func() tea.Cmd { return s.resendTo(m.past, m.goal, demoName, start) })
	}
	for i, l := range labels {
		labels[i] = pad(l, len("use the one that is open"))
	}
	s.app.overlay = newChooser(s.app, "The agent cannot be opened: "+whyNoCard(m.err), labels, notes, func(i int) tea.Cmd { return does[i]() })
}

// demoName is what the demo agent calls itself.
const demoName = "Demo Agent"

// whyNoCard is an error in few words: the address stands beside it.
func whyNoCard(err error) string {
	var card *a2aclient.CardError
	if errors.As(err, &card) {
		return safe.Text(string(card.Layer) + ": " + card.What).Line(0).String()
	}
	return safe.Text(err.Error()).Line(0).String()
}

// wayTo is how an agent is dialled whose card was read there: as it was where it
// is open, else without what was given on the command line, which is not for any
// other.
func (s *historyScreen) wayTo(source string) DialOptions {
	for _, open := range s.app.stack {
		if c, ok := open.(*cardScreen); ok && c.card.Source == source {
			return c.way
		}
	}
	return DialOptions{Anonymous: true}
}

// openCard is the card of an agent of the same name that is open, nil for none.
func (s *historyScreen) openCard(p pastRun) *cardScreen {
	for _, open := range s.app.stack {
		if c, ok := open.(*cardScreen); ok && c.dialed == nil && c.card.Name == p.info.Agent {
			return c
		}
	}
	return nil
}

// refill opens the form, or the conversation, with what was sent; where it is to be
// sent once more as it was, the review. A form whose schema is another now is
// always shown first.
func (s *historyScreen) refill(m sentMsg, agent *a2aclient.Agent) action {
	info := m.past.info
	if m.goal == toFollow {
		return s.app.followTask(agent, m.taskID)
	}
	u, ok := useOf(agent.Card(), info.Skill)
	if !ok {
		return errorf("the agent has no skill %s any more", info.Skill.Line(60))
	}
	if m.input.Raw == nil {
		return s.rewrite(m, agent, u)
	}
	i := slices.IndexFunc(u.inputs, func(in a2aclient.Input) bool { return in.Name == info.Schema })
	if i < 0 {
		return errorf("the skill has no form %s any more", info.Schema.Line(60))
	}
	changed := store.Digest(u.inputs[i].Schema) != info.Input
	if m.goal == toRerun && !changed {
		plan := &run.Plan{Agent: agent, Skill: u.skill, Input: &u.inputs[i], Data: m.input.Raw, Text: textSent(m.input)}
		return action{push: newReview(s.app, plan, []string{"the same as in the run of " + stamp(info.Time)}, nil)}
	}
	id := formID{runRef(info.ID), u.id(), i, u.inputs[i].Name}
	act := infof("filled in as in the run of %s; ctrl+s reviews it", stamp(info.Time))
	form, known := s.app.forms[id].(*formScreen)
	if known && store.Digest(form.input.Schema) == store.Digest(u.inputs[i].Schema) {
		form.agent, form.skill, form.input = agent, u.skill, &u.inputs[i] // as it was left, for the agent as it is now
		act = infof("as you left it; it began with the run of %s", stamp(info.Time))
	} else {
		form = newForm(s.app, agent, u.skill, &u.inputs[i])
		form.prefill, form.ofRun = m.input.Raw, info.ID
		s.app.forms[id] = form
	}
	if changed {
		act = errorf("the schema has changed since %s: look over what was filled in", stamp(info.Time))
	}
	act.push = form
	return act
}

// rewrite is refill for a plain text.
func (s *historyScreen) rewrite(m sentMsg, agent *a2aclient.Agent, u skillRow) action {
	if m.goal == toRerun && len(m.input.Files) == 0 {
		plan := &run.Plan{Agent: agent, Skill: u.skill, Text: textSent(m.input)}
		return action{push: newReview(s.app, plan, []string{"the same as in the run of " + stamp(m.past.info.Time)}, nil)}
	}
	c := newChat(s.app, agent, u)
	c.area.SetValue(textSent(m.input))
	s.app.forms[formID{runRef(m.past.info.ID), u.id(), plainText, safe.Raw{}}] = c
	act := action{push: c}
	if n := len(m.input.Files); n > 0 {
		act = errorf("%s went with it: attach them again", plural(n, "file", "files"))
		act.push = c
	}
	return act
}

// textSent is the text of a message as it was sent.
func textSent(input store.RunLine) string { return input.Text.Exact() } //nolint:forbidigo // to be sent again; the editor and the review draw it


// useOf is what a run used of an agent: a skill, or the agent itself.
func useOf(card *a2aclient.Card, id safe.Raw) (skillRow, bool) {
	if id.IsEmpty() {
		return skillRow{nil, line(card.Name), card.Description, card.Inputs, card.Outputs, card.Text, card.TakesFiles()}, true
	}
	skill := card.Skill(id.Exact()) //nolint:forbidigo // looked up, not drawn
	if skill == nil {
		return skillRow{}, false
	}
	return skillRow{skill, line(skill.Name), skill.Description, skill.Inputs, skill.Outputs, skill.Text, skill.TakesFiles()}, true
}

// deletedMsg says what became of a deletion.
type deletedMsg struct {
	id  safe.Raw
	err error
}

// askToDelete asks before a file is gone for good.
func (s *historyScreen) askToDelete(p pastRun) action {
	if why := p.isOpen(); why != "" {
		return errorf("%s", why)
	}
	title := fmt.Sprintf("Delete the run of %s, %s?", p.when, p.skill)
	s.app.overlay = newChooser(s.app, title, []string{"no ", "yes"}, []string{"it stays", "its file is gone for good"}, func(i int) tea.Cmd {
		if i == 0 {
			return nil
		}
		keep := s.app.opts.Store
		return s.app.files.trackWrites(later(s, func() tea.Msg { return deletedMsg{p.info.ID, keep.DeleteRun(p.info.Path)} }))
	})
	return action{}
}

func (s *historyScreen) deleted(m deletedMsg) (action, tea.Cmd) {
	if m.err != nil {
		return errorf("%s", safe.Text(m.err.Error()).Line(0)), s.load()
	}
	s.all = slices.DeleteFunc(s.all, func(p pastRun) bool { return p.info.ID == m.id })
	s.sift()
	return infof("the run is deleted"), s.load()
}

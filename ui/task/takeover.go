package task

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/ui/kit"
)

// takenMsg is the agent of a recording, as it is now.
type takenMsg struct {
	dialed kit.Dialed
	err    error
}

// takeOverTime is how long the agent's card may take.
const takeOverTime = 10 * time.Second

// demoName is what the demo agent calls itself. It has a new address each time.
const demoName = "Demo Agent"

// cannotTakeOver says why a replay cannot go on live, "" where it can.
func (r *replay) cannotTakeOver() string {
	plan := r.rec.Plan()
	switch {
	case r.taking:
		return "the agent is being opened"
	case plan.Private, plan.Data == nil && plan.Text == "":
		return "the file does not say what was sent"
	}
	return ""
}

// takeOver pauses a replay and opens its agent: what comes then is live.
func (s *Screen) takeOver() (kit.Action, tea.Cmd) {
	var paused tea.Cmd
	if o := s.replay.opening; o != nil {
		o.isPaused = true
	} else if s.replay.player != nil {
		paused = s.Play(func(p *run.Player) { p.Pause(true) })
	}
	s.replay.taking = true
	h, source := s.Host, s.replay.rec.Source().Exact() //nolint:forbidigo // opened, not drawn
	way := kit.DialOptions{Anonymous: true}
	for _, open := range h.Nav.OpenCards() {
		if open.Card.Source == source {
			way = open.Way
		}
	}
	fetch, start := h.FetchOptions(way), h.Options.Demo
	if kit.Line(s.replay.rec.Plan().Agent.Card().Name) != demoName {
		start = nil
	}
	open := kit.Later(s, func() tea.Msg {
		ctx, cancel := context.WithTimeout(h.Context, takeOverTime)
		defer cancel()
		card, err := a2aclient.Fetch(ctx, source, fetch...)
		if err != nil && start != nil {
			if ref, failed := start(); failed == nil {
				card, err = a2aclient.Fetch(ctx, ref, fetch...)
			}
		}
		if err != nil {
			return takenMsg{err: err}
		}
		d := h.Dial(h.Context, card, h.Options.Store, way)
		return takenMsg{d, d.Err}
	})
	return kit.Infof("opening the agent…"), tea.Batch(paused, open)
}

// taken opens the form of a replay that was still filled in, else the review of the same message. Nothing is sent before the
// user says so.
func (s *Screen) taken(m takenMsg) kit.Action {
	s.replay.taking = false
	if m.err != nil {
		return kit.Errorf("The agent cannot be opened, and the replay stays: %s", safe.Text(m.err.Error()).Line(0))
	}
	agent := m.dialed.Agent
	if was := s.Host.Origins.Changed(agent); was != "" {
		return kit.Errorf("the agent has moved from %s since you opened it: open it again to look at that", safe.Text(was).Line(0))
	}
	plan := s.replay.rec.Plan()
	r := kit.Resend{
		Agent: agent, Run: runfile.Info{ID: s.run.ID(), Time: s.replay.rec.Began()},
		Input: runfile.Line{Raw: plan.Data, Text: safe.Text(plan.Text), Parts: plan.Parts, PartsBefore: plan.PartsBefore, AnswerAs: plan.AnswerAs.Line(), SkillHint: plan.SkillHint},
		Rerun: !s.replay.isOpening() || s.replay.opening.reviewed > 0,
	}
	if plan.Skill != nil {
		r.Run.Skill = plan.Skill.ID
	}
	if plan.Input != nil {
		r.Run.Schema, r.Run.Input, r.Input.Tag = plan.Input.Name, store.SchemaDigest(plan.Input.Schema), plan.Input.Tag
	}
	act := s.Host.Nav.FillAgain(r)
	if act.Push != nil && !act.Status.Bad {
		act.Status = kit.Infof("● Live from here: the next send is real. Esc goes back to the replay.").Status
	}
	return act
}

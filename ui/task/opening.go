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

// opening is what comes before the task in a replay: the form is filled in, and reviewed.
type opening struct {
	rows     []kit.FilledRow
	typed    float64 // characters
	reviewed float64 // openingTicks of the review; 0 while the form is filled in
	isPaused bool
	due      int // counts waits, to recognize one that was overtaken
}

const (
	openingInterval = 50 * time.Millisecond
	openingTicks    = 60 // of the form, at the original speed
	reviewTicks     = 30
)

type openingMsg struct{ due int }

// newOpening is the opening of a recording, nil where it does not say what was filled in.
func newOpening(rec *run.Recording, speed float64) *opening {
	plan := rec.Plan()
	if plan.Private || plan.Data == nil && plan.Text == "" {
		return nil
	}
	return &opening{rows: kit.FilledRows(plan), isPaused: speed == 0}
}

// isOpening reports a replay that has not come to its task.
func (r *replay) isOpening() bool { return r != nil && r.opening != nil }

// openOn waits for the next character.
func (r *replay) openOn() tea.Cmd {
	o := r.opening
	if o.due++; o.isPaused {
		return nil
	}
	return kit.After(r.to, openingInterval, openingMsg{o.due})
}

// openDue types, waits at the review, and goes on to the task.
func (r *replay) openDue(m openingMsg) tea.Cmd {
	o := r.opening
	if o == nil || o.due != m.due {
		return nil
	}
	speed := r.player.Progress().Speed
	switch total := float64(kit.CountFilled(o.rows)); {
	case o.typed < total:
		o.typed = min(o.typed+max(total/openingTicks, 1)*speed, total)
	case o.reviewed < reviewTicks:
		o.reviewed += speed
	default:
		return r.endOpening()
	}
	return r.openOn()
}

// endOpening begins to play the task.
func (r *replay) endOpening() tea.Cmd {
	isPaused := r.opening.isPaused
	r.opening = nil
	return tea.Batch(r.play(func(p *run.Player) { p.Pause(isPaused) }), kit.After(r.to, spinnerInterval, tickMsg{}))
}

// stepOpening goes to the end of the form, to the review, then to the task.
func (r *replay) stepOpening() tea.Cmd {
	o := r.opening
	total := float64(kit.CountFilled(o.rows))
	switch {
	case o.typed < total:
		o.typed = total
	case o.reviewed == 0:
		o.reviewed = 1
	default:
		return r.endOpening()
	}
	return r.openOn()
}

// steps are those of the rail.
func (o *opening) steps() []kit.RailStep {
	form, review := kit.RailStep{Text: "Form", State: kit.StepActive}, kit.RailStep{Text: "Review"}
	if o.reviewed > 0 {
		form.State, review.State = kit.StepDone, kit.StepActive
	}
	return []kit.RailStep{form, review, {Text: "Sent"}, {Text: "Done"}}
}

// openingLines are the form as far as it is filled in, and then what the review said, on so many lines.
func (r *replay) openingLines(width, height int, hasPanes, hasFocus bool) []string {
	o, st := r.opening, r.host.Styles
	bottom := r.lines(width)
	if o.reviewed > 0 {
		to := "It was sent to " + kit.Line(r.now.Plan.Agent.Card().Name) + " at " + r.rec.Began().Local().Format("15:04:05") + "."
		bottom = append(kit.Bullet("✓ ", "Reviewed. "+to, width, st.Good), bottom...)
	}
	above := max(height-len(bottom), 1)
	inner, room := width, above
	hasPane := hasPanes && above >= minPane
	if hasPane {
		inner, room = width-kit.FrameWidth, above-kit.FrameHeight
	}
	lines, at := kit.DrawFilled(o.rows, int(o.typed), inner, st)
	top := max(min(at-room/2, len(lines)-room), 0)
	lines = lines[top:min(top+room, len(lines))]
	if hasPane {
		lines = st.Pane.Draw(kit.Pane{Title: r.openingTitle(), Lines: lines, Width: width, Height: room + kit.FrameHeight, HasFocus: hasFocus})
	}
	for len(lines) < height-len(bottom) {
		lines = append(lines, "")
	}
	return append(lines, bottom...)
}

// openingTitle is what was filled in.
func (r *replay) openingTitle() string {
	if skill := r.now.Plan.Skill; skill != nil {
		return kit.Line(skill.Name)
	}
	return "Message"
}

// takenMsg is the agent of a recording, as it is now.
type takenMsg struct {
	agent  kit.PastAgent
	opened kit.Reopened
	rerun  bool // the same message is reviewed, not filled in
	err    error
}

// takeOverTime is how long the agent's card may take.
const takeOverTime = 10 * time.Second

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

func (r *replay) takeOverKey() kit.Key {
	return kit.When(replayKeys.TakeOver, r.cannotTakeOver(), r.takeOver)
}

// takeOver goes on live from where a replay is.
func (r *replay) takeOver() (kit.Action, tea.Cmd) {
	return r.sendAgain(!r.isOpening() || r.opening.reviewed > 0)
}

// editKey and rerunKey send what was sent in a stored run once more, filled in or as it was.
func (r *replay) editKey() kit.Key {
	return kit.When(keys.Edit, r.cannotTakeOver(), func() (kit.Action, tea.Cmd) { return r.sendAgain(false) })
}

func (r *replay) rerunKey() kit.Key {
	return kit.When(keys.Rerun, r.cannotTakeOver(), func() (kit.Action, tea.Cmd) { return r.sendAgain(true) })
}

// sendAgain pauses a replay and opens its agent: what comes then is live.
func (r *replay) sendAgain(rerun bool) (kit.Action, tea.Cmd) {
	var paused tea.Cmd
	if o := r.opening; o != nil {
		o.isPaused = true
	} else if r.player != nil {
		paused = r.play(func(p *run.Player) { p.Pause(true) })
	}
	return kit.Infof("opening the agent…"), tea.Batch(paused, r.sendTo(r.agent(), rerun))
}

// PastAgent is the agent of a stored run; false for a live one.
func (s *Screen) PastAgent() (kit.PastAgent, bool) {
	if s.replay == nil {
		return kit.PastAgent{}, false
	}
	return s.replay.agent(), true
}

// agent is the one that the run was of.
func (r *replay) agent() kit.PastAgent {
	return kit.PastAgent{Source: r.rec.Source().Exact(), Name: r.rec.Plan().Agent.Card().Name} //nolint:forbidigo // opened, not drawn
}

// sendTo opens an agent, to send the message to it.
func (r *replay) sendTo(agent kit.PastAgent, rerun bool) tea.Cmd {
	r.taking = true
	h, open := r.host, agent.Opening(r.host)
	return kit.Later(r.to, func() tea.Msg {
		ctx, cancel := context.WithTimeout(h.Context, takeOverTime)
		defer cancel()
		o, err := open(ctx)
		return takenMsg{agent, o, rerun, err}
	})
}

// taken opens the form of a replay that was still filled in, else the review of the same message. Nothing is sent before the
// user says so.
func (r *replay) taken(m takenMsg) kit.Action {
	r.taking = false
	if m.err != nil {
		again := func(agent kit.PastAgent) tea.Cmd { return r.sendTo(agent, m.rerun) }
		m.agent.AskToRetry(r.host, m.err, again, func(o kit.Reopened) kit.Action { return r.fillAgain(o, m.rerun) })
		return kit.Action{}
	}
	return r.fillAgain(m.opened, m.rerun)
}

// fillAgain opens what was sent above the card of an agent. While a run is played, that stays below.
func (r *replay) fillAgain(o kit.Reopened, rerun bool) kit.Action {
	plan := r.rec.Plan()
	again := kit.Resend{
		Agent: o.Agent, Run: runfile.Info{ID: r.now.ID, Time: r.rec.Began()},
		Input: runfile.Line{Raw: plan.Data, Text: safe.Text(plan.Text), Parts: plan.Parts, PartsBefore: plan.PartsBefore, AnswerAs: plan.AnswerAs.Line(), SkillHint: plan.SkillHint},
		Rerun: rerun,
	}
	if plan.Skill != nil {
		again.Run.Skill = plan.Skill.ID
	}
	if plan.Input != nil {
		again.Run.Schema, again.Run.Input, again.Input.Tag = plan.Input.Name, store.SchemaDigest(plan.Input.Schema), plan.Input.Tag
	}
	act := o.Use(r.host, again.Run.Skill, func(*a2aclient.Agent) kit.Action { return r.host.Nav.FillAgain(again) })
	if act.Push != nil && r.isPlayed() {
		act.Pop, act.Below = 0, nil
		if !act.Status.Bad {
			act.Status = kit.Infof("● Live from here: the next send is real. Esc goes back to the replay.").Status
		}
	}
	return act
}

package task

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/run"
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

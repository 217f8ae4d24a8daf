package ui

import (
	"slices"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// fillAgain opens the form, or the chat, with what was sent in an earlier run; where it is
// to be sent once more as it was, the review. A form whose schema has changed is always
// shown first.
func (a *App) fillAgain(r resend) action {
	skill, inputs, ok := skillOf(r.Agent.Card(), r.Run.Skill)
	if !ok {
		return errorf("the agent has no skill %s any more", r.Run.Skill.Line(60))
	}
	if r.Input.Raw == nil {
		return a.writeAgain(r, skill)
	}
	i := slices.IndexFunc(inputs, func(in a2aclient.Input) bool { return in.Name == r.Run.Schema })
	if i < 0 {
		return errorf("the skill has no form %s any more", r.Run.Schema.Line(60))
	}
	input := &inputs[i]
	changed := store.Digest(input.Schema) != r.Run.Input
	if r.Rerun && !changed {
		return a.reviewAgain(r, &run.Plan{Agent: r.Agent, Skill: skill, Input: input, Data: r.Input.Raw, Text: textSent(r.Input)})
	}
	id := formID{runRef(r.Run.ID), r.Run.Skill, i, input.Name}
	act := infof("filled in as in the run of %s; ctrl+s reviews it", stamp(r.Run.Time))
	f, known := a.forms[id].(*formScreen)
	if known && store.Digest(f.input.Schema) == store.Digest(input.Schema) {
		f.useAgent(r.Agent, skill, input) // as it was left, for the agent as it is now
		act = infof("as you left it; it began with the run of %s", stamp(r.Run.Time))
	} else {
		f = newFormOfRun(a.host, r.Agent, skill, input, r.Input.Raw, r.Run.ID)
		a.forms[id] = f
	}
	if changed {
		act = errorf("the schema has changed since %s: look over what was filled in", stamp(r.Run.Time))
	}
	act.push = f
	return act
}

// writeAgain is fillAgain for a plain text.
func (a *App) writeAgain(r resend, skill *a2aclient.Skill) action {
	if r.Rerun && len(r.Input.Files) == 0 {
		return a.reviewAgain(r, &run.Plan{Agent: r.Agent, Skill: skill, Text: textSent(r.Input)})
	}
	c := newChat(a.host, r.Agent, skill)
	c.area.SetValue(textSent(r.Input))
	a.forms[formID{runRef(r.Run.ID), r.Run.Skill, plainText, safe.Raw{}}] = c
	act := action{push: c}
	if n := len(r.Input.Files); n > 0 {
		act = errorf("%s went with it: attach them again", plural(n, "file", "files"))
		act.push = c
	}
	return act
}

// reviewAgain is the review of a message as it was sent before.
func (a *App) reviewAgain(r resend, plan *run.Plan) action {
	return action{push: newReview(a.host, plan, []string{"the same as in the run of " + stamp(r.Run.Time)}, nil)}
}

// textSent is the text of a message as it was sent.
func textSent(input store.RunLine) string { return input.Text.Exact() } //nolint:forbidigo // to be sent again; the editor and the review draw it

// skillOf is what a run used of an agent: a skill, or the agent itself where id is empty.
func skillOf(card *a2aclient.Card, id safe.Raw) (skill *a2aclient.Skill, inputs []a2aclient.Input, ok bool) {
	if id.IsEmpty() {
		return nil, card.Inputs, true
	}
	if skill = card.Skill(id.Exact()); skill == nil { //nolint:forbidigo // looked up, not drawn
		return nil, nil, false
	}
	return skill, skill.Inputs, true
}

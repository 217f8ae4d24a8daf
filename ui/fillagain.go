package ui

import (
	"slices"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/chat"
	"a2aform/ui/form"
	"a2aform/ui/kit"
)

// FillAgain opens the form, or the chat, with what was sent in an earlier run; where it is
// to be sent once more as it was, the review. A form whose schema has changed is always
// shown first.
func (n *navigator) FillAgain(r kit.Resend) kit.Action {
	skill, inputs, ok := skillOf(r.Agent.Card(), r.Run.Skill)
	if !ok {
		return kit.Errorf("the agent has no skill %s any more", r.Run.Skill.Line(60))
	}
	if r.Input.Raw == nil {
		return n.writeAgain(r, skill)
	}
	i := slices.IndexFunc(inputs, func(in a2aclient.Input) bool { return in.Name == r.Run.Schema })
	if i < 0 && r.Run.Schema.IsEmpty() {
		i, inputs = 0, []a2aclient.Input{kit.JSONInput(skill)}
	}
	if i < 0 {
		return kit.Errorf("the skill has no form %s any more", r.Run.Schema.Line(60))
	}
	input := &inputs[i]
	changed := !store.IsSchemaDigest(r.Run.Input, input.Schema)
	if r.Rerun && !changed && r.Input.Dropped == 0 {
		return n.reviewAgain(r, &run.Plan{Agent: r.Agent, Skill: skill, Input: input, Data: r.Input.Raw, Text: textSent(r.Input), Parts: r.Input.Parts, PartsBefore: r.Input.PartsBefore, Tag: tagSent(r.Input, input), AnswerAs: run.AnswerAsOf(r.Input), SkillHint: r.Input.SkillHint, FedBy: r.Run.FedBy})
	}
	id := kit.FormID{Ref: kit.RunRef(r.Run.ID), Skill: r.Run.Skill, Input: i, Name: input.Name}
	act := kit.Infof("filled in as in the run of %s; %s reviews it", kit.DateTime(r.Run.Time), shortcut.InProse(kit.Keys.Review))
	f := n.form(id)
	if f != nil && store.Digest(f.Input.Schema) == store.Digest(input.Schema) {
		f.UseAgent(r.Agent, skill, input) // as it was left, for the agent as it is now
		act = kit.Infof("as you left it; it began with the run of %s", kit.DateTime(r.Run.Time))
	} else {
		f = form.NewFilled(n.host, r.Agent, skill, input, r.Input.Raw, formgen.LastRun, r.Run.ID).UseParts(r.Input, tagSent(r.Input, input))
		n.forms[id] = f.UseFedBy(r.Run.FedBy)
	}
	if changed {
		act = kit.Errorf("the schema has changed since %s: look over what was filled in", kit.DateTime(r.Run.Time))
	}
	if r.Input.Dropped > 0 {
		act = kit.Errorf("%s went with it: attach them again, as message parts", kit.Plural(r.Input.Dropped, "large part", "large parts"))
	}
	act.Push = f
	return act
}

// writeAgain is [navigator.FillAgain] for a plain text.
func (n *navigator) writeAgain(r kit.Resend, skill *a2aclient.Skill) kit.Action {
	if r.Rerun && len(r.Input.Files) == 0 {
		return n.reviewAgain(r, &run.Plan{Agent: r.Agent, Skill: skill, Text: textSent(r.Input), Parts: r.Input.Parts, PartsBefore: r.Input.PartsBefore, AnswerAs: run.AnswerAsOf(r.Input), SkillHint: r.Input.SkillHint, FedBy: r.Run.FedBy})
	}
	c := chat.New(n.host, r.Agent, skill)
	c.UseAnswerAs(run.AnswerAsOf(r.Input))
	c.SetText(textSent(r.Input))
	n.forms[kit.FormID{Ref: kit.RunRef(r.Run.ID), Skill: r.Run.Skill, Input: kit.PlainText, Name: safe.Raw{}}] = c
	act := kit.Action{Push: c}
	if n := len(r.Input.Files); n > 0 {
		act = kit.Errorf("%s went with it: attach them again", kit.Plural(n, "file", "files"))
		act.Push = c
	}
	return act
}

// reviewAgain is the review of a message as it was sent before.
func (n *navigator) reviewAgain(r kit.Resend, plan *run.Plan) kit.Action {
	act := kit.Infof("the same as in the run of %s; Enter sends it", kit.DateTime(r.Run.Time))
	r.Rerun = false
	act.Push = form.NewReview(n.host, plan.Repeat(), nil, nil).WithEdit(func() kit.Action { return n.FillAgain(r) })
	return act
}

// Repeat implements the navigation of [kit.Host].
func (n *navigator) Repeat(plan *run.Plan) kit.Action {
	act := kit.Infof("the same message as before; Enter sends it")
	review := form.NewRepeat(n.host, plan)
	if plan.Input != nil && plan.Data != nil || len(plan.Files)+len(plan.Parts) == 0 {
		review.WithEdit(func() kit.Action { return n.edit(plan) })
	}
	act.Push = review
	return act
}

// edit opens the form, or the chat, with what a plan sends.
func (n *navigator) edit(plan *run.Plan) kit.Action {
	again := safe.Text(plan.Request().MessageID)
	id := kit.FormID{Ref: kit.RunRef(again), Input: kit.PlainText}
	if plan.Skill != nil {
		id.Skill = plan.Skill.ID
	}
	if plan.Input == nil || plan.Data == nil {
		c := chat.New(n.host, plan.Agent, plan.Skill)
		c.UseAnswerAs(plan.AnswerAs)
		c.SetText(plan.Text)
		n.forms[id] = c
		return kit.Action{Push: c}
	}
	id.Input, id.Name = 0, plan.Input.Name
	act := kit.Infof("filled in as before; %s reviews it", shortcut.InProse(kit.Keys.Review))
	f := n.form(id)
	if f != nil {
		act = kit.Infof("as you left it")
	} else {
		sent := runfile.Line{Parts: plan.Parts, PartsBefore: plan.PartsBefore}
		f = form.NewFilled(n.host, plan.Agent, plan.Skill, plan.Input, plan.Data, formgen.LastRun, again).UseParts(sent, plan.Tag).UseFedBy(plan.FedBy)
		n.forms[id] = f
	}
	act.Push = f
	return act
}

// tagSent is the media type that was set by hand for the data; empty for the declared one.
func tagSent(sent runfile.Line, input *a2aclient.Input) safe.Raw {
	if sent.Tag == input.Tag || input.Tag.IsEmpty() && sent.Tag == safe.Text(run.Untagged) {
		return safe.Raw{}
	}
	return sent.Tag
}

// textSent is the text of a message as it was sent.
func textSent(input runfile.Line) string { return input.Text.Exact() } //nolint:forbidigo // to be sent again; the editor and the review draw it

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

package runner

import (
	"errors"
	"slices"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render"
)

// FromRun is the case that a run makes: its input and answers, and as expectations its state, its tags and whether its output is
// valid.
func FromRun(sent *run.Plan, now run.Snapshot) (*casefile.Case, error) {
	c, err := FromPlan(sent)
	switch {
	case err != nil:
		return nil, err
	case !now.Phase.IsOver() && now.Phase != run.Paused, now.Phase == run.Errored && now.Outcome() != run.Refused && now.Outcome() != run.Crashed:
		return nil, errors.New("the run is " + now.Outcome() + ", which leaves nothing to expect")
	}
	for i := range now.Timeline.Len() {
		if e := now.Timeline.Entry(i); e.Kind == run.UserEntry {
			c.Turns = append(c.Turns, turnOf(raw(e.Text)))
		}
	}
	expectOutput(c, sent, now)
	return c, nil
}

// FromPlan is the case that sends what a message does. It expects what every case does.
func FromPlan(sent *run.Plan) (*casefile.Case, error) {
	switch {
	case sent.Private:
		return nil, errors.New("the form holds a secret, so its input is not kept")
	case len(sent.Parts) > 0:
		return nil, errors.New("there are more parts than the data or the text, which a case cannot hold")
	case len(sent.Files) > 0:
		return nil, errors.New("there are files, whose content a case cannot hold")
	case sent.Data == nil && sent.Text == "":
		return nil, errors.New("there is no data and no text")
	case sent.Data != nil && sent.Text != "":
		return nil, errors.New("there are data and text, which a case of this version cannot hold")
	}
	c := &casefile.Case{Input: casefile.Input{Text: sent.Text, SkillHint: sent.SkillHint}, Repeat: 1}
	if as := sent.AnswerAs; as != nil {
		c.Input.AnswerAs, c.Input.AnswerInText = as.Portable(), as.InText
	}
	if sent.Skill != nil {
		c.Skill = raw(sent.Skill.ID)
	}
	if sent.Data != nil {
		c.Input.Data = sent.Data
		if err := describeInput(c, sent); err != nil {
			return nil, err
		}
		if sent.Input != nil && !sent.Tag.IsEmpty() && sent.Tag != sent.Input.Tag {
			return nil, errOtherTag
		}
	}
	return c, nil
}

// raw is text of an agent or a user, which a case holds as it is.
func raw(text safe.Raw) string { return text.Exact() }

// describeInput says which form the data fills in, and whether it breaks its schema.
func describeInput(c *casefile.Case, sent *run.Plan) error {
	if sent.Input == nil {
		return errors.New("the data has no schema, which a case of this version cannot hold")
	}
	if sent.Skill != nil && len(sent.Skill.Inputs) > 1 || sent.Skill == nil && len(sent.Agent.Card().Inputs) > 1 {
		c.Schema = raw(sent.Input.Name)
	}
	doc, err := schema.Load(sent.Input.Schema)
	if err != nil {
		return err
	}
	v, err := ojson.Parse(sent.Data, ojson.DataLimits)
	if err != nil {
		return err
	}
	c.Input.Invalid = !sent.Input.IsGuess && len(doc.Validate(v)) > 0
	return nil
}

// turnOf is an answer: an object is data.
func turnOf(said string) casefile.Turn {
	if v, err := ojson.Parse([]byte(said), ojson.DataLimits); err == nil && v.Is(ojson.Object) {
		return casefile.Turn{Data: v.Compact()}
	}
	return casefile.Turn{Text: said}
}

// expectOutput expects what the run came to.
func expectOutput(c *casefile.Case, sent *run.Plan, now run.Snapshot) {
	if !c.Input.Invalid || now.Outcome() != "rejected" {
		c.Expect.States = []string{now.Outcome()}
	}
	card := sent.Agent.Card()
	for _, a := range now.Results() {
		for _, p := range a.Parts {
			name, _, _ := card.OutputSchema(p.Tag)
			if p.Kind == render.DataPart && !name.IsEmpty() && !slices.Contains(c.Expect.Schemas, raw(name)) {
				c.Expect.Schemas = append(c.Expect.Schemas, raw(name))
			}
		}
	}
	switch {
	case now.Problems > 0:
		c.Expect.Output = casefile.InvalidOutput
	case len(c.Expect.Schemas) > 0:
		c.Expect.Output = casefile.ValidOutput
	case check.LacksPromised(now):
		c.Expect.Output = casefile.AnyOutput
	}
}

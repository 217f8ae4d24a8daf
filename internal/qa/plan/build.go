package plan

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"unicode/utf8"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/formgen"
	"a2aform/formgen/assign"
	"a2aform/internal/limit"
	"a2aform/internal/nearest"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store"
)

// Build is what a case sends to an agent, checked as `send` checks it. The store knows which fields hold no secret; nil for
// none.
func Build(c *casefile.Case, agent *a2aclient.Agent, keep *store.Store) (*run.Plan, error) {
	plan := &run.Plan{Agent: agent, Text: c.Input.Text}
	inputs := agent.Card().Inputs
	if c.Skill != "" {
		if plan.Skill = agent.Card().Skill(c.Skill); plan.Skill == nil {
			return nil, noSkill(agent.Card(), c.Skill)
		}
		inputs = plan.Skill.Inputs
	}
	files, err := readFiles(c.Input.Files)
	if err != nil {
		return nil, err
	}
	plan.Files, plan.Tag = files, safe.Text(c.Input.MediaType)
	for _, part := range c.Input.Parts {
		plan.Parts = append(plan.Parts, part)
	}
	if c.Input.Data == nil && len(c.Input.Set) == 0 {
		return plan, nil
	}
	return plan, fill(plan, c, inputs, keep)
}

func noSkill(card *a2aclient.Card, id string) error {
	var ids []string
	for _, s := range card.Skills {
		ids = append(ids, s.ID.Line(60).String())
	}
	hint := "it has " + strings.Join(ids, ", ")
	if near := nearest.Name(id, ids); near != "" {
		hint = "did you mean " + near + "?"
	}
	return fmt.Errorf("the agent has no skill %s; %s", safe.Text(id).Line(60), hint)
}

// fill sets the data of a plan from the form of the skill.
func fill(plan *run.Plan, c *casefile.Case, inputs []a2aclient.Input, keep *store.Store) error {
	input, err := inputOf(c.Schema, inputs)
	if err != nil {
		return err
	}
	doc, err := schema.Load(input.Schema)
	if err != nil {
		return fmt.Errorf("the schema %s cannot be used: %w", input.Name.Line(60), err)
	}
	doc.SetNotSecret(notSecret(plan.Agent, keep))
	form := formgen.New(doc)
	if c.Input.Data != nil {
		v, err := ojson.Parse(c.Input.Data, ojson.DataLimits)
		if err != nil {
			return fmt.Errorf("the input is not JSON: %w", err)
		}
		if !utf8.Valid(c.Input.Data) {
			return errors.New("the input is not valid UTF-8")
		}
		form.Load(v)
	}
	for _, set := range c.Input.Set {
		if err := assign.Text(form, set.Path, set.Value); err != nil {
			return fmt.Errorf("set %s: %w", safe.Text(set.Path).Line(60), err)
		}
	}
	plan.Input = input
	plan.Data, err = submit(form, c, input.IsGuess)
	plan.Private = form.HasSecret()
	return err
}

// submit is the data of a form. It fails where the data is not what the case says: valid, or broken on purpose.
func submit(form *formgen.Form, c *casefile.Case, isGuess bool) ([]byte, error) {
	data, err := form.Submit()
	refused, isRefused := err.(*formgen.Refused) //nolint:errorlint // Submit returns it bare
	switch {
	case !c.Input.Invalid && isRefused && isGuess:
		return form.SubmitAnyway(form.Validate()(), true)
	case !c.Input.Invalid && isRefused:
		var lines []string
		for _, l := range refused.Problems {
			lines = append(lines, fmt.Sprintf("%s (%s): %s", l.Field.Path(), safe.Text(l.Field.Pointer()).Line(0), l.Problem.Message))
		}
		return nil, fmt.Errorf("the input does not fit the schema: %s", strings.Join(lines, "; "))
	case c.Input.Invalid && err == nil:
		return nil, errors.New("the case says that the input is invalid, but it satisfies its schema")
	case !c.Input.Invalid || !isRefused:
		return data, err
	case len(c.Input.Set) == 0: // as it was written, also what no form can hold
		v, err := ojson.Parse(c.Input.Data, ojson.DataLimits)
		return v.Compact(), err
	}
	return form.SubmitAnyway(form.Validate()(), true)
}

// inputOf is the form that a case names, or the only one.
func inputOf(name string, inputs []a2aclient.Input) (*a2aclient.Input, error) {
	var names []string
	for i := range inputs {
		if name == "" && len(inputs) == 1 || name != "" && inputs[i].Name == safe.Text(name) {
			return &inputs[i], nil
		}
		names = append(names, inputs[i].Name.Line(60).String())
	}
	switch {
	case len(inputs) == 0:
		return nil, errors.New("the skill has no input schema: use text")
	case name == "":
		return nil, fmt.Errorf("the skill has several forms, choose one with schema: %s", strings.Join(names, ", "))
	}
	return nil, fmt.Errorf("there is no form %s; there is %s", safe.Text(name).Line(60), strings.Join(names, ", "))
}

// notSecret are the member names that the user said hold no secret for this agent.
func notSecret(agent *a2aclient.Agent, keep *store.Store) []string {
	credentials, err := auth.NewCredentialSet(agent.Interface().URL)
	if err != nil {
		return nil
	}
	return keep.NotSecret(credentials.Origin())
}

// readFiles are the files that go with the message.
func readFiles(names []string) (files []a2aclient.FilePart, err error) {
	left := limit.MessageFiles.Int()
	for _, name := range names {
		if strings.HasPrefix(name, "https://") || strings.HasPrefix(name, "http://") {
			files = append(files, a2aclient.LinkedFile(name))
			continue
		}
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			return nil, fmt.Errorf("file %s: there is no such file", safe.Text(name).Line(200))
		}
		if info.Size() > int64(left) {
			return nil, fmt.Errorf("file %s: all files of a message may have %s", safe.Text(name).Line(200), limit.MessageFiles)
		}
		data, err := os.ReadFile(name) //nolint:gosec // the case that the user runs names it
		if err != nil {
			return nil, fmt.Errorf("file %s: it cannot be read", safe.Text(name).Line(200))
		}
		left -= len(data)
		files = append(files, a2aclient.NewFilePart(name, data))
	}
	return files, nil
}

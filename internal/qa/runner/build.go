package runner

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/formgen"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store"
	"a2aform/render"
)

// Build returns the plan of what a case sends to an agent, validated as by `send`. The store knows which fields hold no secret; nil
// for none.
func Build(c *casefile.Case, agent *a2aclient.Agent, keep *store.Store) (*run.Plan, error) {
	return newBuilder(keep).build(c, agent)
}

// builder builds what cases send, with each schema loaded once.
type builder struct {
	keep *store.Store
	mu   sync.Mutex
	docs map[*a2aclient.Input]*schema.Document
	outs map[output]render.Resolver
}

// output is what answers of a skill are read by.
type output struct {
	card  *a2aclient.Card
	skill *a2aclient.Skill
}

// outputs finds the schemas of the answers of a skill. Each is compiled once for all attempts.
func (b *builder) outputs(card *a2aclient.Card, skill *a2aclient.Skill) render.Resolver {
	b.mu.Lock()
	defer b.mu.Unlock()
	key := output{card, skill}
	if b.outs[key] == nil {
		b.outs[key] = run.OutputSchemas(card, skill)
	}
	return b.outs[key]
}

func newBuilder(keep *store.Store) *builder {
	return &builder{keep: keep, docs: map[*a2aclient.Input]*schema.Document{}, outs: map[output]render.Resolver{}}
}

// document is the schema of a form.
func (b *builder) document(input *a2aclient.Input, agent *a2aclient.Agent) (*schema.Document, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if doc := b.docs[input]; doc != nil {
		return doc, nil
	}
	doc, err := schema.Load(input.Schema)
	if err != nil {
		return nil, fmt.Errorf("the schema %s cannot be used: %w", input.Name.Line(60), err)
	}
	doc.SetNotSecret(notSecret(agent, b.keep))
	b.docs[input] = doc
	return doc, nil
}

func (b *builder) build(c *casefile.Case, agent *a2aclient.Agent) (*run.Plan, error) {
	plan := &run.Plan{Agent: agent, Text: c.Input.Text, SkillHint: c.Input.SkillHint}
	if c.Input.AnswerAs != "" {
		as, err := run.ParseAnswerAs(c.Input.AnswerAs)
		if err != nil {
			return nil, fmt.Errorf("answer-as: %w", err)
		}
		as.InText = c.Input.AnswerInText
		plan.AnswerAs = as
	}
	inputs := agent.Card().Inputs
	if c.Skill != "" {
		if plan.Skill = agent.Card().Skill(c.Skill); plan.Skill == nil {
			return nil, agent.Card().NoSkill(c.Skill)
		}
		inputs = plan.Skill.Inputs
	}
	plan.Outputs = b.outputs(agent.Card(), plan.Skill)
	files, err := readFiles(c.Input.Files)
	if err != nil {
		return nil, err
	}
	plan.Files = files
	if c.Input.Data != nil || len(c.Input.Set) > 0 {
		err = b.fill(plan, c, inputs)
	}
	plan.Private = plan.Private || holdsCredential(plan, c)
	return plan, err
}

// holdsCredential reports whether a case sends one of the secrets of its agent, as where a variable of its environment is one.
func holdsCredential(plan *run.Plan, c *casefile.Case) bool {
	return slices.ContainsFunc(append(c.Texts(), plan.Data), plan.Agent.Credentials().IsIn)
}

// fill sets the data of a plan from the form of the skill.
func (b *builder) fill(plan *run.Plan, c *casefile.Case, inputs []a2aclient.Input) error {
	input, err := inputOf(c.Schema, inputs)
	if err != nil {
		return err
	}
	doc, err := b.document(input, plan.Agent)
	if err != nil {
		return err
	}
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
	sets := c.Input.Set
	failed, err := formgen.SetEach(len(sets), func(i int) error { return formgen.SetText(form, sets[i].Path, sets[i].Value) })
	if err != nil {
		return fmt.Errorf("set %s: %w", safe.Text(sets[failed].Path).Line(60), err)
	}
	plan.Input = input
	plan.Data, err = submit(form, c, input.IsGuess)
	plan.Private = form.HasSecret()
	return err
}

// submit returns the data of a form. It fails unless the data is valid, or invalid if the case says so.
func submit(form *formgen.Form, c *casefile.Case, isGuess bool) ([]byte, error) {
	data, err := form.Submit()
	refused, isRefused := err.(*formgen.Refused) //nolint:errorlint // Submit returns it bare
	switch {
	case !c.Input.Invalid && isRefused && (isGuess || refused.IsValid()): // a case may try what no form sends
		return form.SubmitAnyway(form.Validate()())
	case !c.Input.Invalid && isRefused:
		var lines []string
		for _, line := range refused.Lines() {
			lines = append(lines, line.Text)
		}
		return nil, fmt.Errorf("the input does not fit the schema: %s", strings.Join(lines, "; "))
	case c.Input.Invalid && err == nil:
		return nil, errors.New("the case says that the input is invalid, but it satisfies its schema")
	case err != nil && !isRefused:
		return nil, err
	case len(c.Input.Set) == 0: // as it was written, in its order, also what no form can contain
		v, err := ojson.Parse(c.Input.Data, ojson.DataLimits)
		return v.Compact(), err
	case !c.Input.Invalid:
		return data, nil
	}
	return form.SubmitAnyway(form.Validate()())
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

// notSecret are the member names that the user said contain no secret for this agent.
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
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("file %s: it cannot be read", safe.Text(name).Line(200))
		}
		left -= len(data)
		files = append(files, a2aclient.NewFilePart(name, data))
	}
	return files, nil
}

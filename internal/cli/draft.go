package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/formgen"
	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/internal/schema"
	"a2aform/internal/store/runfile"
)

// draft is a message as flags describe it.
type draft struct {
	form formFlags
	contents
	context   string
	task      string // that waits for the message; "" for none
	answer    answerAs
	skillHint bool
	// Data that breaks its schema is sent.
	sendInvalid bool
}

// answerAs says what the answer to a message is to be.
type answerAs struct {
	as     string // "" for anything
	inText bool
}

// add adds the flags of a new message.
func (d *draft) add(cmd *cobra.Command) {
	d.form.add(cmd)
	d.contents.add(cmd)
	f := cmd.Flags()
	f.BoolVar(&d.sendInvalid, "send-invalid", false, "send data that breaks its schema, to test how the agent refuses it")
	f.StringVar(&d.answer.as, "answer-as", "", "ask for a table with `COLUMNS`, such as 'name, price: number', as the answer to --text; or for any table (table), or by a JSON Schema (@FILE, or the schema itself)")
	f.BoolVar(&d.answer.inText, "answer-in-text", false, "write the schema of --answer-as into the text, too, for agents that ignore it elsewhere")
	f.BoolVar(&d.skillHint, "skill-hint", false, "send the ID of --skill with any message, as metadata.skillId")
	f.StringVar(&d.context, "context-id", "", "continue the chat with this context `ID`; last is the last chat with the agent")
	f.StringVar(&d.task, "task-id", "", "answer the task with this `ID`, which waits for input")
	command.MoveFlags(cmd, command.AllFlags, "send-invalid", "part", "media-type", "skill-hint", "answer-in-text", "task-id")
	excludeFromRaw(cmd, "send-invalid", "answer-as", "answer-in-text", "skill-hint", "context-id", "task-id")
}

// settle decides which of the parts is the form or the text of the message.
func (d *draft) settle() error { return d.contents.settle(len(d.form.sets) > 0) }

// check refuses flags that do not go together, before anything is read.
func (d *draft) check(agentIsInput bool) error {
	switch {
	case d.data == "-" && agentIsInput:
		return command.Usagef("standard input cannot hold both the card and --data")
	case d.form.from != "" && d.data != "":
		return command.Usagef("--from and --data both fill in the whole form: use --set for single fields")
	}
	return nil
}

// errNothing says that the flags name nothing to send.
var errNothing = command.Usagef("nothing to send: use --set NAME=VALUE, --data JSON, --text TEXT or --file FILE\n" +
	"  a2aform skills AGENT lists what --skill can be")

// nothing says that the flags name nothing to send to a skill, and which of its fields have to be filled in.
func (d *draft) nothing(inputs []a2aclient.Input) error {
	switch {
	case d.form.skill == "":
		return errNothing
	case len(inputs) == 0:
		return command.Usagef("nothing to send: the skill has no form, so use --text TEXT, or --file FILE")
	}
	input, err := inputNamed(inputs, d.form.schema)
	if err != nil {
		return err
	}
	doc, err := schema.Load(input.Schema)
	if err != nil {
		return errNothing
	}
	var fields command.Rows
	if n := addMissing(&fields, formgen.New(doc).Root(), 0); n == 0 {
		return command.Usagef("nothing to send: no field is required, so --data '{}' sends the form as it is\n  a2aform skills AGENT lists the fields for --set NAME=VALUE")
	}
	var text strings.Builder
	_ = fields.Print(&text) // to memory
	return command.Usagef("nothing to send: fill in what is required, or all with --data JSON\n%s", strings.TrimRight(text.String(), "\n"))
}

// hasContent reports a text, data, or files.
func (d *draft) hasContent() bool {
	return len(d.all(dataContent)) > 0 || d.text != "" || len(d.files)+len(d.rest)+len(d.before) > 0
}

// isEmpty reports flags that name nothing to send.
func (d *draft) isEmpty() bool {
	sets := len(d.form.sets)
	return d.form.from == "" && (sets+len(d.list) == 0 || sets == 0 && d.text == "" && d.data == "" && len(d.before)+len(d.files)+len(d.rest) == 0)
}

// checkEmpty refuses a message of nothing. Where a skill is named, the card is asked first whether it has it.
func (d *draft) checkEmpty() error {
	if d.form.skill == "" && d.isEmpty() {
		return errNothing
	}
	return nil
}

// checkText refuses what no message can contain.
func (d *draft) checkText() error {
	for _, f := range []struct {
		name   string
		values []string
	}{
		{"--data", d.all(dataContent)}, {"--text", d.all(textContent)}, {"--context-id", []string{d.context}}, {"--task-id", []string{d.task}}, {"--media-type", []string{d.tag}},
	} {
		if slices.ContainsFunc(f.values, isNoText) {
			return command.Usagef("%s: not valid UTF-8", f.name)
		}
	}
	return nil
}

func isNoText(value string) bool { return !utf8.ValidString(value) }

// plan fills in the form, or takes the text. It returns the schema of the form, too, nil for none. The agent is nil where it was not dialed.
func (d *draft) plan(ctx context.Context, s *command.Streams, card *a2aclient.Card, agent *a2aclient.Agent) (*run.Plan, *schema.Document, error) {
	skill, inputs, err := d.form.skillOf(card, !d.answersForm() && (len(d.form.sets) > 0 || d.form.from != ""))
	if err != nil {
		return nil, nil, err
	}
	if d.isEmpty() {
		return nil, nil, d.nothing(inputs)
	}
	files, others, err := d.readFiles(s, card, skill)
	if err != nil {
		return nil, nil, err
	}
	parts, before, err := d.otherParts(s, agent, others)
	if err != nil {
		return nil, nil, err
	}
	plan, doc, err := d.main(ctx, s, agent, skill, inputs)
	if err != nil {
		return nil, nil, err
	}
	if plan.Input != nil && plan.Input.AsText && d.text != "" {
		return nil, nil, command.Usagef("this skill takes only text: write the data into --text")
	}
	plan.Agent = agent
	plan.Text, plan.Files, plan.Parts, plan.PartsBefore = d.text, files, parts, before
	if plan.ContextID, err = d.contextID(s, agent); err != nil {
		return nil, nil, err
	}
	plan.TaskID = safe.Text(d.task)
	plan.SkillHint = d.skillHint
	if plan.AnswerAs, err = d.asked(plan); err != nil {
		return nil, nil, err
	}
	d.mark(s, plan)
	return plan, doc, nil
}

// main is the plan of the data that a message has, with the schema of its form, nil for none.
func (d *draft) main(ctx context.Context, s *command.Streams, agent *a2aclient.Agent, skill *a2aclient.Skill, inputs []a2aclient.Input) (*run.Plan, *schema.Document, error) {
	switch isWhole := d.data != "" && len(d.form.sets) == 0; {
	case isWhole && (d.task != "" || len(inputs) == 0):
		plan, err := d.undeclared(s, skill)
		return plan, nil, err
	case d.answersForm():
		return d.answered(ctx, s, agent)
	case d.data != "" || len(d.form.sets) > 0 || d.form.from != "":
		input, err := d.form.input(inputs)
		if err != nil {
			return nil, nil, err
		}
		return d.filled(s, agent, skill, input, nil)
	}
	return &run.Plan{Skill: skill}, nil, nil
}

// lastContext is what --context-id takes for the context of the last chat with the agent.
const lastContext = "last"

// contextID is the context that the message belongs to, empty for a new one.
func (d *draft) contextID(s *command.Streams, agent *a2aclient.Agent) (safe.Raw, error) {
	if d.context != lastContext {
		return safe.Text(d.context), nil
	}
	id, err := s.Store().LastChat(agent.Interface().URL)
	if err == nil && id.IsEmpty() {
		err = command.Usagef("--context-id last: no chat with the agent at %s is known; send --text without it first, or name the context", command.Line(agent.Interface().URL))
	}
	return id, err
}

// asked is what the answer to the message is to be, nil for anything.
func (d *draft) asked(plan *run.Plan) (*run.AnswerAs, error) {
	switch isText := plan.Text != "" || plan.Input != nil && plan.Input.AsText; {
	case d.answer.as == "" && d.answer.inText:
		return nil, command.Usagef("--answer-in-text goes with --answer-as, which says what the answer is to be")
	case d.answer.as == "":
		return nil, nil
	case d.task != "":
		return nil, command.Usagef("--answer-as goes with a new message, not with the answer to a task")
	case !isText:
		return nil, command.Usagef("--answer-as goes with a text, and this message has none: add --text")
	}
	as, err := run.ParseAnswerAs(d.answer.as)
	if err != nil {
		return nil, command.Usagef("--answer-as: %s", err)
	}
	as.InText = d.answer.inText
	return as, nil
}

// mark gives a plan the type of --media-type, if there is one.
func (d *draft) mark(s *command.Streams, plan *run.Plan) {
	plan.Tag = safe.Text(d.tag)
	if d.tag != "" && plan.Input == nil && plan.Data != nil {
		s.Warn("note: the data is marked " + safe.Text(d.tag).Line(200).String() + "; the card declares no schema for it")
	}
	if d.tag != "" && plan.Input != nil && d.tag != plan.Input.Tag.Exact() { //nolint:forbidigo // compared, never printed
		s.Warn("note: the data is marked " + safe.Text(d.tag).Line(200).String() + ", not " + cmp.Or(command.Line(plan.Input.Tag), "as its schema has it"))
	}
}

// undeclared is the plan of data for which the card has no schema.
func (d *draft) undeclared(s *command.Streams, skill *a2aclient.Skill) (*run.Plan, error) {
	text, err := command.ReadData(s, "--data", d.data)
	if err != nil {
		return nil, err
	}
	v, err := ojson.Parse(text, ojson.DataLimits)
	if err != nil {
		return nil, command.Usagef("--data is not JSON: %s", err)
	}
	if d.task == "" {
		s.Warn("note: the card has no schema for this data, so it was not checked")
	}
	return &run.Plan{Skill: skill, Data: v.Compact()}, nil
}

// filled is the plan of a form that the flags fill in, over the prefill, with the schema of the form.
func (d *draft) filled(s *command.Streams, agent *a2aclient.Agent, skill *a2aclient.Skill, input *a2aclient.Input, prefill []byte) (*run.Plan, *schema.Document, error) {
	doc, err := schema.Load(input.Schema)
	if err != nil {
		return nil, nil, fmt.Errorf("the schema %s cannot be used: %w", command.Line(input.Name), err)
	}
	if p := doc.Panic(); p != nil {
		s.Warn("note: the validator failed on this schema: " + s.KeepFault(&safego.Fault{Cause: p.Cause, Stack: p.Stack}))
	}
	if !input.AsText && takesOnlyObjects(agent, input.Tag) && doc.Root().Kind().IsNoObject() {
		return nil, nil, noObject(input)
	}
	doc.SetNotSecret(notSecretOf(s, agent))
	form := formgen.New(doc)
	loadPrefill(form, prefill)
	var fedBy *runfile.FedBy
	if d.form.from != "" {
		if fedBy, err = loadFrom(s, form, doc, d.form.from); err != nil {
			return nil, nil, err
		}
	}
	plan, err := d.fromForm(s, agent, doc, form, input)
	if err != nil {
		return nil, nil, err
	}
	plan.Skill, plan.Input, plan.FedBy = skill, input, fedBy
	return plan, doc, nil
}

// fromForm is the plan of the data of a form, which --data and --set fill in.
func (d *draft) fromForm(s *command.Streams, agent *a2aclient.Agent, doc *schema.Document, form *formgen.Form, input *a2aclient.Input) (plan *run.Plan, err error) {
	told := form.Notices()
	for _, n := range told {
		s.Warn("note: " + n.Text)
	}
	var text []byte
	if d.data != "" {
		if text, err = command.ReadData(s, "--data", d.data); err != nil {
			return nil, err
		}
	}
	if d.sendInvalid {
		return d.invalid(s, agent, form, input, text)
	}
	if data := validData(doc, text); data != nil && len(d.form.sets) == 0 {
		return &run.Plan{Data: data}, nil
	}
	if err := d.fill(s, form, text); err != nil {
		return nil, err
	}
	data, err := submitted(s, form, input.IsGuess && input.Template == nil, "sent")
	if err != nil && input.Template != nil {
		err = fmt.Errorf("%w\n  --text sends any other text", err)
	}
	if err != nil {
		return nil, err
	}
	for _, n := range form.Notices()[len(told):] { // parts of the schema that were not validated before sending
		s.Warn("note: " + n.Text)
	}
	warnDoubts(s, form)
	return &run.Plan{Data: data, Private: form.HasSecret() || d.form.hasVariable()}, nil
}

// fill loads the text of --data, then sets each --set over it.
func (d *draft) fill(s *command.Streams, form *formgen.Form, text []byte) error {
	if d.data != "" {
		v, err := ojson.Parse(text, ojson.DataLimits)
		if err != nil {
			return command.Usagef("--data is not JSON: %s", err)
		}
		if !utf8.Valid(text) {
			return command.Usagef("--data: not valid UTF-8")
		}
		for _, path := range v.Repeated() {
			s.Warn("note: --data: " + safe.Text(path).Line(80).String() + " is set more than once; the last value is sent")
		}
		form.Load(v)
	}
	return d.form.apply(s, form)
}

// invalid is the plan of data that breaks its schema on purpose.
func (d *draft) invalid(s *command.Streams, agent *a2aclient.Agent, form *formgen.Form, input *a2aclient.Input, text []byte) (*run.Plan, error) {
	if v, err := ojson.Parse(text, ojson.DataLimits); err == nil && !v.Is(ojson.Object) && !input.AsText && takesOnlyObjects(agent, input.Tag) {
		return nil, command.Usagef("--send-invalid: the agent takes only objects as data with a schema, so that this value cannot be sent")
	}
	if err := d.fill(s, form, text); err != nil {
		return nil, err
	}
	_, err := form.Submit()
	problems, isRefused := problemsOf(err)
	switch {
	case err == nil:
		return nil, command.Usagef("--send-invalid: the data satisfies its schema; leave the flag out")
	case !isRefused:
		return nil, err
	}
	for _, p := range problems {
		s.Warn("note: sent although it breaks the schema: " + p)
	}
	data, err := form.SubmitAnyway(form.Validate()())
	if len(d.form.sets) == 0 { // as it was written, also what no form can contain
		v, problem := ojson.Parse(text, ojson.DataLimits)
		if problem != nil {
			return nil, command.Usagef("--data is not JSON: %s", problem)
		}
		data, err = v.Compact(), nil
	}
	if err != nil {
		return nil, errors.Join(command.Usagef("--send-invalid: --set cannot write this; use --data"), err)
	}
	return &run.Plan{Data: data, Private: form.HasSecret() || d.form.hasVariable()}, nil
}

// answered is the plan of an answer in the form that the agent asks with, and the schema of the form. Like any answer, it
// is sent without a tag.
func (d *draft) answered(ctx context.Context, s *command.Streams, agent *a2aclient.Agent) (*run.Plan, *schema.Document, error) {
	task, err := agent.Get(ctx, safe.Text(d.task))
	if err != nil {
		return nil, nil, err
	}
	noteForm(s, task.Status.Message)
	asked, isForm := task.Status.Message.Form()
	switch {
	case task.Status.State.Settled():
		return nil, nil, overError(task.ID, task.Status.State)
	case !isForm:
		return nil, nil, command.Usagef("--set: the agent does not ask with a form; answer with --text or --data")
	case d.form.schema != "":
		return nil, nil, command.Usagef("--schema names a form of the card; an answer is in the form of the agent's question")
	}
	input := &a2aclient.Input{Name: safe.Text("of the agent's question"), Schema: asked.Schema}
	plan, doc, err := d.filled(s, agent, nil, input, asked.Prefill)
	if err != nil {
		return nil, nil, err
	}
	plan.Input = nil
	plan.Question = &asked
	return plan, doc, nil
}

// answersForm reports flags that fill in the form of an agent's question.
func (d *draft) answersForm() bool { return d.task != "" && len(d.form.sets) > 0 }

// needsAgent reports a message that only the agent can complete: with the form of its question, or its last chat.
func (d *draft) needsAgent() bool { return d.answersForm() || d.context == lastContext }

// checkAnswerable refuses an answer to a task that is over: an agent that takes it begins
// another one. A task that cannot be looked at may still take it.
func checkAnswerable(ctx context.Context, plan *run.Plan) error {
	if plan.TaskID.IsEmpty() {
		return nil
	}
	task, err := plan.Agent.Get(ctx, plan.TaskID)
	if err == nil && task.Status.State.Settled() {
		return overError(plan.TaskID, task.Status.State)
	}
	return nil
}

func overError(task safe.Raw, state a2a.State) error {
	return fmt.Errorf("task %s is %s, so it takes no answer", task.Line(60), state)
}

package cli

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/internal/schema"
)

// plan fills in the form, or takes the text. The agent is nil where it was not dialed.
func (o *sendOptions) plan(ctx context.Context, s *command.Streams, card *a2aclient.Card, agent *a2aclient.Agent) (*run.Plan, error) {
	skill, inputs, err := o.skillOf(card)
	if err != nil {
		return nil, err
	}
	if o.isEmpty() {
		return nil, errNothing
	}
	files, others, err := o.readFiles(s, card, skill)
	if err != nil {
		return nil, err
	}
	parts, before, err := o.otherParts(s, agent, others)
	if err != nil {
		return nil, err
	}
	plan := &run.Plan{Skill: skill}
	switch isWhole := o.data != "" && len(o.sets) == 0; {
	case isWhole && (o.task != "" || len(inputs) == 0):
		plan, err = o.undeclared(s, skill)
	case o.answersForm():
		plan, err = o.answered(ctx, s, agent)
	case o.data != "" || len(o.sets) > 0 || o.from != "":
		var input *a2aclient.Input
		if input, err = o.input(inputs); err == nil {
			plan, err = o.filled(s, agent, skill, input, nil)
		}
	}
	if err != nil {
		return nil, err
	}
	if plan.Input != nil && plan.Input.AsText && o.text != "" {
		return nil, command.Usagef("this skill takes only text: write the data into --text")
	}
	plan.Text, plan.Files, plan.Parts, plan.PartsBefore = o.text, files, parts, before
	if plan.ContextID, err = o.contextID(s, agent); err != nil {
		return nil, err
	}
	plan.TaskID, plan.Async = safe.Text(o.task), o.async
	plan.SkillHint = o.skillHint
	if plan.AnswerAs, err = o.asked(plan); err != nil {
		return nil, err
	}
	return o.marked(s, plan)
}

// lastContext is what --context-id takes for the context of the last chat with the agent.
const lastContext = "last"

// contextID is the context that the message belongs to, empty for a new one.
func (o *sendOptions) contextID(s *command.Streams, agent *a2aclient.Agent) (safe.Raw, error) {
	if o.context != lastContext {
		return safe.Text(o.context), nil
	}
	id, err := s.Store().LastChat(agent.Interface().URL)
	if err == nil && id.IsEmpty() {
		err = command.Usagef("--context-id last: no chat with the agent at %s is known; send --text without it first, or name the context", command.Line(agent.Interface().URL))
	}
	return id, err
}

// asked is what the answer to the message is to be, nil for anything.
func (o *sendOptions) asked(plan *run.Plan) (*run.AnswerAs, error) {
	switch isText := plan.Text != "" || plan.Input != nil && plan.Input.AsText; {
	case o.answerAs == "" && o.answerInText:
		return nil, command.Usagef("--answer-in-text goes with --answer-as, which says what the answer is to be")
	case o.answerAs == "":
		return nil, nil
	case o.task != "":
		return nil, command.Usagef("--answer-as goes with a new message, not with the answer to a task")
	case !isText:
		return nil, command.Usagef("--answer-as goes with a text, and this message has none: add --text")
	}
	as, err := run.ParseAnswerAs(o.answerAs)
	if err != nil {
		return nil, command.Usagef("--answer-as: %s", err)
	}
	as.InText = o.answerInText
	return as, nil
}

// marked is the plan with the type of --media-type, if there is one.
func (o *sendOptions) marked(s *command.Streams, plan *run.Plan) (*run.Plan, error) {
	plan.Tag = safe.Text(o.tag)
	if o.tag != "" && plan.Input == nil && plan.Data != nil {
		s.Warn("note: the data is marked " + safe.Text(o.tag).Line(200).String() + "; the card declares no schema for it")
	}
	if o.tag != "" && plan.Input != nil && o.tag != plan.Input.Tag.Exact() { //nolint:forbidigo // compared, never printed
		s.Warn("note: the data is marked " + safe.Text(o.tag).Line(200).String() + ", not " + cmp.Or(command.Line(plan.Input.Tag), "as its schema has it"))
	}
	return plan, nil
}

// undeclared is the plan of data for which the card has no schema.
func (o *sendOptions) undeclared(s *command.Streams, skill *a2aclient.Skill) (*run.Plan, error) {
	text, err := command.ReadData(s, "--data", o.data)
	if err != nil {
		return nil, err
	}
	v, err := ojson.Parse(text, ojson.DataLimits)
	if err != nil {
		return nil, command.Usagef("--data is not JSON: %s", err)
	}
	if o.task == "" {
		s.Warn("note: the card has no schema for this data, so it was not checked")
	}
	return &run.Plan{Skill: skill, Data: v.Compact()}, nil
}

// filled is the plan of a form that the flags fill in, over the prefill.
func (o *sendOptions) filled(s *command.Streams, agent *a2aclient.Agent, skill *a2aclient.Skill, input *a2aclient.Input, prefill []byte) (*run.Plan, error) {
	doc, err := schema.Load(input.Schema)
	if err != nil {
		return nil, fmt.Errorf("the schema %s cannot be used: %w", command.Line(input.Name), err)
	}
	if p := doc.Panic(); p != nil {
		s.Warn("note: the validator failed on this schema: " + s.KeepFault(&safego.Fault{Cause: p.Cause, Stack: p.Stack}))
	}
	if !input.AsText && takesOnlyObjects(agent, input.Tag) && doc.Root().Kind().IsNoObject() {
		return nil, noObject(input)
	}
	doc.SetNotSecret(notSecretOf(s, agent))
	o.filledIn = doc
	form := formgen.New(doc)
	loadPrefill(form, prefill)
	if o.from != "" {
		if o.fedBy, err = loadFrom(s, form, doc, o.from); err != nil {
			return nil, err
		}
	}
	told := form.Notices()
	for _, n := range told {
		s.Warn("note: " + n.Text)
	}
	var text []byte
	if o.data != "" {
		if text, err = command.ReadData(s, "--data", o.data); err != nil {
			return nil, err
		}
	}
	if o.sendInvalid {
		return o.invalid(s, agent, form, skill, input, text)
	}
	if data := validData(doc, text); data != nil && len(o.sets) == 0 {
		return &run.Plan{Skill: skill, Input: input, Data: data}, nil
	}
	if err := o.fill(s, form, text); err != nil {
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
	return &run.Plan{Skill: skill, Input: input, Data: data, Private: form.HasSecret() || o.hasVariable()}, nil
}

// maxFormData is from how many bytes on valid data is sent without a form, which takes many times its memory. The formats of
// its texts, which agents need not assert, are not checked then.
const maxFormData = 64 << 10

// validData is such data as it is sent, nil for data that needs a form.
func validData(doc *schema.Document, text []byte) []byte {
	if len(text) <= maxFormData || doc.NamesSecrets() || !utf8.Valid(text) {
		return nil
	}
	v, err := ojson.Parse(text, ojson.DataLimits)
	if err != nil || !v.Is(ojson.Object) || len(v.Repeated()) > 0 || len(doc.Validate(v)) > 0 {
		return nil
	}
	return v.Compact()
}

// formName is the name of a form as --schema takes it, "" in quotes for one without.
func formName(name safe.Raw) string { return cmp.Or(command.Line(name), `""`) }

// noObject says that the value of a form is no object, though only objects can be sent.
func noObject(input *a2aclient.Input) error {
	return command.Usagef("the form %s cannot be sent: its value is not an object, and the agent takes only objects", formName(input.Name))
}

// submitted is the data of a form, which is to be sent or printed. What differs from a schema
// that is a guess is noted only.
func submitted(s *command.Streams, form *formgen.Form, isGuess bool, done string) ([]byte, error) {
	data, err := form.Submit()
	if err != nil && isGuess {
		problems, _ := problemsOf(err)
		for _, p := range problems {
			s.Warn("note: not as in the card's examples: " + p)
		}
		data, err = form.SubmitAnyway(form.Validate()())
	}
	if err != nil {
		return nil, refusal(err, done)
	}
	return data, nil
}

// warnDoubts says which values can be sent, though the agent may refuse them, such as a text
// that does not have the format of its field. What a secret is says nothing of it.
func warnDoubts(s *command.Streams, form *formgen.Form) {
	var walk func(*formgen.Field)
	walk = func(x *formgen.Field) {
		for _, w := range x.Warnings() {
			if w.Keyword != schema.Rounding { // said by the agent's binding
				s.Warn("note: " + words.Doubt(x, w))
			}
		}
		for _, c := range x.Children() {
			walk(c)
		}
	}
	walk(form.Root())
}

// notSecretOf are the member names that the user said contain no secret for this agent.
func notSecretOf(s *command.Streams, agent *a2aclient.Agent) []string {
	if agent == nil {
		return nil
	}
	credentials, err := auth.NewCredentialSet(agent.Interface().URL)
	if err != nil {
		return nil
	}
	return s.Store().NotSecret(credentials.Origin())
}

// input is the form that --schema names, or the only one.
func (o *sendOptions) input(inputs []a2aclient.Input) (*a2aclient.Input, error) {
	var names []string
	for i := range inputs {
		if o.schema == "" && len(inputs) == 1 || o.schema != "" && inputs[i].Name.Exact() == o.schema { //nolint:forbidigo // compared, never printed
			return &inputs[i], nil
		}
		names = append(names, formName(inputs[i].Name))
	}
	switch {
	case len(inputs) == 0 && o.from != "":
		return nil, command.Usagef("this skill has no form that --from could fill in: use --text or --data")
	case len(inputs) == 0:
		return nil, command.Usagef("this skill has no input schema: use --text or --data")
	case o.schema == "":
		return nil, command.Usagef("the skill has several forms, choose one with --schema: %s", strings.Join(names, ", "))
	}
	return nil, command.Usagef("there is no form %s; there is %s", safe.Text(o.schema).Line(60), strings.Join(names, ", "))
}

// fill loads the text of --data, then sets each --set over it.
func (o *sendOptions) fill(s *command.Streams, form *formgen.Form, text []byte) error {
	if o.data != "" {
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
	failed, err := formgen.SetEach(len(o.sets), func(i int) error { return o.sets[i].apply(s, form) })
	if err != nil {
		set := o.sets[failed]
		return command.Usagef("%s %s: %s", set.flag(), safe.Text(set.path).Line(60), err)
	}
	return nil
}

// refusal lists every problem of a form that cannot be sent.
func refusal(err error, done string) error {
	problems, ok := problemsOf(err)
	if !ok {
		return err
	}
	if len(problems) == 0 {
		return command.Usagef("%s", err)
	}
	return command.Usagef("the input does not fit the schema, so nothing was %s:\n  %s", done, strings.Join(problems, "\n  "))
}

// problemsOf are the problems of a form that was refused, a line each.
func problemsOf(err error) (lines []string, ok bool) {
	refused, ok := err.(*formgen.Refused) //nolint:errorlint // Submit returns it bare
	if !ok {
		return nil, false
	}
	for _, line := range refused.Lines() {
		text := line.Text
		if name := words.SetName(line.Field); name != "" {
			text += " (--set " + name + "=…)"
		}
		lines = append(lines, text)
	}
	return lines, true
}

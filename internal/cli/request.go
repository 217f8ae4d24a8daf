package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/auth"
	"a2aform/formgen"
	"a2aform/internal/cli/command"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// requestFormats are the formats that --dry-run prints a whole request in.
var requestFormats = []string{"json", "curl", "http"}

// requestJSON is a request as --dry-run prints it.
type requestJSON struct {
	Method  string          `json:"method"`
	URL     string          `json:"url"`
	Headers http.Header     `json:"headers"`
	Body    json.RawMessage `json:"body"`
}

// hasSeveralParts reports a message of more than one part.
func hasSeveralParts(plan *run.Plan) bool {
	n := len(plan.Parts) + len(plan.Files)
	if plan.Data != nil {
		n++
	}
	if plan.Text != "" {
		n++
	}
	return n > 1
}

// partsOf are the parts of a message as a request has them: those of JSON-RPC are in params.
func partsOf(body []byte) (parts [][]byte) {
	type message struct{ Parts []json.RawMessage }
	var r struct {
		Message message
		Params  struct{ Message message }
	}
	_ = json.Unmarshal(body, &r) // we wrote it
	for _, part := range append(r.Message.Parts, r.Params.Message.Parts...) {
		parts = append(parts, part)
	}
	return parts
}

// printRequest prints what would be sent; secrets are masked, or variables for curl. As text
// it is the parts of the message, a line each.
func (o *sendOptions) printRequest(s *command.Streams, plan *run.Plan) error {
	if o.output.Value == "curl" {
		text, err := plan.Curl()
		if err != nil {
			return err
		}
		return command.PrintRaw(s, []byte(text))
	}
	request, err := plan.Preview()
	if err != nil {
		return err
	}
	if o.output.Value == "text" {
		return command.PrintRaw(s, bytes.Join(partsOf(request.Body), []byte("\n")))
	}
	if o.output.JSON() {
		return command.PrintJSON(s, requestJSON{request.Method, request.URL, request.Header, request.Body})
	}
	return command.PrintRaw(s, requestText(request))
}

// requestText is a request as HTTP/1.1 writes it, with line ends of a text.
func requestText(request *a2aclient.Preview) []byte {
	var b bytes.Buffer
	target, host := request.URL, ""
	if u, err := url.Parse(request.URL); err == nil {
		target, host = u.RequestURI(), u.Host
	}
	b.WriteString(request.Method + " " + target + " HTTP/1.1\nHost: " + host + "\n")
	for _, name := range slices.Sorted(maps.Keys(request.Header)) {
		b.WriteString(name + ": " + strings.Join(request.Header[name], ", ") + "\n")
	}
	b.WriteByte('\n')
	b.Write(request.Body)
	return b.Bytes()
}

// invalid is the plan of data that breaks its schema on purpose.
func (o *sendOptions) invalid(s *command.Streams, agent *a2aclient.Agent, form *formgen.Form, skill *a2aclient.Skill, input *a2aclient.Input, text []byte) (*run.Plan, error) {
	if v, err := ojson.Parse(text, ojson.DataLimits); err == nil && !v.Is(ojson.Object) && !input.AsText && takesOnlyObjects(agent, input.Tag) {
		return nil, command.Usagef("--send-invalid: the agent takes only objects as data with a schema, so that this value cannot be sent")
	}
	if err := o.fill(s, form, text); err != nil {
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
	if len(o.sets) == 0 { // as it was written, also what no form can contain
		v, problem := ojson.Parse(text, ojson.DataLimits)
		if problem != nil {
			return nil, command.Usagef("--data is not JSON: %s", problem)
		}
		data, err = v.Compact(), nil
	}
	if err != nil {
		return nil, errors.Join(command.Usagef("--send-invalid: --set cannot write this; use --data"), err)
	}
	return &run.Plan{Skill: skill, Input: input, Data: data, Private: form.HasSecret() || o.hasVariable()}, nil
}

// hasVariable reports a field that a variable fills in.
func (o *sendOptions) hasVariable() bool {
	return slices.ContainsFunc(o.sets, func(set setting) bool { return set.kind == variableSetting })
}

// masked is data with a mask in place of the secret fields and of those that variables fill in.
func (o *sendOptions) masked(data []byte) []byte {
	v, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil || !o.hasVariable() && (o.filledIn == nil || !o.filledIn.NamesSecrets()) {
		return data
	}
	if o.filledIn != nil {
		v = o.filledIn.Root().MaskSecrets(v, auth.Mask)
	}
	for _, set := range o.sets {
		tokens := strings.Split(set.path, ".")
		if strings.HasPrefix(set.path, "/") {
			tokens = ojson.Tokens(set.path)
		}
		if set.kind == variableSetting {
			v = maskedAt(v, tokens)
		}
	}
	return v.Compact()
}

// maskedAt is a value with a mask in place of what is at a path.
func maskedAt(v *ojson.Value, tokens []string) *ojson.Value {
	if len(tokens) == 0 {
		return ojson.NewString(auth.Mask)
	}
	members, items := slices.Clone(v.Members()), slices.Clone(v.Items())
	for i := range members {
		if members[i].Name == tokens[0] {
			members[i].Value = maskedAt(members[i].Value, tokens[1:])
		}
	}
	for i := range items {
		if strconv.Itoa(i) == tokens[0] {
			items[i] = maskedAt(items[i], tokens[1:])
		}
	}
	switch {
	case v.Is(ojson.Object):
		return ojson.NewObject(members...)
	case v.Is(ojson.Array):
		return ojson.NewArray(items...)
	}
	return v
}

// cancelTime is how long the agent has to answer a cancel after the timeout.
const cancelTime = 10 * time.Second

// cancelAfter asks the agent to cancel the task of a run whose time ran out, if the user wants that. It returns err, the end of the
// wait, with what came of it.
func (o *sendOptions) cancelAfter(ctx context.Context, r *run.Run, err error) error {
	if !o.cancelLate || !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return err
	}
	now := r.Snapshot()
	if now.TaskID.IsEmpty() {
		return err // says that there is no task
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), cancelTime)
	defer stop()
	end := "the --timeout has expired; task " + now.TaskID.Line(0).String()
	task, failed := now.Plan.Agent.Cancel(ctx, now.TaskID)
	if failed != nil {
		return &stopped{fmt.Sprintf("%s may continue on the agent, which did not cancel it: %s", end, failed), err}
	}
	return &stopped{fmt.Sprintf("%s is %s (--cancel-on-timeout)", end, safe.Text(string(task.Status.State)).Line(60)), err}
}

// lacksOutput reports a result without data, or without data of a schema, of a skill that
// promises it.
func lacksOutput(now run.Snapshot) bool {
	outputs := now.Plan.Agent.Card().Outputs
	if skill := now.Plan.Skill; skill != nil {
		outputs = skill.Outputs
	}
	if len(outputs) == 0 {
		return false
	}
	return !slices.ContainsFunc(now.ResultParts(), func(p a2a.Part) bool {
		isAttached := outputs[0].Attached != nil                                                           // such a schema counts for any data
		return p.Kind == a2a.PartData && (isAttached || a2a.ParseMediaType(p.MediaType.Exact()).HasSchema) //nolint:forbidigo // parsed, never printed
	})
}

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

// warnOtherTask says that an answer was not taken for the task that it was meant for.
func (o *sendOptions) warnOtherTask(s *command.Streams, now run.Snapshot) {
	if asked := safe.Text(o.task); o.task != "" && !now.TaskID.IsEmpty() && now.TaskID != asked {
		s.Warn("note: the agent did not take this as an answer to task " + asked.Line(60).String() + ": it began task " + command.Line(now.TaskID))
	}
}

package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/auth"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/check"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// checkText sends plain text and untagged data (OS3.7, OS3.10).
func (e *engine) checkText() {
	e.expectAnswer("OS3.7", "plain text", e.send(probe{text: "Hello, what can you do?"}))
	data := e.agent.EncodePart(a2aclient.Part{Data: json.RawMessage(`{"hello":"world"}`)})
	e.expectAnswer("OS3.10", "untagged data", e.send(probe{parts: []json.RawMessage{data}}))
}

// expectAnswer adds the result of a message that may be answered in any way.
func (e *engine) expectAnswer(id, what string, r *reply) {
	switch {
	case r.how == check.Nothing:
		e.undecided(id, nil, what+": "+r.String(), tryAgain, r)
	case isCrash(r):
		e.broken(id, nil, what+": "+r.String(), r)
	default:
		e.pass(id, nil)
	}
}

// checkTask sends valid data over each interface, streamed and not (OS3.8a, T07).
func (e *engine) checkTask(f *form) {
	var broken []string
	var replies []*reply
	var unclear string
	for n, agent := range e.agents() {
		modes := []a2aclient.Mode{a2aclient.ModePoll}
		if agent.Card().Streaming {
			modes = append(modes, a2aclient.ModeStream)
		}
		answers := sendAll(len(modes), func(i int) *reply {
			part := agent.EncodePart(a2aclient.Part{Data: f.valid[0], Tag: f.input.Tag})
			return e.send(probe{form: f, parts: []json.RawMessage{part}, agent: agent, mode: modes[i]})
		})
		if n == 0 && len(answers) > 1 {
			e.checkAlike(f, answers[0], answers[1])
		}
		replies = append(replies, answers...)
		for i, r := range answers {
			at := agent.Interface()
			way := safe.Text(strings.TrimSpace(string(at.Binding)+" "+exact(at.Version))).Line(60).String() + []string{"", ", streamed"}[i]
			switch {
			case r.how == check.Answered:
				broken = append(broken, way+": a message")
			case r.now.TaskID.IsEmpty():
				unclear = way + ": " + r.String()
			}
		}
	}
	switch {
	case len(broken) > 0:
		e.broken("OS3.8a", f, "valid data is answered without a task: "+strings.Join(broken, "; "), replies...)
	case unclear != "":
		e.undecided("OS3.8a", f, "valid data made no task and no message: "+unclear, "an agent that takes valid data, see OS3.4", replies...)
	default:
		e.pass("OS3.8a", f)
	}
}

// agents are the interfaces of the card that can be spoken to, the chosen one first.
func (e *engine) agents() []*a2aclient.Agent {
	list := []*a2aclient.Agent{e.agent}
	chosen := e.agent.Interface()
	for _, i := range e.agent.Card().Interfaces {
		if i == chosen {
			continue
		}
		next, err := e.agent.Redial(e.agent.Card(), a2aclient.WithBinding(i.Binding), a2aclient.WithVersion(exact(i.Version)))
		if err == nil && next.Interface() == i && !strings.Contains(next.Notice(), "cannot carry") {
			list = append(list, next)
		}
	}
	return list
}

// checkBasis looks whether a task is about the input that was sent (OS3.8b).
func (e *engine) checkBasis(f *form) {
	a := f.baseline()
	if !a.isTaken() || a.now.TaskID.IsEmpty() {
		e.undecided("OS3.8b", f, "valid data made no task: "+a.String(), "an agent that takes valid data", a)
		return
	}
	task, err := e.agent.GetWithHistory(e.ctx, a.now.TaskID, 100)
	if err == nil {
		switch inHistory(task.History, f.valid[0]) {
		case "same":
			e.pass("OS3.8b", f)
			return
		case "other":
			e.broken("OS3.8b", f, "the history of the task has other data than was sent", a)
			return
		}
	}
	if len(f.valid) > 1 {
		b := f.send(f.part(f.valid[1]))
		first, _ := a.output()
		second, _ := b.output()
		if b.isTaken() && first != second {
			e.pass("OS3.8b", f)
			return
		}
	}
	e.undecided("OS3.8b", f, "the task has no history, and two inputs have the same output", "a history, or outputs that depend on the input", a)
}

// inHistory says whether a history has data that was sent: same, other, or "" where it has none.
func inHistory(history []a2a.Message, data json.RawMessage) string {
	want, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil {
		return ""
	}
	for _, m := range history {
		for _, p := range m.Parts {
			if m.Role != a2a.RoleUser || p.Kind != a2a.PartData {
				continue
			}
			if got, err := ojson.Parse(p.Data, ojson.DataLimits); err == nil && ojson.Equal(got, want) {
				return "same"
			}
			return "other"
		}
	}
	return ""
}

// unknownExtension is a URI that no agent knows.
const unknownExtension = "https://example.com/a2aform/doctor/unknown/v1"

// checkActivation checks which extensions an agent says that it activated, and whether it enforces those that it requires (EX3, EX5).
func (e *engine) checkActivation() {
	forms := e.usable()
	if len(forms) == 0 {
		return
	}
	f := forms[0]
	send := func(extensions []string) *reply {
		return e.send(probe{form: f, parts: []json.RawMessage{f.part(f.valid[0])}, extensions: extensions})
	}
	var declared []string
	required := false
	for _, x := range e.agent.Card().Extensions {
		declared, required = append(declared, exact(x.URI)), required || x.Required
	}
	with, without := send(declared), send([]string{})
	if required {
		e.checkRequired(with, without)
	}
	unknown := send(append(slices.Clone(declared), unknownExtension))
	e.checkEcho(declared, with, without, unknown)
}

func (e *engine) checkRequired(with, without *reply) {
	switch {
	case !with.isTaken():
		e.undecided("EX5", nil, "with the required extensions: "+with.String(), "an agent that takes valid data", with)
	case without.isTaken():
		e.broken("EX5", nil, "a message without the required extension is taken", with, without)
	default:
		e.pass("EX5", nil)
	}
}

// checkEcho checks which extensions the replies name (EX3).
func (e *engine) checkEcho(declared []string, with, without, unknown *reply) {
	echoed := func(r *reply) (list []string) {
		for _, uri := range r.now.Activated {
			list = append(list, exact(uri))
		}
		return list
	}
	var wrong []string
	for _, uri := range echoed(without) {
		wrong = append(wrong, uri+" was not asked for")
	}
	for _, uri := range append(echoed(with), echoed(unknown)...) {
		if !slices.Contains(declared, uri) {
			wrong = append(wrong, uri+" is not declared")
		}
	}
	switch {
	case with.how == check.Nothing:
		e.undecided("EX3", nil, with.String(), tryAgain, with)
	case len(wrong) > 0:
		e.broken("EX3", nil, "the agent says that it activated an extension: "+safe.Text(strings.Join(slices.Compact(wrong), "; ")).Line(400).String(), with, without, unknown)
	default:
		e.pass("EX3", nil)
	}
}

// checkCredentials asks for a task without credentials and with wrong ones, where the card asks for some (EX10).
func (e *engine) checkCredentials() {
	card := e.agent.Card()
	if len(card.Requirements) == 0 {
		return
	}
	set, err := auth.NewCredentialSet(e.agent.Interface().URL)
	if err != nil {
		e.undecided("EX10", nil, "the card asks for credentials, and "+err.Error(), "an agent at an https address")
		return
	}
	without, isTaken := e.callWith(set)
	if isTaken {
		e.broken("EX10", nil, "the card asks for credentials, and the agent answers without: "+without.String(), without)
		return
	}
	for _, need := range card.Requirements[0] {
		if scheme, ok := card.Scheme(need.Scheme); !ok || set.Put(scheme, wrongSecret, "the check") != nil { // such as a certificate
			break
		}
	}
	wrong, isTaken := e.callWith(set)
	switch {
	case isTaken:
		e.broken("EX10", nil, "the card asks for credentials, and the agent answers with wrong ones: "+wrong.String(), wrong)
	case without.how != check.Rejected || wrong.how != check.Rejected:
		e.undecided("EX10", nil, "a call without credentials: "+without.String()+"; with wrong ones: "+wrong.String(), tryAgain, without, wrong)
	default:
		e.pass("EX10", nil)
	}
}

// wrongSecret is no token, key or user with a password that an agent knows.
const wrongSecret = "a2aform-doctor:wrong"

// callWith asks for a task that is not there, with credentials. It reports whether the agent answers that, and how it
// answers.
func (e *engine) callWith(set *auth.CredentialSet) (r *reply, isTaken bool) {
	w := &watcher{reply: &reply{now: run.Snapshot{Phase: run.Errored}, how: check.Nothing}}
	ctx, cancel := context.WithTimeout(a2aclient.WithTrace(e.ctx, w.see), callTime)
	defer cancel()
	agent, err := e.agent.Redial(e.agent.Card(), a2aclient.WithCredentials(set))
	if err == nil {
		defer agent.Close()
		_, err = agent.Get(ctx, safe.Text(unknownTask))
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	r = w.reply
	r.now.Err = err
	var said *a2aclient.Error
	switch {
	case err == nil:
		r.said = "a task"
		return r, true
	case !errors.As(err, &said) || said.IsCrash():
		return r, false
	}
	r.how, r.said = check.Rejected, safe.Text(said.Error()).Line(200).String()
	return r, !said.WantsCredentials()
}

package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/qa/check"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

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

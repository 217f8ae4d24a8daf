package doctor

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/check"
	"a2aform/internal/safe"
)

// unknownExtension is a URI that no agent knows.
const unknownExtension = "https://example.com/a2aform/doctor/unknown/v1"

// checkActivation checks what the header of extensions does (EX2 to EX5).
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
	} else {
		e.bothAnswered("EX2", "with the header, and without", with, without)
	}
	unknown := send(append(slices.Clone(declared), unknownExtension))
	e.bothAnswered("EX4", "without an unknown extension, and with one", with, unknown)
	e.checkEcho(declared, with, without, unknown)
}

// bothAnswered adds the result of two messages that are to be answered alike.
func (e *engine) bothAnswered(id, what string, a, b *reply) {
	what += ": " + a.String() + ", " + b.String()
	switch {
	case a.how == check.Nothing && b.how == check.Nothing || !a.isTaken():
		e.undecided(id, nil, what, "an agent that takes valid data", a, b)
	case b.isTaken():
		e.pass(id, nil)
	default:
		e.broken(id, nil, what, a, b)
	}
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

// checkCredentials calls the agent without credentials, where its card asks for them (EX10).
func (e *engine) checkCredentials() {
	card, err := ojson.Parse(e.agent.Card().Raw, ojson.CardLimits)
	if err != nil || card.Get("security").Len() == 0 && card.Get("securityRequirements").Len() == 0 {
		return
	}
	if e.agent.Interface().Binding != a2aclient.BindingJSONRPC {
		e.undecided("EX10", nil, "calls without credentials go over JSON-RPC alone", "an agent with JSON-RPC")
		return
	}
	method := "tasks/get"
	if e.agent.Card().Dialect == a2aclient.DialectV10 {
		method = "GetTask"
	}
	body := `{"jsonrpc":"2.0","id":"1","method":` + strconv.Quote(method) + `,"params":{"id":"a2aform-doctor-no-such-task"}}`
	switch answer, err := PostLive(e.ctx, e.agent.Interface(), body); {
	case err != nil:
		e.undecided("EX10", nil, method+" got no answer", tryAgain)
	case answer.WantsCredentials():
		e.pass("EX10", nil)
	default:
		e.broken("EX10", nil, fmt.Sprintf("the card asks for credentials, and the agent answers %s without: HTTP %d", method, answer.Status))
	}
}

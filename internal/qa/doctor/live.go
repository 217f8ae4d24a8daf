package doctor

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
)

// LiveAgent is an agent to check.
type LiveAgent struct {
	Card   *a2aclient.Card
	Dialed *a2aclient.Agent // nil where the card has no interface that is spoken
}

// LiveFinding is a finding of a rule at a pointer of the card. Level and Fix are empty for those of the rule.
type LiveFinding struct {
	Rule, Pointer, What string
	Level               Level
	Result, Fix         string
	Evidence            json.RawMessage
}

const (
	callTime    = 15 * time.Second // for one call
	maxAnswer   = 1 << 20          // bytes of an answer to a call that is refused
	unknownTask = "a2aform-doctor-no-such-task"
	unknownCall = "a2aform/doctor-no-such-method"
	codeParse   = -32700
)

// liveClient follows no redirect and sends no credentials.
var liveClient = http.Client{ //nolint:forbidigo // see there
	Timeout:       callTime,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// liveChecker checks one agent.
type liveChecker struct {
	LiveAgent
	found   []LiveFinding
	checked []string
	codes   int // how many of the calls that must be refused with a code were answered
}

// LiveResult is what rules about the agent itself find, and which of them could be checked.
type LiveResult struct {
	Findings []LiveFinding
	Checked  []string
}

// AddTo adds the result to the report of a card, as far as it is about the rules that were chosen.
func (r LiveResult) AddTo(report *Report, card []byte, chosen []*Rule) {
	for _, one := range chosen {
		isFound := false
		for _, f := range r.Findings {
			if f.Rule != one.ID {
				continue
			}
			isFound = true
			at := LocatePointers(card, []string{f.Pointer})[f.Pointer]
			report.Findings = append(report.Findings, Finding{
				Rule: one.ID, Level: cmp.Or(f.Level, one.Level), Result: f.Result, Pointer: f.Pointer, Line: at.Line, Column: at.Column,
				What: f.What, Why: one.Why, Fix: cmp.Or(f.Fix, one.Fix), Evidence: f.Evidence,
			})
		}
		if !isFound && slices.Contains(r.Checked, one.ID) {
			report.Held = append(report.Held, one.ID)
		}
	}
	report.Sort()
}

// CheckLive applies the L rules to an agent.
func CheckLive(ctx context.Context, a LiveAgent) LiveResult {
	c := &liveChecker{LiveAgent: a}
	asked := 1
	if c.checkAnswers(ctx) {
		asked += c.checkCodes(ctx)
	}
	switch isFound := slices.ContainsFunc(c.found, func(f LiveFinding) bool { return f.Rule == "L03" }); {
	case c.codes == asked || isFound:
		c.check("L03")
	default:
		c.undecided("L03", fmt.Sprintf("the agent answered %d of %d calls that it must refuse", c.codes, asked), "an agent that answers, and credentials where it wants some")
	}
	return LiveResult{c.found, c.checked}
}

// NotAsked adds rules about the agent itself of which no question was asked to the report of a card. They are undecided, and an error
// where nothing else is one: what was not checked is no pass.
func (r *Report) NotAsked(card []byte, rules []*Rule, what, decide string) {
	var found LiveResult
	level := Note
	if r.Count(Error) == 0 {
		level = Error
	}
	for _, one := range rules {
		found.Findings = append(found.Findings, LiveFinding{Rule: one.ID, What: what, Level: level, Result: Undecided, Fix: "to decide it: " + decide})
	}
	found.AddTo(r, card, rules)
}

// undecided adds a rule whose question was not asked or not answered.
func (c *liveChecker) undecided(id, what, decide string) {
	c.found = append(c.found, LiveFinding{Rule: id, What: what, Level: Note, Result: Undecided, Fix: "to decide it: " + decide})
}

func (c *liveChecker) add(id, pointer, format string, args ...any) {
	c.found = append(c.found, LiveFinding{Rule: id, Pointer: pointer, What: fmt.Sprintf(format, args...)})
}

// show adds a call and its answer to the last finding.
func (c *liveChecker) show(calls ...exchange) {
	c.found[len(c.found)-1].Evidence, _ = json.Marshal(calls) // plain structs
}

func (c *liveChecker) check(id string) { c.checked = append(c.checked, id) }

// checkAnswers asks for a task that is not there, and reports whether the agent answers.
func (c *liveChecker) checkAnswers(ctx context.Context) bool {
	c.check("L01")
	if c.Dialed == nil {
		c.add("L01", "", "the card has no interface that can be asked")
		return false
	}
	call, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	w := &watcher{reply: &reply{}}
	_, err := c.Dialed.Get(a2aclient.WithTrace(call, w.see), safe.Text(unknownTask))
	var said *a2aclient.Error
	var wire *a2aclient.TransportError
	switch {
	case err == nil:
		c.codes++
		c.add("L03", "", "the agent answers with a task, although none has the id %s", unknownTask)
		c.show(w.exchange("a task"))
	case errors.As(err, &said) && said.WantsCredentials():
		// nothing was learned of its codes
	case errors.As(err, &said):
		c.codes++
		if said.Code != -32001 && said.Name() != "TaskNotFoundError" && (said.HTTPStatus != http.StatusNotFound || c.Dialed.Interface().Binding != a2aclient.BindingHTTPJSON) {
			c.add("L03", "", "an unknown task is refused with %s", codeOf(said.Code, said.HTTPStatus))
			c.show(w.exchange(said.Error()))
		}
	case ctx.Err() != nil:
		c.undecided("L01", "the checks were stopped before", "more time")
		return false
	case errors.As(err, &wire) && wire.Status == 0:
		return c.anyOther(call, wire)
	}
	return true
}

// anyOther looks for another interface that answers.
func (c *liveChecker) anyOther(ctx context.Context, cause *a2aclient.TransportError) bool {
	for _, i := range c.Card.Interfaces {
		if i.URL == c.Dialed.Interface().URL {
			continue
		}
		if resp, err := getLive(ctx, i.URL.Exact()); err == nil {
			_ = resp.Body.Close()
			c.add("L01", "", "the first interface does not answer: %s; another one does", cause.What)
			return false
		}
	}
	c.add("L01", "", "no interface answers: %s", cause.What)
	return false
}

func codeOf(code, status int) string {
	if code == 0 {
		return "HTTP " + strconv.Itoa(status)
	}
	return "the code " + strconv.Itoa(code)
}

// checkCodes sends what JSON-RPC itself must refuse, and reports how many calls these are.
func (c *liveChecker) checkCodes(ctx context.Context) (asked int) {
	if c.Dialed.Interface().Binding != a2aclient.BindingJSONRPC {
		return 0
	}
	calls := []struct {
		what, body string
		code       int
	}{
		{"an unknown method", `{"jsonrpc":"2.0","id":"1","method":"` + unknownCall + `","params":{}}`, -32601},
		{"broken JSON", `{"jsonrpc":"2.0","id":"1",`, codeParse},
	}
	for _, call := range calls {
		status, code, text := c.post(ctx, call.body)
		switch {
		case status == 0, status == http.StatusUnauthorized, status == http.StatusForbidden, status == http.StatusTooManyRequests:
		case code != call.code && (call.code != codeParse || status != http.StatusBadRequest): // servers refuse broken JSON before JSON-RPC reads it
			c.codes++
			c.add("L03", "", "%s is refused with %s, not %d", call.what, codeOf(code, status), call.code)
			c.show(exchange{Frames: []string{"> " + call.body}, Answer: text})
		default:
			c.codes++
		}
	}
	return len(calls)
}

// post sends a body as it is. It returns the status of HTTP, 0 for no answer, the code of the error of JSON-RPC, 0 for none, and the
// beginning of the answer.
func (c *liveChecker) post(ctx context.Context, body string) (status, code int, text string) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	resp, err := c.Dialed.SendRaw(ctx, "", []byte(body))
	if err != nil {
		return 0, 0, ""
	}
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return 0, 0, ""
	}
	var answer struct {
		Error struct {
			Code int `json:"code"`
		} `json:"error"`
	}
	_ = json.Unmarshal(data, &answer) // anything else has no code
	return resp.StatusCode, answer.Error.Code, string(c.Dialed.Credentials().MaskText(data[:min(len(data), maxFrame)]))
}

// getLive requests an address without credentials. The caller closes the body.
func getLive(ctx context.Context, address string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	return liveClient.Do(req)
}

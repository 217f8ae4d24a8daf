package a2aclient

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// agentError reads an error in any of the shapes that agents use: JSON-RPC,
// google.rpc.Status, problem+json.
func agentError(raw []byte, c *call) *Error {
	e := &Error{Method: c.method, versions: c.versions, other: c.other, workshop: c.workshop, grpc: c.grpc}
	if ojson.IsString(raw) {
		e.Message = safe.Text(ojson.TextOf(raw))
		return e
	}
	fallback := map[string]string{}
	s := ojson.NewReader(raw)
	s.Enter('{')
	for s.Member() {
		switch name := string(s.Key); name {
		case "code":
			code := ojson.TextOf(s.Value())
			if n, err := strconv.Atoi(code); err == nil {
				e.Code = n
			} else {
				e.Reason = safe.Text(code)
			}
		case "message":
			e.Message = safe.Text(ojson.TextOf(s.Value()))
		case "data", "details", "detail", "errors", "issues", "invalid-params":
			switch v := s.Value(); {
			case name == "detail" && ojson.IsString(v):
				fallback[name] = ojson.TextOf(v)
			case string(v) != "null" && e.Data == nil:
				e.Data = v
			}
		case "status", "title":
			fallback[name] = ojson.TextOf(s.Value())
		default:
			s.Value()
		}
	}
	for _, name := range []string{"detail", "title"} {
		if e.Message.IsEmpty() {
			e.Message = safe.Text(fallback[name])
		}
	}
	if e.Violations = violationsIn(e.Data); e.Violations == nil {
		var said violationList // zod and pydantic put theirs into the message
		said.addText(e.Message.Exact())
		e.Violations = said
	}
	if reason := a2a.ErrorReason(e.Data); reason != "" {
		e.Reason = safe.Text(reason)
	} else if e.Reason.IsEmpty() {
		e.Reason = safe.Text(fallback["status"])
	}
	return e
}

// statusError reads the answer to a call with a status other than 2xx.
func statusError(resp *http.Response, body []byte, c *call) *Error {
	e := &Error{Method: c.method, workshop: c.workshop, grpc: c.grpc}
	if r, ok := new(a2a.Decoder).Reply(body); ok {
		if r.Failed == nil {
			r.Failed = r.Result
		}
		e = agentError(r.Failed, c)
	}
	if resp.StatusCode == http.StatusPaymentRequired {
		e.payment = paymentOf(resp.Header, body)
	}
	if e.Message.IsEmpty() && e.Violations == nil && e.payment == "" && len(body) > len("{}") {
		if isPage(strings.ToLower(strings.TrimSpace(string(body[:min(len(body), 200)])))) {
			body = bytes.Join(bytes.Fields(pageText(body)), []byte(" "))
		}
		e.Message = safe.Text(string(body[:min(len(body), 4*snippetBytes)]))
	}
	if e.Code == resp.StatusCode { // google.rpc repeats the status there
		e.Code = 0
	}
	e.HTTPStatus = resp.StatusCode
	e.noTask = resp.StatusCode == http.StatusNotFound && e.Code == 0 && strings.Contains(c.method, "/tasks/") &&
		strings.Contains(strings.ToLower(e.Message.Exact()), "task")
	e.Challenge = safe.Text(resp.Header.Get("WWW-Authenticate"))
	e.RetryAfter = safe.Text(resp.Header.Get("Retry-After"))
	return e
}

// ReadEvent reads [a2a.Event.Raw] of an event that the agent sent once, as it was read
// then. Nothing is sent, and when it came is for the caller to say. It is not ok
// where raw is no event of the agent's dialect.
func (a *Agent) ReadEvent(raw json.RawMessage) (e a2a.Event, ok bool) {
	if a.protocol.sessions {
		return readSessionEvent(raw)
	}
	return a.conn().decoder().Event(raw)
}

// readSessionEvent distinguishes the parts of a session by their members: a message has a
// role, an artifact data, and a session neither.
func readSessionEvent(raw []byte) (a2a.Event, bool) {
	s := ojson.NewReader(raw)
	if !s.Enter('{') {
		return a2a.Event{}, false
	}
	var isMessage, isArtifact bool
	for s.Member() {
		switch string(s.Key) {
		case "role":
			isMessage = true
		case "data":
			isArtifact = true
		}
		s.Value()
	}
	e := a2a.Event{Raw: raw}
	switch {
	case s.Bad:
		return e, false
	case isMessage:
		m, _ := readSessionMessage(raw, 0)
		e.Message = &m.Message
	case isArtifact:
		artifact := readSessionArtifact(raw)
		e.Artifact, e.LastChunk = &artifact, true
	default:
		now := readSession(raw)
		e.Status = &a2a.Status{State: now.state(), Said: now.status, Time: now.time}
		return e, !now.status.IsEmpty()
	}
	return e, true
}

// envelopeWarning is what is not right about the envelope of an answer to c, though it can be
// read: JSON-RPC 2.0 §5 wants one result, and the id of the call. Simple servers
// answer everything with the same number.
func envelopeWarning(r *a2a.Reply, c *call) string {
	switch {
	case r.IsCut:
		return fmt.Sprintf("the agent's answer is nested more than 10,000 levels deep, which cannot be read; what lies deeper than level %d is kept as text", ojson.ReadableLevels)
	case r.NonNumbers != nil:
		return "the agent sent " + strings.Join(r.NonNumbers, " and ") + " in place of a number, which JSON does not have; the answer is read anyway"
	case r.Results > 1:
		return fmt.Sprintf("the agent sent %d results in one answer: the last one is used", r.Results)
	case c.id != "" && r.Answers != c.id && strings.Trim(r.Answers, "0123456789") != "":
		return "the agent answers with the id of another request, " + safe.Text(r.Answers).Line(80).String()
	case c.id != "" && r.Version != nil && string(r.Version) != `"2.0"`:
		return fmt.Sprintf(`the agent uses JSON-RPC version %s in its answers, not "2.0"; they are read anyway`, safe.Text(string(r.Version)).Line(40))
	}
	return r.Event.EnvelopeWarning
}

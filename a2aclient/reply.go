package a2aclient

import (
	"encoding/json"
	"net/http"
	"strconv"

	"a2aform/internal/safe"
)

// reply is one JSON-RPC response, or one bare event of a server that leaves the
// envelope out.
type reply struct {
	result []byte // nil where failed is set
	failed []byte // the error
}

// parseReply opens the envelope. It reports whether data is JSON that may be a
// reply at all.
func parseReply(data []byte) (reply, bool) {
	if !wellFormed(data) {
		return reply{}, false
	}
	var r reply
	data = data[space(data, 0):]
	for c := walk(data); c.next(); {
		switch string(c.key) {
		case "result":
			r.result = c.value
		case "error":
			if isObject(c.value) || isString(c.value) {
				r.failed = c.value
			}
		}
	}
	if r.failed != nil {
		return reply{failed: r.failed}, true
	}
	if r.result == nil {
		r.result = data
	}
	return r, isObject(data)
}

// agentError reads an error in any of the shapes that agents use: JSON-RPC,
// google.rpc.Status, problem+json.
func agentError(raw []byte, method string) *Error {
	e := &Error{Method: method}
	if isString(raw) {
		e.Message = safe.Text(text(raw))
		return e
	}
	var title, detail, status string
	for c := walk(raw); c.next(); {
		switch string(c.key) {
		case "code":
			if code, err := strconv.Atoi(text(c.value)); err == nil {
				e.Code = code
			} else {
				e.Reason = safe.Text(text(c.value))
			}
		case "message":
			e.Message = safe.Text(text(c.value))
		case "data", "details":
			e.Data = c.value
		case "status":
			status = text(c.value)
		case "title":
			title = text(c.value)
		case "detail":
			detail = text(c.value)
		}
	}
	for _, other := range []string{detail, title} {
		if e.Message.IsEmpty() {
			e.Message = safe.Text(other)
		}
	}
	if reason := reasonIn(e.Data); reason != "" {
		e.Reason = safe.Text(reason)
	} else if e.Reason.IsEmpty() && status != "" {
		e.Reason = safe.Text(status)
	}
	return e
}

// reasonIn finds google.rpc.ErrorInfo.reason among typed details.
func reasonIn(details json.RawMessage) string {
	if !isArray(details) {
		return ""
	}
	for c := walk(details); c.next(); {
		for m := walk(c.value); m.next(); {
			if string(m.key) == "reason" && isString(m.value) {
				return text(m.value)
			}
		}
	}
	return ""
}

// statusError reads the answer to a call with a status other than 2xx.
func statusError(resp *http.Response, body []byte, method string) *Error {
	e := &Error{Method: method}
	if r, ok := parseReply(body); ok {
		if r.failed != nil {
			e = agentError(r.failed, method)
		} else {
			e = agentError(r.result, method)
		}
	}
	if e.Message.IsEmpty() && len(body) > 0 {
		e.Message = safe.Text(string(body[:min(len(body), 4*snippetBytes)]))
	}
	if e.Code == resp.StatusCode { // google.rpc repeats the status there
		e.Code = 0
	}
	e.HTTPStatus = resp.StatusCode
	e.Challenge = safe.Text(resp.Header.Get("WWW-Authenticate"))
	e.RetryAfter = safe.Text(resp.Header.Get("Retry-After"))
	return e
}

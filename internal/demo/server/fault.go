package server

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Fault is an error as JSON-RPC carries it. Codes: JSON-RPC 2.0 §5.1; A2A v0.3.0 §8.2, v1.0.1 §5.4.
type Fault struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`

	reason string // ErrorInfo.reason of A2A 1.0; empty for JSON-RPC's own errors
}

func parseError(what string) *Fault { return &Fault{Code: -32700, Message: "parse error: " + what} }

func invalidRequest(w string) *Fault { return &Fault{Code: -32600, Message: "invalid request: " + w} }

func invalidParams(what string) *Fault {
	return &Fault{Code: -32602, Message: "invalid params: " + what}
}

func unknownMethod(what string) *Fault {
	return &Fault{Code: -32601, Message: "method not found: " + what}
}

// Codes of errors about tasks that are not there, of A2A and of seed 001.
const (
	codeTaskNotFound         = -32001
	codeWorkshopTaskNotFound = -32000
)

func taskNotFound(id string) *Fault {
	return &Fault{Code: codeTaskNotFound, Message: fmt.Sprintf("task not found: %q", id), reason: "TASK_NOT_FOUND"}
}

func notCancelable(s State) *Fault {
	return &Fault{Code: -32002, Message: "task cannot be canceled: it is " + string(s), reason: "TASK_NOT_CANCELABLE"}
}

func noPush() *Fault {
	return &Fault{
		Code: -32003, Message: "push notifications are not supported",
		reason: "PUSH_NOTIFICATION_NOT_SUPPORTED",
	}
}

func unsupported(what string) *Fault {
	return &Fault{Code: -32004, Message: "unsupported operation: " + what, reason: "UNSUPPORTED_OPERATION"}
}

func noExtendedCard() *Fault {
	return &Fault{
		Code: -32007, Message: "there is no extended card",
		reason: "EXTENDED_AGENT_CARD_NOT_CONFIGURED",
	}
}

func wrongVersion(asked, here string) *Fault {
	return &Fault{
		Code: -32009, Message: fmt.Sprintf("A2A version %q is not spoken at this URL; it speaks %s, and a request without A2A-Version means 0.3", asked, here),
		reason: "VERSION_NOT_SUPPORTED",
	}
}

// detailed adds the typed details that A2A 1.0 wants on its own errors (v1.0.1 §9.5).
func (f *Fault) detailed() *Fault {
	if f.reason == "" {
		return f
	}
	g := *f
	g.Data = Encode([]map[string]string{{
		"@type":  "type.googleapis.com/google.rpc.ErrorInfo",
		"reason": f.reason,
		"domain": "a2a-protocol.org",
	}})
	return &g
}

// marshal is json.Marshal without HTML escapes.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

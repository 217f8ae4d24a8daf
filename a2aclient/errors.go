package a2aclient

import (
	"encoding/json"
	"errors"
	"net/http"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

// Layer is where opening a card or calling an agent failed.
type Layer string

// The layers, from the outside in.
const (
	LayerRef     Layer = "address"         // what the user typed names no agent
	LayerFile    Layer = "file"            // it cannot be read
	LayerName    Layer = "name resolution" // no such host
	LayerConnect Layer = "connection"      // refused, unreachable, cut
	LayerTLS     Layer = "TLS"             // certificate, or no TLS at all
	LayerTimeout Layer = "time-out"        // no answer in time
	LayerHTTP    Layer = "HTTP"            // status other than 2xx, or a redirect that is not followed
	LayerContent Layer = "content"         // HTML, or not JSON, or too large
	LayerCard    Layer = "card"            // JSON, but not an agent card
	LayerReply   Layer = "reply"           // JSON, but not an A2A answer
)

// CardError says why no card was read, at which layer, and what to do next.
type CardError struct {
	Ref    string // as the user typed it
	Layer  Layer
	Status int    // HTTP status, 0 where it did not come to that
	What   string // our words, safe to show
	Next   string // our words: what to do
	Err    error  // the cause, nil for none
}

// TransportError says that a call did not come to an A2A answer, at which layer, and
// what to do next.
type TransportError struct {
	Layer  Layer
	Method string // of the protocol, such as "SendMessage"
	Status int    // HTTP status, 0 where it did not come to that
	What   string // our words, safe to show
	Next   string // our words: what to do
	// Sent reports that bytes of the request had left, so that the agent may
	// have acted on it.
	Sent bool
	Err  error // the cause, nil for none
}

// Error is an error that the agent itself answered: by JSON-RPC, or by an HTTP
// status.
type Error struct {
	HTTPStatus int // 200 and the like where JSON-RPC alone carries the error
	Code       int // of JSON-RPC; 0 where the agent gave none
	// Reason is a word for machines from the details, such as TASK_NOT_FOUND.
	Reason, Message safe.Raw
	Challenge       safe.Raw // header WWW-Authenticate
	RetryAfter      safe.Raw // header Retry-After
	Data            json.RawMessage
	Violations      []Violation // the values that the agent refused, from Data
	Method          string      // of the protocol, such as "SendMessage"

	payment  string   // what the agent wants to be paid, safe to show; "" where it does not say
	tried    string   // the other version of A2A whose method the agent does not know either; "" for none
	other    string   // the version of A2A to try, "" for none
	versions []string // of the protocol that the card offers besides the one that was used

	isEvent  bool // it came as an event of a stream: the agent streams
	noTask   bool // an answer without a code says that there is no such task
	workshop bool // Code means what seed 001 says
	grpc     bool // Code and HTTPStatus are those of the other bindings
}

// WantsCredentials reports an agent that refused because it does not know who
// asks, or does not allow it.
func (e *Error) WantsCredentials() bool {
	return e.HTTPStatus == http.StatusUnauthorized || e.HTTPStatus == http.StatusForbidden ||
		e.Code == codeUnauthenticated || e.Code == codeForbidden || e.workshop && e.Code == workshopUnauthorized
}

// IsCrash reports that the agent's server failed, rather than refuse what it was asked: an
// internal error, or a status of HTTP from 500 on other than 503, which asks to come later.
func (e *Error) IsCrash() bool {
	return e.Code == CodeInternal || e.HTTPStatus >= http.StatusInternalServerError && e.HTTPStatus != http.StatusServiceUnavailable
}

// Name is the name of the error in A2A, such as TaskNotFoundError; "" for one that A2A does
// not name.
func (e *Error) Name() string {
	if e.workshop { // the codes mean other things there
		if e.Code == workshopTaskNotFound {
			return a2a.ErrorName(CodeTaskNotFound, "")
		}
		return ""
	}
	if e.noTask {
		return a2a.ErrorName(CodeTaskNotFound, "")
	}
	return a2a.ErrorName(e.Code, e.Reason.Exact())
}

// isUnknownTask reports that the agent does not know the task.
func (e *Error) isUnknownTask() bool { return e.Name() == a2a.ErrorName(CodeTaskNotFound, "") }

// ErrUnsettled is what [errors.Is] finds when a run ended before the agent said
// that the task is settled or paused. The error is an [*UnsettledError].
var ErrUnsettled = errors.New("the task has not finished")

// UnsettledError says that the task's outcome is not known here. The task may
// well go on at the agent.
type UnsettledError struct {
	TaskID, ContextID safe.Raw  // empty where the agent never named a task
	Last              a2a.State // "" where none was seen
	What              string    // our words, safe to show
	Err               error     // the cause, nil for none
	IsUnknown         bool      // the agent says that there is no such task
}

// Codes of JSON-RPC errors (A2A 1.0 §5.4).
const (
	CodeTaskNotFound       = -32001
	CodeNotCancelable      = -32002
	CodePushUnsupported    = -32003
	CodeUnsupported        = -32004
	CodeContentType        = -32005
	CodeInvalidReply       = -32006
	CodeNoExtendedCard     = -32007
	CodeExtensionRequired  = -32008
	CodeVersionUnsupported = -32009
	CodeMethodNotFound     = -32601
	CodeInvalidParams      = -32602
	CodeInternal           = -32603
)

// Codes that the Go SDK made up for want of any in A2A.
const (
	codeUnauthenticated = -31401
	codeForbidden       = -31403
)

// The codes of seed 001, which mean other things in A2A.
const (
	workshopTaskNotFound    = -32000
	workshopContextNotFound = -32001
	workshopRateLimited     = -32002
	workshopUnauthorized    = -32003
)

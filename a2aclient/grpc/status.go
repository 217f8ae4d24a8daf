package grpc

import (
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strconv"
	"strings"

	"connectrpc.com/connect"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/protobuf/encoding/protojson"

	"a2aform/a2aclient/sse"
	"a2aform/internal/limit"
)

// status is how an agent refuses a call.
type status struct {
	*connect.Error
	http   int // of the HTTP+JSON binding
	reason string
}

// httpStatuses are those of google.rpc.Code; 500 for any other.
var httpStatuses = map[connect.Code]int{
	connect.CodeInvalidArgument:    http.StatusBadRequest,
	connect.CodeFailedPrecondition: http.StatusBadRequest,
	connect.CodeOutOfRange:         http.StatusBadRequest,
	connect.CodeUnauthenticated:    http.StatusUnauthorized,
	connect.CodePermissionDenied:   http.StatusForbidden,
	connect.CodeNotFound:           http.StatusNotFound,
	connect.CodeAborted:            http.StatusConflict,
	connect.CodeAlreadyExists:      http.StatusConflict,
	connect.CodeResourceExhausted:  http.StatusTooManyRequests,
	connect.CodeCanceled:           499,
	connect.CodeUnimplemented:      http.StatusNotImplemented,
	connect.CodeUnavailable:        http.StatusServiceUnavailable,
	connect.CodeDeadlineExceeded:   http.StatusGatewayTimeout,
}

// rpcCodes are the codes of JSON-RPC for the reasons of A2A 1.0 §5.4, which say more than
// the codes of gRPC.
var rpcCodes = map[string]int{
	"TASK_NOT_FOUND": -32001, "TASK_NOT_CANCELABLE": -32002, "PUSH_NOTIFICATION_NOT_SUPPORTED": -32003,
	"UNSUPPORTED_OPERATION": -32004, "CONTENT_TYPE_NOT_SUPPORTED": -32005, "UNSUPPORTED_CONTENT_TYPE": -32005,
	"INVALID_AGENT_RESPONSE": -32006, "EXTENDED_AGENT_CARD_NOT_CONFIGURED": -32007, "EXTENDED_CARD_NOT_CONFIGURED": -32007,
	"EXTENSION_SUPPORT_REQUIRED": -32008, "VERSION_NOT_SUPPORTED": -32009,
	"NOT_FOUND": -32001, "UNIMPLEMENTED": -32601, "INVALID_ARGUMENT": -32602, "INVALID_PARAMS": -32602,
}

// statusOf is the status of the agent in err; it is not ok where the agent gave none.
func statusOf(err error) (s status, ok bool) {
	if !connect.IsWireError(err) || !errors.As(err, &s.Error) {
		return status{}, false
	}
	if s.http = httpStatuses[s.Code()]; s.http == 0 {
		s.http = http.StatusInternalServerError
	}
	s.reason = strings.ToUpper(s.Code().String())
	for _, d := range s.Details() {
		if v, err := d.Value(); err == nil {
			if info, ok := v.(*errdetails.ErrorInfo); ok && info.GetReason() != "" {
				s.reason = info.GetReason()
				break
			}
		}
	}
	return s, true
}

// isLost reports a status that says nothing about the task, only that the call is over.
func (s status) isLost() bool {
	return s.Code() == connect.CodeUnavailable || s.Code() == connect.CodeDeadlineExceeded || s.Code() == connect.CodeCanceled
}

// retryAfter is how long the agent wants to be left alone, in seconds; "" where it does not
// say.
func (s status) retryAfter() string {
	for _, d := range s.Details() {
		if v, err := d.Value(); err == nil {
			if r, ok := v.(*errdetails.RetryInfo); ok {
				return strconv.Itoa(int(max(r.GetRetryDelay().GetSeconds(), 1)))
			}
		}
	}
	return ""
}

// document is the error as an HTTP+JSON agent gives it.
func (s status) document() []byte {
	type body struct {
		Code    int               `json:"code,omitempty"`
		Status  string            `json:"status"`
		Message string            `json:"message"`
		Details []json.RawMessage `json:"details,omitempty"`
	}
	e := body{Code: rpcCodes[s.reason], Status: s.reason, Message: s.Message()}
	for _, d := range s.Details() {
		v, err := d.Value()
		if err != nil {
			continue // a type that is not known here
		}
		if text, err := protojson.Marshal(v); err == nil {
			e.Details = append(e.Details, text)
		}
	}
	text, err := json.Marshal(map[string]body{"error": e})
	if err != nil {
		return []byte(`{"error":{"message":"the error cannot be read"}}`)
	}
	return text
}

// Explain says in our words what an answer of a [Transport] is in place of one that can be
// read, and what to do next; "" where err says nothing of the kind.
func Explain(err error) (what, next string) {
	var request *RequestError
	var answer *AnswerError
	switch {
	case errors.As(err, &request):
		return "is spoken to over gRPC, which cannot carry this request", "check the values; numbers are at most 1.8e308"
	case errors.As(err, &answer):
		return "answers in gRPC, but not with a message of A2A 1.0", "compare the card's version with the agent's"
	case errors.Is(err, sse.ErrEventTooLarge):
		return "sends an answer larger than " + limit.ReplyBytes.String(), "ask the agent for less; " + limit.ReplyBytes.Hint()
	}
	const check = "check the port, or the proxy before it"
	for _, said := range []string{
		"http2: failed reading the frame payload", "http2: unexpected ALPN protocol", "http2: client conn could not be established",
		"tls: no application protocol", "frame header looked like an HTTP/1.1 header",
	} {
		if strings.Contains(err.Error(), said) {
			return "does not speak HTTP/2, which gRPC needs", check
		}
	}
	// A server of HTTP/1.1 can close the connection before the client has read its answer.
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "write" {
		return "closed the connection; it may not speak HTTP/2, which gRPC needs", check
	}
	return "", ""
}

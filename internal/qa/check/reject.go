package check

import (
	"errors"
	"net/http"
	"slices"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/run"
)

// answer is how the agent took the input.
type answer uint8

const (
	nothing        answer = iota // nothing was learned of the agent
	accepted                     // it works on it, or has
	answeredOnly                 // by a message, which may say anything
	rejected                     // in a way that the protocol has for it
	rejectedWeakly               // the task failed
	crashed                      // an internal error, or the connection was cut
)

// Codes of JSON-RPC.
const (
	codeInvalidParams  = -32602
	codeInvalidRequest = -32600
	codeInternal       = -32603
)

// classify says how the agent took the input.
func (r *result) classify() answer {
	now := r.subject.Now
	var said *a2aclient.Error
	var wire *a2aclient.TransportError
	switch {
	case errors.As(now.Err, &said):
		return classifyRefusal(said)
	case r.subject.Timeout && now.State == "":
		return nothing
	case r.subject.Timeout:
		return accepted
	case errors.As(now.Err, &wire):
		if wire.Status >= http.StatusInternalServerError || wire.Sent && wire.Status == 0 {
			return crashed
		}
		return nothing
	case now.Phase == run.Errored && now.FirstEvent.IsZero():
		return nothing
	case now.Phase == run.Errored:
		return crashed
	case now.Phase == run.Answered:
		return answeredOnly
	case now.State == a2a.StateRejected:
		return rejected
	case now.State == a2a.StateFailed:
		return rejectedWeakly
	}
	return accepted
}

func classifyRefusal(said *a2aclient.Error) answer {
	switch status := said.HTTPStatus; {
	case said.WantsCredentials() || status == http.StatusTooManyRequests:
		return nothing
	case slices.Contains([]int{codeInvalidParams, codeInvalidRequest, a2aclient.CodeContentType}, said.Code):
		return rejected
	case said.Code == codeInternal || status >= http.StatusInternalServerError:
		return crashed
	case said.Code == 0 && slices.Contains([]int{http.StatusBadRequest, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity}, status):
		return rejected
	}
	return accepted // refused for another reason: no word on the input
}

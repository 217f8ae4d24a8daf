package check

import (
	"errors"
	"net/http"
	"slices"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/run"
)

// Answer is how an agent took an input.
type Answer string

// The answers.
const (
	Nothing        Answer = "unknown"  // nothing was learned of the agent
	Accepted       Answer = "accepted" // it works on it, or has
	Answered       Answer = "answered" // by a message, which may say anything
	Rejected       Answer = "rejected" // in a way that the protocol has for it
	RejectedWeakly Answer = "weakly"   // the task failed
	Refused        Answer = "refused"  // by an error that is not about the input
	Crashed        Answer = "crash"    // an internal error, or the connection was cut
)

// Codes of JSON-RPC.
const (
	codeInvalidParams  = -32602
	codeInvalidRequest = -32600
	codeParse          = -32700 // some SDKs send it for JSON that they do not take, such as a part without data
)

func (r *result) classify() Answer { return Classify(&r.subject.Now, r.subject.Timeout) }

// Classify says how an agent took an input. A run that is not over, or whose time was up, is one that the agent works on.
func Classify(now *run.Snapshot, timedOut bool) Answer {
	var said *a2aclient.Error
	var wire *a2aclient.TransportError
	switch {
	case errors.As(now.Err, &said):
		return classifyRefusal(said)
	case timedOut && now.State == "":
		return Nothing
	case timedOut:
		return Accepted
	case errors.As(now.Err, &wire):
		if wire.Status >= http.StatusInternalServerError || wire.Sent && wire.Status == 0 {
			return Crashed
		}
		return Nothing
	case now.Phase == run.Errored && now.FirstEvent.IsZero():
		return Nothing
	case now.Phase == run.Errored:
		return Crashed
	case now.Phase == run.Answered:
		return Answered
	case now.State == a2a.StateRejected:
		return Rejected
	case now.State == a2a.StateFailed:
		return RejectedWeakly
	}
	return Accepted
}

// answer says how the agent took the input, also where the suite says how these agents reject.
func (e *evaluation) answer() Answer {
	if e.showsRejection() {
		return Rejected
	}
	return e.classify()
}

// showsRejection reports whether the agent rejected the input in the way that the suite says.
func (e *evaluation) showsRejection() bool {
	if e.rejection == nil {
		return false
	}
	var said *a2aclient.Error
	if errors.As(e.subject.Now.Err, &said) && slices.Contains(e.rejection.Codes, said.Code) {
		return true
	}
	if slices.Contains(e.rejection.States, e.outcome) {
		return true
	}
	if e.rejection.That == nil {
		return false
	}
	_, err := e.query(*e.rejection.That)
	return err == nil
}

func classifyRefusal(said *a2aclient.Error) Answer {
	switch status := said.HTTPStatus; {
	case said.WantsCredentials() || status == http.StatusTooManyRequests:
		return Nothing
	case slices.Contains([]int{codeInvalidParams, codeInvalidRequest, a2aclient.CodeContentType}, said.Code):
		return Rejected
	case said.IsCrash():
		return Crashed
	case said.Code == 0 && slices.Contains([]int{http.StatusBadRequest, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity}, status):
		return Rejected
	}
	return Refused
}

// isUnread reports whether the agent says that it could not read the message. As the message is JSON, it means the input.
func isUnread(err error) bool {
	var said *a2aclient.Error
	return errors.As(err, &said) && said.Code == codeParse
}

package a2aclient

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"a2aform/internal/safe"
)

// Error is one line: what failed for what the user typed, and what to do next.
func (e *CardError) Error() string {
	return fmt.Sprintf("cannot open %s: %s: %s%s", safe.Text(withoutUser(e.Ref)).Line(0), e.Layer, e.What, next(e.Next))
}

// withoutUser is what was typed without the user name and the password in it.
func withoutUser(ref string) string {
	scheme, rest, ok := strings.Cut(ref, "://")
	authority, _, _ := strings.Cut(rest, "/")
	if i := strings.LastIndexByte(authority, '@'); ok && i >= 0 {
		return scheme + "://••••••" + rest[i:]
	}
	return ref
}

// Unwrap is the cause.
func (e *CardError) Unwrap() error { return e.Err }

// HasNoCard reports that something answered, and that it was no card: JSON of another kind,
// or status 404.
func (e *CardError) HasNoCard() bool { return e.Layer == LayerCard || e.Status == http.StatusNotFound }

// Error is one line: what failed, and what to do next.
func (e *TransportError) Error() string {
	return fmt.Sprintf("%s: %s: %s%s", e.Method, e.Layer, e.What, next(e.Next))
}

// Unwrap is the cause.
func (e *TransportError) Unwrap() error { return e.Err }

// Error is one line: the agent's own words as safe text, what they mean, and
// what to do next.
func (e *Error) Error() string {
	var sb strings.Builder
	sb.WriteString(e.meaning())
	if !e.Message.IsEmpty() {
		fmt.Fprintf(&sb, ": “%s”", e.Message.Line(0))
	}
	where := []string{e.Method}
	switch {
	case e.grpc:
		where = append(where, "gRPC")
	case e.Code != 0:
		where = append(where, fmt.Sprintf("code %d", e.Code))
	case e.HTTPStatus/100 == 2:
		where = append(where, "without a code")
	case e.HTTPStatus != 0:
		where = append(where, fmt.Sprintf("HTTP %d", e.HTTPStatus))
	}
	if !e.Reason.IsEmpty() {
		where = append(where, e.Reason.Line(80).String())
	}
	fmt.Fprintf(&sb, " (%s)", strings.Join(where, ", "))
	sb.WriteString(e.violated())
	sb.WriteString(e.details())
	sb.WriteString(next(e.next()))
	return sb.String()
}

// Said is what the agent said of the error, else what its code means.
func (e *Error) Said() safe.Raw {
	if e.Message.IsEmpty() {
		return safe.Text(e.meaning())
	}
	return e.Message
}

// meaning says in our words what kind of refusal it is.
func (e *Error) meaning() string {
	meanings := codeMeanings
	if e.workshop {
		meanings = workshopMeanings
	}
	if text, ok := meanings[e.Code]; ok {
		return text
	}
	switch e.HTTPStatus {
	case http.StatusUnauthorized:
		return "the agent requires credentials"
	case http.StatusForbidden:
		return "the agent does not allow this"
	case http.StatusPaymentRequired:
		if e.payment != "" {
			return "the agent wants to be paid: " + e.payment
		}
		return "the agent wants to be paid"
	case http.StatusNotFound:
		if e.isUnknownTask() {
			return codeMeanings[CodeTaskNotFound]
		}
		return "the agent has nothing at this path"
	case http.StatusMethodNotAllowed:
		return "nothing takes messages at this address"
	case http.StatusTooManyRequests:
		return "the agent limits the rate of requests"
	}
	if e.HTTPStatus >= 500 {
		return "the agent's server failed"
	}
	return "the agent returned an error"
}

// codeMeanings are the codes of A2A 1.0 §5.4 and JSON-RPC 2.0 §5.1.
var codeMeanings = map[int]string{
	CodeTaskNotFound:       "the agent does not know this task",
	CodeNotCancelable:      "the task can no longer be canceled",
	CodePushUnsupported:    "the agent does not support push notifications",
	CodeUnsupported:        "the agent does not support this operation",
	CodeContentType:        "the agent does not accept this kind of content",
	CodeInvalidReply:       "the agent reports an internal invalid response",
	CodeNoExtendedCard:     "the agent has no extended card",
	CodeExtensionRequired:  "the agent requires an extension",
	CodeVersionUnsupported: "the agent does not support this version of A2A",
	CodeMethodNotFound:     "the agent does not know this method",
	CodeInvalidParams:      "the agent rejected the request",
	codeUnauthenticated:    "the agent requires credentials",
	codeForbidden:          "the agent does not allow this",
}

// workshopMeanings are the codes of seed 001 and JSON-RPC 2.0 §5.1.
var workshopMeanings = map[int]string{
	workshopTaskNotFound:    "the agent does not know this task",
	workshopContextNotFound: "the agent does not know this context",
	workshopRateLimited:     "the agent limits the rate of requests",
	workshopUnauthorized:    "the agent requires credentials",
	CodeMethodNotFound:      "the agent does not know this method",
	CodeInvalidParams:       "the agent rejected the request",
}

func (e *Error) next() string {
	switch {
	case e.workshop && e.Code == workshopRateLimited && e.RetryAfter.IsEmpty():
		return "wait a moment, then send again"
	case !e.RetryAfter.IsEmpty():
		return e.waitNext()
	case e.WantsCredentials() && e.scope() != "":
		return fmt.Sprintf("it asks for the scope “%s”: sign in with it, or pass a token that has it", safe.Text(e.scope()).Line(160))
	case e.WantsCredentials() && !e.Challenge.IsEmpty():
		return fmt.Sprintf("it accepts: %s", e.Challenge.Line(160))
	case e.HTTPStatus == http.StatusUnauthorized, e.HTTPStatus == http.StatusForbidden:
		return "the card lists the credentials it accepts"
	case e.HTTPStatus == http.StatusTooManyRequests:
		return "wait a moment, then send again"
	case e.HTTPStatus == http.StatusPaymentRequired:
		return noPayment
	case e.isUnknownTask():
		return ""
	case e.Code == 0 && (e.HTTPStatus == http.StatusNotFound || e.HTTPStatus == http.StatusMethodNotAllowed):
		return "check the address on the card: some websites publish a card with no agent behind it. If the agent is at another address, name it with --endpoint URL; on the screens, choose “Use another address”"
	case e.Code == CodeMethodNotFound || e.Code == CodeVersionUnsupported:
		return e.versionNext()
	case e.Code == CodeInvalidParams:
		return "correct the values, then send again"
	}
	return ""
}

// scope is the scope that the header WWW-Authenticate asks for (RFC 6750 §3), "" for none.
func (e *Error) scope() string {
	if found := scopeParam.FindStringSubmatch(e.Challenge.Exact()); found != nil {
		return found[1] + found[2]
	}
	return ""
}

var scopeParam = regexp.MustCompile(`(?i)[\s,]scope\s*=\s*(?:"([^"]*)"|([^\s,"]+))`)

// versionNext says which version of A2A to try with an agent that does not know the method or the version.
func (e *Error) versionNext() string {
	switch {
	case e.Code == CodeMethodNotFound && e.tried != "":
		return "A2A " + e.tried + " was tried as well: check the address on the card. An agent that knows tasks/send alone speaks a form of A2A older than 0.2, and a2aform does not speak that"
	case len(e.versions) > 0:
		return fmt.Sprintf("the card offers A2A %s, too: nothing was executed, so try --a2a-version %s", strings.Join(e.versions, " and "), e.versions[0])
	case e.other != "":
		return "nothing was executed: the endpoint may speak another version, so try --a2a-version " + e.other
	}
	return "the endpoint may use another version: compare it with the card's interfaces"
}

// waitNext says how long the agent asks to wait.
func (e *Error) waitNext() string {
	switch wait, ok := ParseRetryAfter(e.RetryAfter.Exact()); {
	case !ok:
		return fmt.Sprintf("wait a moment, then send again; its Retry-After header is not readable: %s", e.RetryAfter.Line(64))
	case wait > 24*time.Hour:
		return fmt.Sprintf("the agent asks to wait %s: ask its owner", retryAfterText(wait))
	default:
		return fmt.Sprintf("wait %s, then send again", retryAfterText(wait))
	}
}

// Error is one line: what is not known, and how to go on with the task.
func (e *UnsettledError) Error() string {
	what := e.What
	if e.Err != nil {
		what += fmt.Sprintf(" (%s)", e.Cause())
	}
	return what + next(e.Next())
}

// Cause is the text of the error that made the outcome unknown. Of a connection that was lost while a task went on it has no advice: what
// to do is what [UnsettledError.Next] says.
func (e *UnsettledError) Cause() string {
	text := e.Err.Error()
	var wire *TransportError
	if errors.As(e.Err, &wire) && wire.Layer == LayerConnect && !e.TaskID.IsEmpty() {
		return strings.TrimSuffix(text, next(wire.Next))
	}
	return text
}

// Next says how to go on with the task, without a period.
func (e *UnsettledError) Next() string {
	switch {
	case e.TaskID.IsEmpty():
		return "the agent returned no task, but it may have acted: check there before you send again"
	case e.IsUnknown:
		return fmt.Sprintf("the agent may have finished the task %s: check there before you send again", e.TaskID.Line(0))
	}
	seen := ""
	if e.Last != "" {
		seen = fmt.Sprintf(" was last seen %s and", e.Last)
	}
	return fmt.Sprintf("the task %s%s may continue on the agent: check it with %s", e.TaskID.Line(0), seen, cmp.Or(e.Check, "a2aform task get AGENT "+e.TaskID.Line(0).String()))
}

// Unwrap is the cause.
func (e *UnsettledError) Unwrap() error { return e.Err }

// Is makes every such error an [ErrUnsettled].
func (e *UnsettledError) Is(target error) bool { return target == ErrUnsettled }

func next(s string) string {
	if s == "" {
		return ""
	}
	return "; " + s
}

// snippet is the start of an untrusted body, safe and on one line.
func snippet(body []byte) string {
	text := strings.TrimSpace(string(body[:min(len(body), 4*snippetBytes)]))
	if text == "" {
		return "nothing"
	}
	return "“" + safe.Text(strings.Join(strings.Fields(text), " ")).Line(snippetBytes).String() + "”"
}

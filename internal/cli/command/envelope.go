package command

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// envelope is an error for programs: the shape that the a2a-cli specification (v0.2,
// appendix B) gives an error, and what else a script wants to know.
type envelope struct {
	// Code is the name of an error of A2A, such as TaskNotFoundError, or an A2ACLI_ERR_ code
	// for what happened before or outside a request (appendix D).
	Code    string  `json:"code"`
	Message string  `json:"message"`
	Hint    *string `json:"hint"`
	A2ACode any     `json:"a2aCode"` // that of JSON-RPC, else the reason; null for none
	Kind    string  `json:"kind"`    // refused, lost, interrupted, usage, check, or failure
	Exit    int     `json:"exit"`
	Status  int     `json:"status,omitempty"` // of HTTP
	Task    string  `json:"task,omitempty"`
}

// The codes for errors that are not the agent's (a2a-cli specification v0.2, appendix D).
const (
	errUsage       = "A2ACLI_ERR_USAGE"
	errNotFound    = "A2ACLI_ERR_CARD_NOT_FOUND"
	errInvalidCard = "A2ACLI_ERR_CARD_INVALID"
	errUnreachable = "A2ACLI_ERR_UNREACHABLE"
	errNoSecret    = "A2ACLI_ERR_CREDENTIALS_MISSING" //nolint:gosec // the name of an error
	errAuthFailed  = "A2ACLI_ERR_AUTH_FAILED"
	errTimeout     = "A2ACLI_ERR_TIMEOUT"
	errInternal    = "A2ACLI_ERR_INTERNAL"
	errCheck       = "A2AFORM_ERR_CHECK" // ours: a check that the caller asked for failed
)

// newEnvelope describes an error.
func newEnvelope(err error, hint string, hadCredentials bool) envelope {
	e := envelope{Message: safe.Text(err.Error()).Block(0).String(), Exit: ExitCode(err), Kind: "failure"}
	if hint != "" {
		hint = safe.Text(hint).Line(0).String()
		e.Hint = &hint
	}
	var said *a2aclient.Error
	var unsettled *a2aclient.UnsettledError
	if errors.As(err, &unsettled) {
		e.Kind, e.Task = run.Lost, unsettled.TaskID.Line(0).String()
		if e.Task != "" && !unsettled.IsUnknown {
			e.Kind = run.Interrupted
		}
	}
	if errors.As(err, &said) {
		e.Status = said.HTTPStatus
		switch {
		case unsettled != nil && unsettled.IsUnknown:
		case said.IsCrash():
			e.Kind = run.Crashed
		default:
			e.Kind = run.Refused
		}
		switch {
		case said.Code != 0:
			e.A2ACode = said.Code
		case !said.Reason.IsEmpty():
			e.A2ACode = said.Reason.Line(0).String()
		}
		e.Code = said.Name()
	}
	if e.Code == "" {
		e.Code = e.localCode(err, hadCredentials)
	}
	return e
}

// localCode is the code of an error that A2A does not name.
func (e *envelope) localCode(err error, hadCredentials bool) string {
	var card *a2aclient.CardError
	switch {
	case e.Exit == ExitUsage:
		e.Kind = "usage"
		return errUsage
	case e.Exit == ExitCheck:
		e.Kind = "check"
		return errCheck
	case e.Exit == ExitAuth && hadCredentials:
		return errAuthFailed
	case e.Exit == ExitAuth:
		return errNoSecret
	case errors.Is(err, context.DeadlineExceeded):
		return errTimeout
	case errors.As(err, &card) && isInvalidCard(card):
		return errInvalidCard
	case errors.As(err, &card) && (card.Layer == a2aclient.LayerRef || card.Layer == a2aclient.LayerFile || card.Layer == a2aclient.LayerHTTP):
		return errNotFound
	case e.Exit == ExitUnreachable:
		return errUnreachable
	}
	return errInternal
}

// line is the error on one line.
func (e envelope) line() string {
	text, err := json.Marshal(map[string]envelope{"error": e})
	if err != nil { // strings and numbers always are JSON
		return ""
	}
	return string(text)
}

// wantsJSON reports whether the arguments ask for JSON, in any of the ways that a flag can
// be written: the error may be that the command line cannot be read.
func wantsJSON(args []string) (isJSON, isLines bool) {
	for i, arg := range args {
		value := ""
		switch {
		case arg == "--":
			return isJSON, isLines
		case (arg == "-o" || arg == "--output") && i+1 < len(args):
			value = args[i+1]
		case strings.HasPrefix(arg, "--output="):
			value = arg[len("--output="):]
		case strings.HasPrefix(arg, "-o") && !strings.HasPrefix(arg, "--"):
			value = strings.TrimPrefix(arg[2:], "=")
		}
		if value != "" {
			isJSON, isLines = value == "json", value == "jsonl"
		}
	}
	return isJSON, isLines
}

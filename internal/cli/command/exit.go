package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strings"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/internal/store"
	"a2aform/internal/version"
)

// The exit codes. They are part of the interface for scripts: a code keeps its meaning.
const (
	ExitOK          = 0
	ExitFailure     = 1
	ExitUsage       = 2
	ExitUnreachable = 3
	ExitAuth        = 4
	ExitTimeout     = 5
	ExitCheck       = 10
	ExitInterrupted = 130
)

// usageError says that the command line or the input cannot be used.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

// Usagef is an error of the command line or the input, which ends with [ExitUsage].
func Usagef(format string, args ...any) error { return &usageError{fmt.Sprintf(format, args...)} }

// CheckError says that a check the caller asked for failed.
type CheckError struct {
	text  string
	cause error // of the outcome; nil for none
}

func (e *CheckError) Error() string { return e.text }

// Unwrap is what the check failed for, nil where nothing went wrong.
func (e *CheckError) Unwrap() error { return e.cause }

// CheckFailed is a [CheckError] that says which check failed, in our words, and why; nil for
// a run that went well.
func CheckFailed(text string, cause error) error { return &CheckError{text, cause} }

// ExitCode maps an error to the code that scripts see.
func ExitCode(err error) int {
	var usage *usageError
	var check *CheckError
	var config *store.ConfigError
	var signal *SignalError
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, &check):
		return ExitCheck
	case errors.As(err, &usage), IsUntrusted(err), errors.As(err, &config), formgen.IsRefused(err):
		return ExitUsage
	case errors.As(err, &signal):
		return signal.ExitCode()
	case errors.Is(err, context.Canceled):
		return ExitInterrupted
	case errors.Is(err, context.DeadlineExceeded):
		return ExitTimeout
	}
	return agentExitCode(err)
}

func agentExitCode(err error) int {
	var card *a2aclient.CardError
	var wire *a2aclient.TransportError
	var said *a2aclient.Error
	switch {
	case errors.As(err, &said) && said.WantsCredentials():
		return ExitAuth
	case errors.As(err, &said):
		return ExitFailure
	case errors.As(err, &card) && isAuth(card.Status), errors.As(err, &wire) && isAuth(wire.Status):
		return ExitAuth
	case errors.As(err, &card) && isInvalidCard(card):
		return ExitFailure
	case errors.As(err, &card):
		return ExitUnreachable
	case errors.As(err, &wire) && isUnreachable(wire.Layer) && !errors.Is(err, a2aclient.ErrUnsettled):
		return ExitUnreachable
	}
	return ExitFailure
}

// isInvalidCard reports a document that was read and is no card.
func isInvalidCard(err *a2aclient.CardError) bool {
	return err.Layer == a2aclient.LayerContent || err.Layer == a2aclient.LayerCard
}

func isAuth(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden
}

func isUnreachable(l a2aclient.Layer) bool {
	return l == a2aclient.LayerName || l == a2aclient.LayerConnect || l == a2aclient.LayerTLS || l == a2aclient.LayerTimeout
}

// Report writes an error to standard error: what happened, where, and what to do next. It
// writes nothing about what the user did. With -o json or jsonl the last line is the error
// as JSON, which is also the result on standard output of a command with -o json that has
// printed none.
func Report(s *Streams, err error) {
	if _, ok := err.(*SignalError); ok || err == nil || err == context.Canceled { //nolint:errorlint // bare, they say nothing
		return
	}
	text, hint := explain(s, err)
	s.Warn("a2aform: " + safe.Text(text).Block(0).String())
	if hint != "" && !strings.Contains(text, hint) {
		s.Warn("  " + hint)
	}
	isJSON, isLines := wantsJSON(s.Args)
	if !isJSON && !isLines {
		return
	}
	line := newEnvelope(err, hint, s.hadCredentials).line()
	s.Warn(line)
	if isJSON && (!s.hasPrinted || s.Streaming) {
		_, _ = fmt.Fprintln(s.Out, line) // nobody is left who could be told
	}
}

// explain says what happened, and what to do next.
func explain(s *Streams, err error) (text, hint string) {
	var card *a2aclient.CardError
	var wire *a2aclient.TransportError
	var said *a2aclient.Error
	var failed *safego.Fault
	text = err.Error()
	switch {
	case errors.Is(err, a2aclient.ErrUnsettled): // says itself what to do
	case errors.As(err, &failed):
		if s.OutTTY {
			_, _ = io.WriteString(s.Err, "\r") // the screens may end in the middle of a line
		}
		text, hint = text+"; what was filled in is kept as a draft, and what was sent is in the journal", s.KeepFault(failed)
	case errors.As(err, &card):
		hint = card.Next
	case errors.As(err, &wire):
		hint = wire.Next
	case errors.As(err, &said) && !slices.Contains(s.Args, "--debug"):
		hint = "to see what was sent and answered, add --debug"
	}
	return text, hint
}

// KeepFault writes what is known of a fault into a file, and says what to do with
// it.
func (s *Streams) KeepFault(f *safego.Fault) string {
	path, err := s.Store().KeepFault("a2aform " + version.Version() + ", " + runtime.Version() + "\n" + f.Report())
	if err != nil {
		return "please report it, with what you did last"
	}
	return "please report it, with what you did last and " + safe.Text(path).Line(0).String() + ", if nothing in there is private"
}

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

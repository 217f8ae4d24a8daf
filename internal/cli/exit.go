package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/cli/signals"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/internal/store"
	"a2aform/internal/version"
)

// The exit codes (DESIGN §6).
const (
	exitOK          = 0
	exitFailure     = 1
	exitUsage       = 2
	exitUnreachable = 3
	exitAuth        = 4
	exitTimeout     = 5
	exitCheck       = 10
	exitInterrupted = 130
)

// usageError says that the command line or the input cannot be used.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

func usagef(format string, args ...any) error { return &usageError{fmt.Sprintf(format, args...)} }

// checkError says that a check the caller asked for failed.
type checkError struct{ text string }

func (e *checkError) Error() string { return e.text }

// exitCode maps an error to the code that scripts see.
func exitCode(err error) int {
	var usage *usageError
	var check *checkError
	var untrusted *store.UntrustedError
	var config *store.ConfigError
	var signal *signals.Error
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &usage), errors.As(err, &untrusted), errors.As(err, &config), formgen.IsRefused(err):
		return exitUsage
	case errors.As(err, &check):
		return exitCheck
	case errors.As(err, &signal):
		return signal.ExitCode()
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.Is(err, context.DeadlineExceeded):
		return exitTimeout
	}
	return agentExitCode(err)
}

func agentExitCode(err error) int {
	var card *a2aclient.CardError
	var wire *a2aclient.TransportError
	var said *a2aclient.Error
	switch {
	case errors.As(err, &said) && said.WantsCredentials():
		return exitAuth
	case errors.As(err, &said):
		return exitFailure
	case errors.As(err, &card) && isAuth(card.Status), errors.As(err, &wire) && isAuth(wire.Status):
		return exitAuth
	case errors.As(err, &card) && card.Layer == a2aclient.LayerTimeout, errors.As(err, &wire) && wire.Layer == a2aclient.LayerTimeout:
		return exitTimeout
	case errors.As(err, &card):
		return exitUnreachable
	case errors.As(err, &wire) && isUnreachable(wire.Layer) && !errors.Is(err, a2aclient.ErrUnsettled):
		return exitUnreachable
	}
	return exitFailure
}

func isAuth(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden
}

func isUnreachable(l a2aclient.Layer) bool {
	return l == a2aclient.LayerName || l == a2aclient.LayerConnect || l == a2aclient.LayerTLS
}

// report writes an error to standard error: what happened, where, and what to do next. It
// writes nothing about what the user did.
func report(s *Streams, err error) {
	var card *a2aclient.CardError
	var wire *a2aclient.TransportError
	var failed *safego.Fault
	if _, ok := err.(*signals.Error); ok || err == nil || err == context.Canceled { //nolint:errorlint // bare, they say nothing
		return
	}
	text, next := err.Error(), ""
	switch {
	case errors.Is(err, a2aclient.ErrUnsettled): // says itself what to do
	case errors.As(err, &failed):
		if s.OutTTY {
			_, _ = io.WriteString(s.Err, "\r") // the screens may end in the middle of a line
		}
		text, next = text+"; what was filled in is kept as a draft, and what was sent is in the journal", s.keepFault(failed)
	case errors.As(err, &card):
		next = card.Next
	case errors.As(err, &wire):
		next = wire.Next
	}
	s.warn("a2aform: " + safe.Text(text).Block(0).String())
	if next != "" && !strings.Contains(text, next) {
		s.warn("  " + next)
	}
}

// keepFault writes what is known of a fault into a file, and says what to do with
// it.
func (s *Streams) keepFault(f *safego.Fault) string {
	path, err := s.store().KeepFault("a2aform " + version.Version() + ", " + runtime.Version() + "\n" + f.Report())
	if err != nil {
		return "please report it, with what you did last"
	}
	return "please report it, with what you did last and " + safe.Text(path).Line(0).String() + ", if nothing in there is private"
}

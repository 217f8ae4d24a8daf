package command

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"

	"a2aform/internal/safego"
)

// shutdownTimeout is how long a command may take to end after a signal or a fault, before
// the process ends without it: a terminal or a pipe that is never read would hold it for
// ever.
const shutdownTimeout = 3 * time.Second

// SignalError says that a signal ended the program. To a context it is as if it had been
// canceled.
type SignalError struct{ Signal syscall.Signal }

func (e *SignalError) Error() string { return "interrupted by " + e.Signal.String() }

// Unwrap returns [context.Canceled].
func (*SignalError) Unwrap() error { return context.Canceled }

// ExitCode is the code of a process that the signal ended, as shells have it.
func (e *SignalError) ExitCode() int { return 128 + int(e.Signal) }

// causedError is the error of a command, and the signal or fault that ended it.
type causedError struct {
	error
	cause error
}

func (e *causedError) Unwrap() []error { return []error{e.error, e.cause} }

// RunWithSignals runs a command that ends in order after a signal, or when one of its
// goroutines fails. More signals change nothing: some come in pairs.
func RunWithSignals(work func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	signals := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(s) { // as nohup wants it
			signal.Notify(signals, s)
		}
	}
	defer signal.Stop(signals)
	faults := make(chan *safego.Fault, 1)
	defer safego.OnPanic(func(f *safego.Fault) {
		select {
		case faults <- f:
		default: // one is enough to end
		}
	})()
	ended := make(chan error, 1)
	safego.Go(func() { ended <- recoverPanic(ctx, work) })
	var cause error
	select {
	case err := <-ended:
		return err
	case f := <-faults:
		cause = f
	case got := <-signals:
		number, _ := got.(syscall.Signal)
		cause = &SignalError{number}
	}
	cancel(cause)
	select {
	case err := <-ended:
		return withCause(err, cause)
	case <-time.After(shutdownTimeout):
	}
	return cause
}

// recoverPanic returns the error of work, or its panic as an error.
func recoverPanic(ctx context.Context, work func(context.Context) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = safego.FaultOf(p)
		}
	}()
	return work(ctx)
}

// withCause returns the error of a command that was ended: its own, or the cause if its
// own says nothing.
func withCause(err, cause error) error {
	var failed *safego.Fault
	switch {
	case errors.As(cause, &failed), err == context.Canceled: //nolint:errorlint // bare, it says nothing
		return cause
	case errors.Is(err, context.Canceled):
		return &causedError{err, cause}
	}
	return err
}

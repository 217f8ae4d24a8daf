package run

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safego"
)

// A mistake in the goroutine that follows a task breaks that run, and says that
// the task may go on.
func TestPanicInExchangeInterruptsRun(t *testing.T) {
	r := &Run{plan: &Plan{}, ctx: t.Context(), wake: make(chan struct{}, 1)}
	r.begin(false, func(context.Context) iter.Seq2[a2a.Event, error] { panic("boom \x1b[31m") })
	<-r.last().done
	var failed *safego.Fault
	if err := r.Snapshot().Err; r.Snapshot().Phase != Errored || !errors.As(err, &failed) || !strings.Contains(err.Error(), "may continue on the agent") || strings.Contains(err.Error(), "boom") {
		t.Errorf("%s: %v", r.Snapshot().Phase, err)
	}
}

package run_test

import (
	"sync/atomic"
	"testing"
	"time"

	"a2aform/internal/blocking"
	"a2aform/internal/run"
)

// A disk that hangs keeps nobody from starting a run, answering it or looking at it:
// the screens do all three while they handle a key.
func TestHangingDiskDelaysNoCaller(t *testing.T) {
	var hanging atomic.Pointer[chan struct{}] // closed once the disk goes on
	blocking.Watch(func(call string) {
		if release := hanging.Load(); release != nil && call != "dial" {
			<-*release
		}
	})
	t.Cleanup(func() { blocking.Watch(func(string) {}) })
	promptly := func(what string, work func()) {
		t.Helper()
		release := make(chan struct{})
		hanging.Store(&release)
		done := make(chan struct{})
		go func() {
			defer close(done)
			work()
		}()
		select {
		case <-done:
		case <-time.After(20 * time.Second):
			t.Errorf("%s waits for the disk", what)
		}
		hanging.Store(nil)
		close(release)
		<-done
	}
	a, keep := demoAgent(t), home(t)
	p := plan(t, a, "expense-report", a.Card().Skill("expense-report").Examples[0].Exact())
	var r *run.Run
	promptly("starting", func() {
		r = run.Start(t.Context(), p, run.Options{Store: keep, Record: true})
		_ = r.Snapshot()
	})
	defer func() { r.Close() }()
	if got := wait(t, r); got.Phase != run.Paused {
		t.Fatalf("the run is %s, %v", got.Phase, got.Err)
	}
	promptly("answering", func() {
		if err := r.Answer("approve", nil); err != nil {
			t.Error(err)
		}
		_ = r.Snapshot()
	})
	if got := wait(t, r); got.Phase != run.Settled {
		t.Errorf("the run is %s, %v", got.Phase, got.Err)
	}
}

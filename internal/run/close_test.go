package run

import (
	"testing"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
)

// While a disk takes its time for the run file, the run can be looked at: screens
// are drawn from it.
func TestSlowDiskDoesNotDelaySnapshots(t *testing.T) {
	dir := t.TempDir()
	s, err := store.Open(func(string) string { return dir })
	if err != nil {
		t.Fatal(err)
	}
	r := &Run{plan: &Plan{}, wake: make(chan struct{}, 1), opts: Options{Store: s}}
	r.recorder.on = true
	if r.recorder.file, err = s.CreateRun(runfile.Line{Time: time.Now(), ID: r.state.ID}); err != nil {
		t.Fatal(err)
	}
	r.apply(a2a.Event{At: time.Now(), Status: &a2a.Status{State: a2a.StateCompleted}})
	r.recorder.writing.Lock() // as closing the file does, for as long as the disk takes
	ended := make(chan struct{})
	go func() {
		r.finish(&exchange{}, nil)
		close(ended)
	}()
	looked := make(chan bool)
	go func() {
		for !r.Snapshot().Phase.IsOver() {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(20 * time.Millisecond)
		_ = r.Snapshot().WantsCredentials
		close(looked)
	}()
	select {
	case <-looked:
	case <-time.After(5 * time.Second):
		t.Error("nobody can look at the run until the disk has the file")
	}
	select {
	case <-ended:
		t.Error("the run ended before its file was on the disk")
	default:
	}
	r.recorder.writing.Unlock()
	<-ended
	<-looked
}

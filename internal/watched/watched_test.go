package watched

import (
	"strings"
	"sync"
	"testing"
	"time"
)

func TestAPanicIsHandedOver(t *testing.T) {
	got := make(chan *Fault, 1)
	By(func(f *Fault) { got <- f })
	defer watcher.Store(nil)
	Go(func() { panic("boom") })
	f := <-got
	if f.Cause != "boom" || !strings.Contains(f.Stack, "TestAPanicIsHandedOver") {
		t.Errorf("%q\n%s", f.Cause, f.Stack)
	}
	if f.Error() != "a2aform itself failed" {
		t.Error(f)
	}
}

func TestAPanicAfterAWhileIsHandedOver(t *testing.T) {
	got := make(chan *Fault, 1)
	By(func(f *Fault) { got <- f })
	defer watcher.Store(nil)
	After(time.Millisecond, func() { panic("boom") })
	if f := <-got; f.Cause != "boom" {
		t.Errorf("%q", f.Cause)
	}
	if !After(time.Hour, func() { panic("never") }).Stop() {
		t.Error("it cannot be stopped")
	}
}

func TestAGroupIsDoneThoughOneFails(t *testing.T) {
	got := make(chan *Fault, 1)
	By(func(f *Fault) { got <- f })
	defer watcher.Store(nil)
	var group sync.WaitGroup
	In(&group, func() { panic("boom") })
	In(&group, func() {})
	group.Wait()
	<-got
}

package safego

import (
	"strings"
	"sync"
	"testing"
	"time"
)

func TestGoReportsAPanic(t *testing.T) {
	got := make(chan *Fault, 1)
	OnPanic(func(f *Fault) { got <- f })
	defer panicHandler.Store(nil)
	Go(func() { panic("boom") })
	f := <-got
	if f.Cause != "boom" || !strings.Contains(f.Stack, "TestGoReportsAPanic") {
		t.Errorf("%q\n%s", f.Cause, f.Stack)
	}
	if f.Error() != "a2aform itself failed" {
		t.Error(f)
	}
}

func TestAfterFuncReportsAPanic(t *testing.T) {
	got := make(chan *Fault, 1)
	OnPanic(func(f *Fault) { got <- f })
	defer panicHandler.Store(nil)
	AfterFunc(time.Millisecond, func() { panic("boom") })
	if f := <-got; f.Cause != "boom" {
		t.Errorf("%q", f.Cause)
	}
	if !AfterFunc(time.Hour, func() { panic("never") }).Stop() {
		t.Error("Stop = false")
	}
}

func TestGroupIsDoneAfterAPanic(t *testing.T) {
	got := make(chan *Fault, 1)
	OnPanic(func(f *Fault) { got <- f })
	defer panicHandler.Store(nil)
	var group sync.WaitGroup
	GoGroup(&group, func() { panic("boom") })
	GoGroup(&group, func() {})
	group.Wait()
	<-got
}

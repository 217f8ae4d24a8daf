package safego

import (
	"strings"
	"sync"
	"testing"
)

func TestGoReportsPanic(t *testing.T) {
	got := make(chan *Fault, 1)
	defer OnPanic(func(f *Fault) { got <- f })()
	Go(func() { panic("boom") })
	f := <-got
	if f.Cause != "boom" || !strings.Contains(f.Stack, "TestGoReportsPanic") {
		t.Errorf("%q\n%s", f.Cause, f.Stack)
	}
	if f.Error() != "a2aform itself failed" {
		t.Error(f)
	}
}

func TestPanicReachesEveryProgram(t *testing.T) {
	got := make(chan string, 3)
	for _, name := range []string{"first", "second", "third"} {
		remove := OnPanic(func(*Fault) { got <- name })
		if name == "second" {
			remove()
		} else {
			defer remove()
		}
	}
	Go(func() { panic("boom") })
	if a, b := <-got, <-got; a != "first" || b != "third" {
		t.Errorf("%s and %s are called, want first and third", a, b)
	}
}

func TestGroupEndsAfterPanic(t *testing.T) {
	got := make(chan *Fault, 1)
	defer OnPanic(func(f *Fault) { got <- f })()
	var group sync.WaitGroup
	GoGroup(&group, func() { panic("boom") })
	GoGroup(&group, func() {})
	group.Wait()
	<-got
}

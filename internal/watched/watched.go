package watched

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// Fault is a panic that was caught. It is an error whose text is for users; what
// a programmer wants to know is in Cause and Stack, which may quote what came
// from outside.
type Fault struct{ Cause, Stack string }

// FaultOf is the fault of what recover gave. Call it in the deferred function, while
// the stack still stands.
func FaultOf(recovered any) *Fault {
	return &Fault{fmt.Sprint(recovered), string(debug.Stack())}
}

func (*Fault) Error() string { return "a2aform itself failed" }

// Report is what a programmer wants to know.
func (f *Fault) Report() string { return f.Cause + "\n\n" + f.Stack }

// watcher takes the faults of goroutines; nil for nobody.
var watcher atomic.Pointer[func(*Fault)]

// By gives the faults of all goroutines to take, from here on. Without a
// watcher, as in tests, a panic is one.
func By(take func(*Fault)) { watcher.Store(&take) }

// Go starts work in a goroutine. Whoever waits for what it does waits for ever
// where it fails; the watcher ends the program.
func Go(work func()) {
	go func() {
		defer hand()
		work()
	}()
}

// In is [Go] within a group that can be waited for.
func In(group *sync.WaitGroup, work func()) {
	group.Add(1)
	Go(func() {
		defer group.Done()
		work()
	})
}

// After is [Go] in a while, unless the timer is stopped.
func After(wait time.Duration, work func()) *time.Timer {
	return time.AfterFunc(wait, func() {
		defer hand()
		work()
	})
}

// hand gives a panic to the watcher. It is deferred itself.
func hand() {
	take := watcher.Load()
	if take == nil {
		return
	}
	if p := recover(); p != nil {
		(*take)(FaultOf(p))
	}
}

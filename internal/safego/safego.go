package safego

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// Fault is a recovered panic. It is an error whose text is for users; Cause and
// Stack are for programmers and may quote untrusted text.
type Fault struct{ Cause, Stack string }

// FaultOf returns the fault for a value that recover returned. Call it in the
// deferred function, so that Stack is that of the panic.
func FaultOf(recovered any) *Fault {
	return &Fault{fmt.Sprint(recovered), string(debug.Stack())}
}

func (*Fault) Error() string { return "a2aform itself failed" }

// Report returns the cause and the stack, for a bug report.
func (f *Fault) Report() string { return f.Cause + "\n\n" + f.Stack }

// panicHandler receives the faults of all goroutines; nil until [OnPanic] is called.
var panicHandler atomic.Pointer[func(*Fault)]

// OnPanic sets the function that receives the faults of all goroutines. Until it is
// called, as in tests, a panic ends the process.
func OnPanic(handle func(*Fault)) { panicHandler.Store(&handle) }

// Go runs work in a goroutine. A caller that waits for a result of work waits
// forever if work panics; the function set by [OnPanic] must end the program.
func Go(work func()) {
	go func() {
		defer reportPanic()
		work()
	}()
}

// GoGroup is [Go] for a goroutine that group waits for.
func GoGroup(group *sync.WaitGroup, work func()) {
	group.Add(1)
	Go(func() {
		defer group.Done()
		work()
	})
}

// AfterFunc runs work in a goroutine after the duration, unless the timer is stopped
// before.
func AfterFunc(wait time.Duration, work func()) *time.Timer {
	return time.AfterFunc(wait, func() {
		defer reportPanic()
		work()
	})
}

// reportPanic recovers a panic and reports it. It must be deferred directly.
func reportPanic() {
	handle := panicHandler.Load()
	if handle == nil {
		return
	}
	if p := recover(); p != nil {
		(*handle)(FaultOf(p))
	}
}

// Package safego starts goroutines and reports their panics. A panic in any
// goroutine would end the process at once: the terminal would stay in raw mode, and
// the last input would be lost. So [Go] and [GoGroup] start every
// goroutine of the program and report a panic to the functions of [OnPanic],
// which end each program of the process in order. A test in internal/arch rejects other go
// statements. Bubble Tea runs commands in goroutines of its own, and ui recovers
// their panics; timers that only end a request or free memory are exempt.
//
// The package imports no other package of the module.
package safego

import (
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
)

// Fault is a recovered panic. It is an error whose text is for users; Cause and
// Stack are for programmers and may quote untrusted text.
type Fault struct{ Cause, Stack string }

// FaultOf returns the fault for a value that recover returned. Call it in the
// deferred function, so that Stack is the stack of the panic.
func FaultOf(recovered any) *Fault {
	return &Fault{fmt.Sprint(recovered), string(debug.Stack())}
}

func (*Fault) Error() string { return "a2aform itself failed" }

// Report returns the cause and the stack, for a bug report.
func (f *Fault) Report() string { return f.Cause + "\n\n" + f.Stack }

// panicHandlers receive the faults of all goroutines.
var panicHandlers struct {
	mu   sync.Mutex
	list []*func(*Fault)
}

// OnPanic adds a function that receives the faults of all goroutines, one for each
// program of the process: a fault ends all of them. The function that it returns takes it
// away. While there is none, as in tests, a panic ends the process.
func OnPanic(handle func(*Fault)) (remove func()) {
	panicHandlers.mu.Lock()
	defer panicHandlers.mu.Unlock()
	panicHandlers.list = append(panicHandlers.list, &handle)
	return func() {
		panicHandlers.mu.Lock()
		defer panicHandlers.mu.Unlock()
		panicHandlers.list = slices.DeleteFunc(slices.Clone(panicHandlers.list), func(other *func(*Fault)) bool { return other == &handle })
	}
}

// Go runs work in a goroutine. A caller that waits for a result of work waits
// forever if work panics; the functions of [OnPanic] must end the program.
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

// reportPanic recovers a panic and reports it. It must be deferred directly.
func reportPanic() {
	panicHandlers.mu.Lock()
	list := panicHandlers.list
	panicHandlers.mu.Unlock()
	if len(list) == 0 {
		return
	}
	if p := recover(); p != nil {
		fault := FaultOf(p)
		for _, handle := range list {
			(*handle)(fault)
		}
	}
}

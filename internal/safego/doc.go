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

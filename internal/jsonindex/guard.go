package jsonindex

import (
	"errors"
	"runtime/debug"
)

// ErrChanged says that a mapped file lost the bytes that are looked at.
var ErrChanged = errors.New("the file became shorter while it was read; open it again")

// Guard does something with the text of a [File] and returns [ErrChanged] where
// it is not there any more. Other panics go on.
func Guard(do func()) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if fault := recover(); fault != nil {
			if !IsFault(fault) {
				panic(fault)
			}
			err = ErrChanged
		}
	}()
	do()
	return nil
}

// IsFault reports whether a panic was caused by reading bytes that are not there. The
// goroutine must have called [debug.SetPanicOnFault].
func IsFault(fault any) bool {
	_, ok := fault.(interface{ Addr() uintptr })
	return ok
}

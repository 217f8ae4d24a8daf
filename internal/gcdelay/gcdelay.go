package gcdelay

import (
	"os"
	"runtime/debug"
	"sync/atomic"
)

const (
	startPercent  = 400 // no collection below 16 MB
	normalPercent = 100 // Go's default
	tightPercent  = 50
)

var isTight atomic.Bool

func init() { set(startPercent) }

// End restores Go's default: the start is over.
func End() {
	if !isTight.Load() {
		set(normalPercent)
	}
}

// Tighten collects more often from now on, for work on a large document: memory stays near what is in use.
func Tighten() {
	isTight.Store(true)
	set(tightPercent)
}

// set changes nothing if the user has set GOGC.
func set(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

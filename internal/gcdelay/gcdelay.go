package gcdelay

import (
	"os"
	"runtime/debug"
)

const (
	startPercent  = 400 // no collection below 16 MB
	normalPercent = 100 // Go's default
)

func init() { set(startPercent) }

// End restores Go's default: the start is over.
func End() { set(normalPercent) }

// set changes nothing if the user has set GOGC.
func set(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

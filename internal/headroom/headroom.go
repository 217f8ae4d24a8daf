package headroom

import (
	"os"
	"runtime/debug"
)

const (
	atStart = 400 // percent: no collection below 16 MB
	normal  = 100 // Go's own
)

func init() { set(atStart) }

// GiveBack ends the start: from here on memory is collected as ever.
func GiveBack() { set(normal) }

// set leaves the choice to whoever made one.
func set(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

package a2aclient

import (
	"runtime/debug"
	"time"
)

// The sizes and intervals of the client that a user never meets. The others are in the
// table of package limit.
const (
	maxErrorBody = 1 << 20 // bytes of an error's body that are read
	snippetBytes = 160     // of an untrusted body in an error
	largeReply   = 8 << 20 // bytes of a refused reply from which on its memory is given back at once

	keepAlive       = 30 * time.Second
	idleConnTimeout = 4 * time.Second // below the 5 s after which Node's server hangs up

	settleGrace  = time.Second     // after a settled state, for what still comes on the stream
	pauseGrace   = 2 * time.Second // after input-required that ends no stream, which the agent itself may leave again
	signInGrace  = 5 * time.Second // after auth-required, likewise
	maxGrace     = 5 * time.Second // after either, however much still comes
	sessionGrace = 5 * time.Second // after an answer in a session that is still active (seed 003)
	confirmWait  = 5 * time.Second // for a last look at a task whose stream was opened again
	appearTime   = 5 * time.Second // for a task that was named, and that the agent does not know yet
	findTries    = 3
	findHistory  = 20                     // messages of each task that is listed for that
	wakePause    = 100 * time.Millisecond // between a sign on a session's stream and asking what it was
)

// reconnectWait is the pause before attempt n (from 1) to open a lost stream.
func reconnectWait(n int) time.Duration { return min(500*time.Millisecond<<(n-1), 4*time.Second) }

// pollWait is the pause before poll n (from 1) since the task last changed.
func pollWait(n int) time.Duration {
	return min(500*time.Millisecond+time.Duration(n-1)*250*time.Millisecond, 3*time.Second)
}

// failWait is the pause after n polls in a row have failed: as many polls as
// limit.Polls allows take more than a minute.
func failWait(n int) time.Duration {
	if n == 0 {
		return 0
	}
	return min(500*time.Millisecond<<min(n-1, 10), 5*time.Second)
}

// freeMemory gives back what was read of an answer that is refused for its size:
// what is asked for next must not come on top of it.
func freeMemory() { debug.FreeOSMemory() }

package a2aclient

import (
	"runtime/debug"
	"time"
)

// Every size and time that bounds the client (DESIGN §8). Each is announced to
// the user when it cuts.
const (
	maxCardFromNetwork = 4 << 20  // bytes after inflation
	maxCardFromFile    = 64 << 20 // bytes
	maxReply           = 32 << 20 // bytes of one reply or one event, after inflation
	maxErrorBody       = 1 << 20  // bytes of an error's body that are read
	maxHeaderBytes     = 1 << 20
	maxRedirects       = 5   // of a GET, same origin only
	snippetBytes       = 160 // of a foreign body in an error
	maxDepth           = 10_000
	maxItems           = 100_000 // parts, messages, artifacts and tasks in one reply or event
	maxCardValues      = 300_000 // values of a card outside its schemas
	maxCardSkills      = 20_000
	maxCardSchemas     = 100_000

	dialTimeout       = 10 * time.Second
	tlsTimeout        = 10 * time.Second
	keepAlive         = 30 * time.Second
	idleConnTimeout   = 4 * time.Second   // below the 5 s after which Node's server hangs up
	headerTimeout     = 30 * time.Second  // card, get, cancel, subscribe
	sendHeaderTimeout = 120 * time.Second // a send may block until the task settles
	bodyTimeout       = 60 * time.Second  // silence inside a reply that is no stream

	stallNotice    = 15 * time.Second       // silence on a stream before the user is told
	stallCheck     = 60 * time.Second       // silence before the task is asked for and the stream opened again
	settleGrace    = 500 * time.Millisecond // after a settled state, for what still comes on the stream
	pauseGrace     = 5 * time.Second        // after a paused one, which the agent itself may leave again
	confirmWait    = 5 * time.Second        // for a last look at a task whose stream was opened again
	findWait       = 10 * time.Second       // to look for the task of a message whose answer was lost
	findTries      = 3
	findHistory    = 20                     // messages of each task that is listed for that
	wakePause      = 100 * time.Millisecond // between a sign on a session's stream and asking what it was
	retryAfterMost = time.Minute            // of what an agent asks for by Retry-After
	maxReconnect   = 5                      // attempts in a row without news
	maxPollFails   = 8                      // failed polls in a row
)

// reconnectWait is the pause before attempt n (from 1) to open a lost stream.
func reconnectWait(n int) time.Duration { return min(500*time.Millisecond<<(n-1), 4*time.Second) }

// pollWait is the pause before poll n (from 1) since the task last changed.
func pollWait(n int) time.Duration {
	return min(500*time.Millisecond+time.Duration(n-1)*250*time.Millisecond, 3*time.Second)
}

// discard gives back what was read of an answer that is refused for its size:
// what is asked for next must not come on top of it.
func discard() { debug.FreeOSMemory() }

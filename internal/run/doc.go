// Package run is one use of a skill, from payload to outcome, and what it needs:
// an agent with its credentials, signing in, the traffic, commands for a shell.
//
// A [Run] owns its connection: it notes in the journal what it is about to
// send, sends it once, follows the task, gathers artifacts, records every
// frame, and knows how it ended. Screens only watch: they look at a [Snapshot]
// whenever the run wakes them. The run goes on without a watcher; closing it
// ends the connection and leaves the task alone.
//
// The terminal program, the send command and the tests all go through here, so
// that what works in one works in all. The package knows no terminal.
package run

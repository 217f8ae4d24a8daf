// Package wire replays, for tests, what agents on public frameworks sent: [Start] serves
// an agent of testdata/wire on loopback, and knows what the client asked it and which
// streams the client read to their end. The README there describes the files.
//
// Like its parent it shares no protocol code with the client, and only tests import it.
package wire

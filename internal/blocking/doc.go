// Package blocking has the calls that may wait for a disk or a network: it opens
// files and connections for the store, runs, the client and the screens.
//
// The screens must never wait while they handle a key or draw. Tests call [Watch]
// to prove it. Outside tests, each function is that of the standard library.
package blocking

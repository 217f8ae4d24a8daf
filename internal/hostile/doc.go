// Package hostile is a network that fails on purpose, for tests: a proxy that
// cuts, stalls or delays a connection at a byte that the test chooses.
//
// It knows bytes and connections, TCP or in memory (so that a test may fake the
// clock). It does not know what goes through it: no HTTP, no A2A. Only tests
// import it.
package hostile

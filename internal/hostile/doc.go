// Package hostile has, for tests, what can go wrong outside the program: an agent whose
// behaviors are named, seeded and composable, documents and answers that are
// wrong, and a network that fails on purpose.
//
// [Start] runs an agent that does everything right except for the behaviors it is
// given; [All] lists them, each with its expected [Outcome]. The agent writes raw
// bytes, and counts what it was asked: what a program took from it can be compared
// with what it did.
//
// [Proxy] and [Memory] know only bytes and connections: they cut, stall or
// delay at a byte that the test chooses, over TCP or in memory.
//
// It shares no protocol code with the client, so that both cannot be wrong in the
// same way. Only tests import it.
package hostile

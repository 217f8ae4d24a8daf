// Package check decides whether a run is what its test case expects: it writes the verdict document, which
// has all that is known of the run, and checks each expectation against it.
//
// Every expectation gets a line: ok, failed, or not reached. What was not reached never passes.
//
// The package knows no agent and no connection: a run that has ended is all it needs.
package check

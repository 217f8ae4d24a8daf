// Package a2a has the types of the protocol: events, tasks, messages, artifacts and parts, in one form for all dialects
// of A2A, and reads them from what agents send.
//
// It is lenient: what is not understood stays in Raw, exactly as received, and no event is rejected because one of its
// parts is odd. Sending, and the policy of a run, are in package a2aclient.
package a2a

// Package qa has the screens of test cases: those of an agent, a run of them, a case with its expectations, and the one that
// saves a message as a case.
package qa

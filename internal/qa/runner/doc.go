// Package runner runs test cases: it fills in the form of a skill as `send` does, repeats each case as
// often as the case says, runs the attempts over a number of workers, and sums their verdicts up.
// It also lists cases with what came of them last, and makes new ones.
//
// Before anything is sent, the input of every case is validated. One that is not what its case says is an error, and is
// not sent. Each attempt is a run of its own, with a message of its own; nothing is ever sent again in silence.
package runner

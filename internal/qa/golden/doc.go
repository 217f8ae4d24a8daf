// Package golden compares the output of a run with that of an earlier one, which a golden file holds.
//
// A golden file is JSON: a list of artifacts, each with its name and its parts, without ids. Digits and the order of members
// are as they were received.
package golden

// Package casefile reads the files of test cases: what is sent to a skill, and what is expected of the
// answer.
//
// A file is TOML. Data is JSON in literal strings or in files of its own, because TOML has neither null nor exact digits.
// Every problem of a file is told with its line and column, and a key that is not known with the nearest one that is.
//
// The package knows no agent and sends nothing.
package casefile

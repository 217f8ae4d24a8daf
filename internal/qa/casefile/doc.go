// Package casefile reads the files of test cases: what to send to a skill, and what to expect of the
// answer.
//
// A file is TOML. Data is JSON in literal strings or in files of its own, because TOML has neither null nor exact digits.
// It reports every problem of a file with its line and column, and suggests the nearest known key for an unknown one.
//
// The package knows no agent and sends nothing.
package casefile

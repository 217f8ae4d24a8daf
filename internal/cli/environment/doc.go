// Package environment opens the agents of test cases in an environment of the suite, with what it sends to them, and says which
// environments are protected.
package environment

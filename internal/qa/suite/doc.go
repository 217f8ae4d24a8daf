// Package suite reads the file of a test suite: where its cases are, what they share, how much may be sent, and the
// environments that they run in.
package suite

// Package history keeps how the cases of a suite ended the last time, in a file for each suite.
package history

// Package version knows which build of the program runs.
package version

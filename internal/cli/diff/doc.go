// Package diff has the command runs diff, which compares the outputs of runs.
package diff

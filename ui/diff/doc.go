// Package diff has the screen that compares the outputs of two runs, or of a golden file and a run.
package diff

// Package recorded has the commands runs note and runs report, and prints the notes of a run.
package recorded

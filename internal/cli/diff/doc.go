// Package diff has the commands that compare the outputs of runs: runs diff, and compare, which sends the same to two agents.
package diff

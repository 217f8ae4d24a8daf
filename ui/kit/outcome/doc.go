// Package outcome says in a word and a mark what came of a run, the same on every screen.
package outcome

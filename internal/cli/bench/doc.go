// Package bench is the command bench: it measures how long an agent takes.
package bench

// Package history has the list of the runs that are kept, to open, replay, repeat or follow.
package history

// Package pace holds messages back, so that an agent gets no more of them than it may: at most so many in a time, and none while
// it asks to be left alone.
package pace

// Package when reads dates as people type them: "tomorrow", "next fri", "+3d", "14 may".
// The caller says what the time is now, so that the result depends on nothing else.
package when

// Package traffic keeps what a run sent and received, for the user to look at: requests,
// responses and events as frames, the last ones, each cut to a limit.
package traffic

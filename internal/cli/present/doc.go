// Package present is the command present, and the socket by which the notes in a second terminal follow.
package present

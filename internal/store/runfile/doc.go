// Package runfile is the format of the file of a run: what was sent, what came back and how it
// ended, one line of JSON each. It writes such a file while the run goes on, so that a full disk
// or a kill costs no more than the lines it hits, and reads it again.
package runfile

// Package cli is the command line: one file a command, each an options struct,
// a constructor that turns flags into it, and a function that runs it.
//
// Standard output carries results only, standard error everything else. Exit
// codes are: 0 the operation was done, whatever the task's
// outcome; 1 failure; 2 usage, or input that fails its schema; 3 no agent or no
// card; 4 authentication; 5 time-out; 10 a check that the caller asked for
// failed; 130 interrupted.
//
// The package knows flags and calls. It knows no schema keyword and no field of
// the protocol.
package cli

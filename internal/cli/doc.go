// Package cli is the command line. Each command has a file, or several: an options
// struct, a constructor that turns flags into it, and a function that runs it.
// [Main] runs the program.
//
// Standard output carries results only, standard error everything else.
// docs/reference/exit-codes.md has the exit codes; package command has their
// constants.
//
// The package knows flags and calls. It knows no schema keyword and no field of
// the protocol.
package cli

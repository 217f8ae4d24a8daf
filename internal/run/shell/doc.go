// Package shell writes requests as commands of a POSIX shell.
package shell

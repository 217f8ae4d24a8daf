// Package command is what all commands of the program share: the streams they read and
// write, the agent and the connection that flags describe, how results are printed, and
// what becomes of errors.
package command

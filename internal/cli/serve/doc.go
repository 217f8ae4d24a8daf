// Package serve has the command serve, which runs the program a2aform-serve.
package serve

// Package helptext renders the help of a command: its description, usage, examples,
// commands and flags, wrapped at the terminal's width.
package helptext

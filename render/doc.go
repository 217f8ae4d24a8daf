// Package render turns what an agent sent into something to look at: artifacts
// and their schemas into blocks (fields, table, text, file, JSON, notice).
//
// A data part whose tag names a declared schema is shown by that schema: its
// titles, its order, its formats, and a mark on every value that breaks it. Any
// other data part is shown by its own shape, and says so. Numbers keep their
// digits, strings their text; what is too long for its place is cut with "…".
//
// Package render/draw turns a [Document] into lines of a terminal, render/export
// into a file.
//
// The package knows values and schemas. It knows no network, no A2A message and no
// screen.
package render

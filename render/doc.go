// Package render turns what an agent sent into something to look at: artifacts
// and their schemas into blocks (fields, grid, text, file, JSON, notice), and
// blocks into lines of a width.
//
// A data part whose tag names a declared schema is shown by that schema: its
// titles, its order, its formats, and a mark on every value that breaks it. Any
// other data part is shown by its own shape, and says so. Numbers keep their
// digits, strings their text; what is too long for its place is cut with "…".
//
// A [Document] is drawn as lines that know where problems are and what opens
// ([Document.Draw]), or written as a file ([Document.Export]).
//
// The package knows values, schemas and text cells. It knows no network, no A2A
// message, no keys and no colours: a [Style] is handed in, and everything
// foreign is drawn through internal/safe.
package render

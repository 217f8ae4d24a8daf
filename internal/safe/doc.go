// Package safe turns text that came from outside into text that may be drawn
// on a terminal.
//
// Cards, schemas, events and files are written by strangers. Their text can
// hold escape sequences, carriage returns, bidirectional overrides or a
// thousand combining marks. The type system keeps it off the screen: untrusted
// text is a [Raw], which has no String method; only a [Line] or a [Block] made
// from it can be drawn. Nothing is ever removed silently: what cannot be shown
// as it is, is shown as a visible mark, so no text can hide other text.
//
// A page takes [HTML], which only these functions make of a text.
//
// [NewLogWriter] writes for the log of a CI job, which is read by a program.
//
// [FileName], [Words] and [Nearest] work on names.
//
// The package knows Unicode and nothing else: no JSON, no schema, no screen.
package safe

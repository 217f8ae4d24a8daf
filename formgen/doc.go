// Package formgen turns a JSON Schema into a form that has no screen: fields
// with their labels, bounds and states, verbs that edit them, problems located
// at them, and the exact bytes to submit.
//
// The form owns every value. A widget only edits what was touched, through the
// verbs; text that is not (yet) a value stays in its field with its problem.
// Absent, null and empty are three different states. Nothing typed is thrown
// away: a field keeps its text while it is absent, and structural edits can be
// undone.
//
// The form asks [a2aform/internal/schema] what applies at a place and what is
// valid there; it interprets no keyword itself.
//
// What is a typed field: text, numbers, booleans, enumerations, constants,
// objects with declared fields, lists of those, each also as "or null". Any
// other place is a JSON editor for just that place, judged by the same schema.
//
// The room knows no terminal and no network.
package formgen

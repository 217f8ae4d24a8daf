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
// The form asks [a2aform/internal/schema] what applies at a location and what is
// valid there; it interprets no keyword itself.
//
// Every place of which a schema says what it is has a typed field. Where a
// schema offers several shapes, the one that was chosen is part of the form's
// state and never guessed from the value; what was typed in another comes back
// with it. Members that a condition brings and takes away keep what was typed
// while they are gone, and are not sent. A place of which nothing is said is a
// JSON editor, validated by the same schema; any location can be turned into one and
// back.
//
// The package knows no terminal and no network.
package formgen

// Package formgen turns a JSON Schema into a form that has no screen: fields
// with their labels, bounds and states, methods that edit them, problems located
// at them, and the exact bytes to submit.
//
// The form owns every value. A widget edits one field at a time, through the
// form's methods; text that is not a value yet stays in its field with its problem.
// Omitted, null and empty are three different states. Nothing typed is thrown
// away: a field keeps its text while it is omitted, and each edit can be taken
// back, to the start.
//
// The form asks [a2aform/internal/schema] what applies at a location and what is
// valid there; it interprets no keyword itself.
//
// Every location that the schema describes has a typed field. Where a schema
// offers several shapes, the chosen one is part of the form's state and never
// guessed from the value; each shape keeps what was typed in it. Members that
// depend on a condition keep what was typed while they are gone, and are not
// sent. A location that the schema does not describe is a JSON editor, validated
// by the same schema; any location can be turned into one and back.
//
// The package knows no terminal and no network.
package formgen

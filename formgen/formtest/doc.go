// Package formtest fills in forms as a person does, for tests: it types whole
// values with the mutators of [a2aform/formgen], counts what could be typed, and
// checks for a schema with its instances the properties that every form has.
//
// The package imports what formgen imports.
package formtest

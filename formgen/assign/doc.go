// Package assign fills in the fields of a form by their paths, as `--set NAME=VALUE` writes
// them.
//
// A path is written with dots, "stops.0.place", or as a JSON pointer, "/stops/0/place"
// (RFC 6901). Objects, list items and shapes on the way are added and chosen.
package assign

// Package table makes tables of lists: the rows of a list of objects or the members of
// a map, with columns by the schema and by the data.
//
// A [Table] reads its rows as they are looked at. A large list stays text, of which
// only the cells that are requested are decoded. A [View] is a choice and an order of
// rows: sorting, filtering, searching and summaries work on it.
package table

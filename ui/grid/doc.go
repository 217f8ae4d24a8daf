// Package grid has the screen of a table: sorting, filtering, searching, columns, marks, and
// what is checked and summed up beside it.
package grid

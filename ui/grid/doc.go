// Package grid has the screen of a table: sorting, filtering, searching, columns, marks, and the
// checks and sums that run in the background.
package grid

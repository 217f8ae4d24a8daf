// Package grid shows a table of any size through a window: it asks its source
// for the cells that can be seen and for no others.
//
// It knows rows, columns, widths and a cursor. Columns can be widened, hidden,
// moved and frozen; rows can be marked. What a cell means, sorting and filtering
// are its owner's.
package grid

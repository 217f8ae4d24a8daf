package ui

// pointer is a screen with a list. The first click goes to a row, one on the row
// under the cursor does what enter does.
type pointer interface {
	// point goes to the row at a column and a line of the screen's room, and
	// reports whether the cursor was there already.
	point(column, line int) bool
}

package kit

// Pointer is a screen with a list. The first click goes to a row, one on the row
// under the cursor does what enter does.
type Pointer interface {
	// Point goes to the row at a column and a line of the screen's area, and
	// reports whether the cursor was there already.
	Point(column, line int) bool
}

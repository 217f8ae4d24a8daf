package kit

// Rect is a part of a screen, in cells. One without columns is not shown.
type Rect struct{ X, Y, Width, Height int }

// At is a part of a screen from a cell on.
func At(x, y, width, height int) Rect { return Rect{x, y, width, height} }

// IsShown reports whether there is such a part.
func (r Rect) IsShown() bool { return r.Width > 0 }

// Has reports whether a cell is in it.
func (r Rect) Has(column, line int) bool {
	return column >= r.X && column < r.X+r.Width && line >= r.Y && line < r.Y+r.Height
}

// Inside is the size of what is inside a pane with its border.
func (r Rect) Inside() (width, height int) {
	return max(r.Width-FrameWidth, 0), max(r.Height-FrameHeight, 0)
}

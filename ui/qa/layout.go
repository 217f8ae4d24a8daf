package qa

import "a2aform/ui/kit"

const (
	wideDetail  = 138 // from how many columns on the output is next to the expectations: on a terminal of 140
	minBelow    = 14  // rows of the screen that it needs below them
	minInput    = 16  // rows of the screen that the start of the input needs
	mostAbove   = 8   // expectations in sight where the output is below them
	detailLines = 6   // about the expectation at the cursor, with the line above them
	leastDetail = 4   // of these, where all expectations are in sight then
)

// detailFacts are what the layout of a case depends on.
type detailFacts struct {
	width, height int
	hasFrame      bool                 // there is space for panes
	expectations  int                  // of the attempt
	hasInput      bool                 // it has an input
	hasOutput     bool                 // and an output
	left          func(kit.Border) int // columns left of a border that the user may have moved
}

// detailLayout is where the parts of a case are.
type detailLayout struct {
	expectations, output kit.Rect // with their borders, if they have some
	input                int      // lines of the start of the input, above the expectations
	rows                 int      // expectations in sight
	isBeside             bool     // the output is beside them, not below
	border               kit.Border
}

// detailLayoutOf lays a case out: the expectations, and the output beside or below them.
func detailLayoutOf(f detailFacts) (l detailLayout) {
	if f.hasInput && f.height >= minInput {
		l.input = 1
	}
	frame := 0
	if f.hasFrame {
		frame = kit.FrameHeight
	}
	l.expectations = kit.At(0, 0, f.width, f.height)
	switch {
	case !f.hasOutput:
	case f.hasFrame && f.width >= wideDetail:
		l.isBeside, l.border = true, kit.Border{Of: "case", Usual: f.width * 11 / 20, Room: f.width}
		left := f.left(l.border)
		l.expectations.Width, l.output = left, kit.At(left, 0, f.width-left, f.height)
	case f.height >= minBelow:
		height := min(min(f.expectations, mostAbove)+l.input+1+detailLines+frame, f.height*3/5)
		l.expectations.Height, l.output = height, kit.At(0, height, f.width, f.height-height)
	}
	rows := l.expectations.Height - frame
	l.rows = max(rows-1-l.input-min(detailLines, rows/2), min(f.expectations, rows-1-l.input-leastDetail), 1)
	return l
}

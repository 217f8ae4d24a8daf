package ui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// fittedLines are the lines of a frame, cut to the width of the screen. Most lines of a
// frame are those of the frame before, which are not measured again.
type fittedLines struct {
	isByGrapheme bool // the terminal draws characters that belong together as one (mode 2027)
	width        int
	before, next map[string]string
}

// swap begins the next frame.
func (f *fittedLines) swap(width int) {
	f.before, f.next, f.width = f.next, f.before, width
	clear(f.next)
}

// useGraphemes says that the terminal draws characters that belong together as one.
func (f *fittedLines) useGraphemes() { *f = fittedLines{isByGrapheme: true} }

// fit cuts a line of the body to the width of the screen.
func (f *fittedLines) fit(line string, width int) string {
	if f.next == nil {
		f.before, f.next = map[string]string{}, map[string]string{}
	}
	cut, known := f.before[line]
	if !known || f.width != width {
		cut = f.within(ansi.Truncate(line, width-1, "…"), width-1)
	}
	f.next[line] = cut
	return cut
}

// within makes a line fit where the terminal draws each character for itself: emoji with tones and letters of India, for example, are then
// wider than as a whole. What they take too much is taken from the spaces behind them, so that columns and borders stay where they are; what
// is still too wide is cut with a mark, where its end would be gone without a word.
func (f *fittedLines) within(line string, width int) string {
	if f.isByGrapheme {
		return line
	}
	if ansi.StringWidthWc(line) > ansi.StringWidth(line) {
		line = withoutExcess(line)
	}
	if ansi.StringWidthWc(line) <= width {
		return line
	}
	wide := line + strings.Repeat(" ", width) // TruncateWc leaves alone what fits as graphemes
	return ansi.TruncateWc(wide, width, "…")
}

// withoutExcess leaves out spaces behind characters that take more cells one by one than together. Of several spaces one stays.
func withoutExcess(line string) string {
	var sb strings.Builder
	excess, spaces := 0, 0
	var state byte
	for len(line) > 0 {
		sequence, width, n, next := ansi.DecodeSequence(line, state, nil)
		state, line = next, line[n:]
		switch {
		case sequence != " ":
			if width > 0 {
				excess += max(ansi.StringWidthWc(sequence)-width, 0)
				spaces = 0
			}
			sb.WriteString(sequence)
		case spaces > 0 && excess > 0:
			excess--
		default:
			spaces++
			sb.WriteByte(' ')
		}
	}
	return sb.String()
}

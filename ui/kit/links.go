package kit

import (
	"charm.land/bubbles/v2/key"

	"a2aform/render/draw"
)

// Links are the parts of a drawing that can be opened, and the lines with a value that breaks its schema. The drawing is in a
// window, below so many other lines.
type Links struct {
	Drawing *draw.Drawing
	Chosen  int // -1 for none
}

// gutter is the space left of the lines, for the sign at the chosen link.
const gutter = 2

// LinkRoom is how wide a drawing with links may be in so many columns.
func LinkRoom(width int) int { return max(width-gutter, 1) }

// Show takes another drawing.
func (l *Links) Show(d *draw.Drawing) {
	if l.Drawing = d; l.Chosen >= len(d.Links) {
		l.Chosen = -1
	}
}

// Lines are those of the drawing, with the sign at the chosen link.
func (l *Links) Lines(st *Styles) []string {
	lines := make([]string, len(l.Drawing.Lines))
	at := -1
	if l.Chosen >= 0 {
		at = l.Drawing.Links[l.Chosen].Line
	}
	for i, line := range l.Drawing.Lines {
		lines[i] = "  " + line
		if i == at {
			lines[i] = st.Accent.Render("▸") + " " + line
		}
	}
	return lines
}

// Next chooses the next link, or the one before; of none that is in sight, the first one in sight.
func (l *Links) Next(by int, w *Scroll, above int) Action {
	links := l.Drawing.Links
	if l.Chosen < 0 || !w.sees(above+links[l.Chosen].Line) {
		l.Chosen = l.firstInSight(w, above)
	} else {
		l.Chosen = (l.Chosen + by + len(links)) % len(links)
	}
	w.Reveal(above + l.end()) // its lines, or as many as fit
	w.Reveal(above + links[l.Chosen].Line)
	return Infof("Enter opens %s (%d of %d)", links[l.Chosen].Title, l.Chosen+1, len(links))
}

// end is the last line before the link after the chosen one.
func (l *Links) end() int {
	if links := l.Drawing.Links; l.Chosen+1 < len(links) {
		return links[l.Chosen+1].Line - 1
	}
	return len(l.Drawing.Lines) - 1
}

// firstInSight is the first link in the window or below it, else the last one.
func (l *Links) firstInSight(w *Scroll, above int) int {
	for i, link := range l.Drawing.Links {
		if above+link.Line >= w.Top {
			return i
		}
	}
	return len(l.Drawing.Links) - 1
}

// Open opens the chosen link, or the first one in sight.
func (l *Links) Open(h *Host, w *Scroll, above int) Action {
	if l.Chosen < 0 || !w.sees(above+l.Drawing.Links[l.Chosen].Line) {
		l.Chosen = l.firstInSight(w, above)
	}
	link := l.Drawing.Links[l.Chosen]
	return OpenBlocks(h, link.Title, link.Blocks())
}

// NextProblem scrolls to the next line with a problem, or to the one before.
func (l *Links) NextProblem(by int, w *Scroll, above int) Action {
	stops, at := l.Drawing.Problems, -1
	for i, line := range stops {
		if line += above; by > 0 && line > w.looked && at < 0 || by < 0 && line < w.looked {
			at = i
		}
	}
	if at < 0 && by > 0 {
		at = 0
	} else if at < 0 {
		at = len(stops) - 1
	}
	w.Reveal(above + stops[at])
	return Infof("problem %d of %d", at+1, len(stops))
}

// sees reports a line that is in the window.
func (s *Scroll) sees(line int) bool { return line >= s.Top && line < s.Top+s.Height }

// CannotOpen says why no link can be opened, "" where one can.
func (l *Links) CannotOpen() string { return Unless(len(l.Drawing.Links) > 0, "nothing here opens") }

// NoProblem says why there is no problem to go to, "" where there is one.
func (l *Links) NoProblem() string {
	return Unless(len(l.Drawing.Problems) > 0, "nothing is wrong here")
}

var _ = RegisterKeys("result", &BlockKeys)

// BlockKeys are the keys of blocks.
var BlockKeys = struct {
	NextLink, PreviousLink, OpenLink, NextProblem, PreviousProblem key.Binding
}{
	NextLink:        Bind("Next part", "tab"),
	PreviousLink:    Bind("Previous part", "shift+tab"),
	OpenLink:        Bind("Open part", "enter"),
	NextProblem:     Bind("Next problem", "]", "f6"),
	PreviousProblem: Bind("Previous problem", "["),
}

package kit

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/widget/ansistyle"
)

// PaneStyle are the looks of panes.
type PaneStyle struct {
	Border, FocusedBorder ansistyle.Style
	Title, FocusedTitle   ansistyle.Style
	Note                  ansistyle.Style
	Behind                ansistyle.Style // what a dialog covers in part
}

// MinPaneWidth is from how many columns on a pane has a border.
const MinPaneWidth = 58

// FrameWidth and FrameHeight are the columns and rows that the border and the space in it
// take.
const (
	FrameWidth  = 4
	FrameHeight = 2
)

// NoteEnd are the columns of the border after the note.
const NoteEnd = 3

// Pane is what [PaneStyle.Draw] draws.
type Pane struct {
	Title, Note   string // paneAt the left and at the right of the upper border; safe to show
	About         string // after the title, where all of it fits; safe to show
	IsNoteStyled  bool   // the note has its colors already
	Lines         []string
	Width, Height int      // with the border
	Left, Right   []string // the lines of the panes next to it, which are as high
	HasFocus      bool
}

// Draw returns the lines of a pane: as many and as wide as it says. Lines that do not fit
// are cut.
func (st *PaneStyle) Draw(p Pane) []string {
	var sb strings.Builder
	st.Write(&sb, p)
	return strings.Split(sb.String(), "\n")
}

// Write writes the lines that [PaneStyle.Draw] returns, without copying them.
func (st *PaneStyle) Write(sb *strings.Builder, p Pane) {
	border := st.Border
	if p.HasFocus {
		border = st.FocusedBorder
	}
	side, inner := border.Paint("│"), max(p.Width-FrameWidth, 1)
	top, end := st.top(p, border), border.Paint("╰"+strings.Repeat("─", max(p.Width-2, 0))+"╯")
	rows := max(p.Height-FrameHeight, 0)
	sb.WriteString(paneAt(p.Left, 0))
	sb.WriteString(top)
	sb.WriteString(paneAt(p.Right, 0))
	for i := range rows {
		text := ansi.Truncate(paneAt(p.Lines, i), inner, "…")
		free := inner - ansi.StringWidth(text)
		for _, part := range [...]string{"\n", paneAt(p.Left, i+1), side, " ", text, blankPane(free), " ", side, paneAt(p.Right, i+1)} {
			sb.WriteString(part)
		}
	}
	sb.WriteByte('\n')
	sb.WriteString(paneAt(p.Left, p.Height-1))
	sb.WriteString(end)
	sb.WriteString(paneAt(p.Right, p.Height-1))
}

// paneAt is a line, or none where there are fewer.
func paneAt(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// top is the upper border. A pane that has the focus is marked without colors, too.
func (st *PaneStyle) top(p Pane, border ansistyle.Style) string {
	title, note := "", ""
	room := p.Width - FrameWidth
	if p.Title != "" && room > 0 {
		marker, style := " ", st.Title
		if p.HasFocus {
			marker, style = "▌", st.FocusedTitle
		}
		title = border.Paint(marker) + style.Paint(ansi.Truncate(p.Title, room, "…")) + " "
	}
	if p.Note != "" && ansi.StringWidth(p.Note) <= NoteRoom(p.Width, p.Title) {
		note = p.Note
		if !p.IsNoteStyled {
			note = st.Note.Paint(note)
		}
		note = " " + note + " " + border.Paint("─")
	}
	rest := max(p.Width-2-ansi.StringWidth(title)-ansi.StringWidth(note), 0)
	if w := ansi.StringWidth(p.About); title != "" && w > 0 && w+aboutGap+minRule <= rest {
		title += st.Note.Paint("· "+p.About) + " "
		rest -= w + aboutGap
	}
	return border.Paint("╭") + title + border.Paint(strings.Repeat("─", rest)) + note + border.Paint("╮")
}

// NoteRoom is how many columns a note may have beside a title.
func NoteRoom(width int, title string) int {
	const around = 2 + 2 + 3 // the corners, the title's and the note's
	if title == "" {
		return width - around + 2
	}
	return width - around - ansi.StringWidth(title)
}

const (
	aboutGap = 3 // what is around the text after the title
	minRule  = 3 // of the border that is left then
)

// MaxTextWidth is up to which width text can be read well.
const MaxTextWidth = 120

// Beside joins panes from left to right, with blank lines below those that are less high.
func Beside(panes ...[]string) []string {
	height := 0
	for _, p := range panes {
		height = max(height, len(p))
	}
	lines := make([]string, height)
	for i := range lines {
		for _, p := range panes {
			if i < len(p) {
				lines[i] += p[i]
			} else if len(p) > 0 {
				lines[i] += blankPane(ansi.StringWidth(p[0]))
			}
		}
	}
	return lines
}

// Backdrop is a screen behind a dialog.
type Backdrop struct {
	width int
	lines []string // as wide as the screen, in their colors only where those are kept
	drawn []string // the same as they are drawn
	paint func(string) string

	column, end int      // where the dialog was drawn last
	left, right []string // of each line, next to it
}

// Dim makes the backdrop of the lines of a screen of that width.
func (st *PaneStyle) Dim(screen []string, width int) *Backdrop {
	b := &Backdrop{width: width, lines: make([]string, len(screen)), drawn: make([]string, len(screen)), paint: st.Behind.Paint}
	for i, line := range screen {
		b.lines[i] = fitPane(ansi.Strip(line), width) //nolint:forbidigo // what is drawn already is drawn again
		b.drawn[i] = b.paint(b.lines[i])
	}
	return b
}

// Keep makes a backdrop that keeps its colors, for a dialog that chooses them.
func Keep(screen []string, width int) *Backdrop {
	b := &Backdrop{width: width, lines: make([]string, len(screen)), paint: func(s string) string { return s }}
	for i, line := range screen {
		b.lines[i] = fitPane(line, width)
	}
	b.drawn = b.lines
	return b
}

// Over lays a dialog, whose lines are of one width, over a backdrop, at a column and a row.
func (st *PaneStyle) Over(behind *Backdrop, dialog []string, column, row int) []string {
	lines := slices.Clone(behind.drawn)
	if len(dialog) == 0 {
		return lines
	}
	if end := column + ansi.StringWidth(dialog[0]); behind.left == nil || column != behind.column || end != behind.end {
		behind.column, behind.end = column, end
		behind.cut()
	}
	for i, box := range dialog[:min(len(dialog), max(len(lines)-row, 0))] {
		lines[row+i] = behind.left[row+i] + box + behind.right[row+i]
	}
	return lines
}

// cut makes what is left of a backdrop next to the dialog.
func (b *Backdrop) cut() {
	b.left, b.right = make([]string, len(b.lines)), make([]string, len(b.lines))
	for i, line := range b.lines {
		right := ansi.TruncateLeft(line, b.end, "")
		if short := b.width - b.end - ansi.StringWidth(right); short >= 0 {
			right = blankPane(short) + right
		} else { // the cut went through a wide character
			right = fitPane(ansi.TruncateLeft(line, b.end+1, ""), b.width-b.end)
		}
		b.left[i], b.right[i] = b.paint(fitPane(ansi.Truncate(line, b.column, ""), b.column)), b.paint(right)
	}
}

// fitPane makes a line exactly as wide as width says.
func fitPane(line string, width int) string {
	line = ansi.Truncate(line, width, "…")
	return line + blankPane(width-ansi.StringWidth(line))
}

// blankPane is so many spaces.
func blankPane(n int) string { return strings.Repeat(" ", max(n, 0)) }

package kit

import (
	"maps"
	"slices"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/store"
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

// over lays a dialog, whose lines are of one width, over a backdrop, at a column and a row.
func (st *PaneStyle) over(behind *Backdrop, dialog []string, column, row int) []string {
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

// Border is where two panes that are side by side meet. The user moves it by keys, on all screens of its kind, also of later sessions.
type Border struct {
	Of    string // the kind of the screen; "" where no panes are side by side
	Usual int    // columns left of it, with the border of the pane, as long as the user has not moved it
	Room  int    // columns of both panes
	Least int    // columns that are left of it at least; 0 for as many as right of it
}

// Borders are the borders that were moved. Its methods may be called from several goroutines.
type Borders struct {
	keep   *store.Store // nil keeps nothing
	mu     sync.Mutex
	shares store.Borders
}

// NewBorders are the borders as they were kept. It reads a file.
func NewBorders(keep *store.Store) *Borders { return &Borders{keep: keep, shares: keep.Borders()} }

const (
	borderStep    = 4  // columns
	leastBeside   = 20 // columns of a pane, with its border, where it needs no more
	wholeInShares = 1000
)

// Left is how many columns are left of a border.
func (b *Borders) Left(of Border) int {
	left := of.Usual
	if b != nil {
		b.mu.Lock()
		share, isMoved := b.shares[of.Of]
		b.mu.Unlock()
		if isMoved {
			left = (of.Room*share + wholeInShares/2) / wholeInShares
		}
	}
	return of.within(left)
}

// within leaves both panes some columns.
func (b Border) within(left int) int {
	return max(min(left, b.Room-leastBeside), min(max(leastBeside, b.Least), b.Usual))
}

// move moves a border.
func (b *Borders) move(of Border, columns int) {
	left := of.within(b.Left(of) + columns)
	b.mu.Lock()
	defer b.mu.Unlock()
	shares := maps.Clone(b.shares)
	if shares == nil {
		shares = store.Borders{}
	}
	shares[of.Of] = left * wholeInShares / max(of.Room, 1)
	b.shares = shares
}

// save keeps the borders as they are now.
func (b *Borders) save() {
	b.mu.Lock()
	defer b.mu.Unlock()
	_ = b.keep.KeepBorders(b.shares) // they are moved again
}

// BorderKeys move the border of a screen's panes; there are none where the screen has no two side by side.
func (h *Host) BorderKeys(s Screen, b Border, layout func()) []Key {
	if b.Of == "" || h.Borders == nil {
		return nil
	}
	left, right := Keys.BorderLeft, Keys.BorderRight
	if IsFree(s, PlainKeys.BorderLeft.Keys()[0]) {
		left, right = PlainKeys.BorderLeft, PlainKeys.BorderRight
	}
	by := func(columns int) func() tea.Cmd {
		return func() tea.Cmd {
			h.Borders.move(b, columns)
			layout()
			return h.Writes.TrackWrites(func() tea.Msg {
				h.Borders.save()
				return nil
			})
		}
	}
	return []Key{On(left, by(-borderStep)).In(Moving), On(right, by(borderStep)).In(Moving)}
}

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

// Pointer is a screen with a list. The first click goes to a row, one on the row
// under the cursor does what enter does.
type Pointer interface {
	// Point goes to the row at a column and a line of the screen's area, and
	// reports whether the cursor was there already.
	Point(column, line int) bool
}

// Button is a command and the key that stands for it.
type Button struct {
	Label, Key string
	IsOff      bool // it does nothing yet
}

// Buttoned is a screen that draws buttons, none where it has no room. The footer does not name their keys again.
type Buttoned interface{ Buttons() []Button }

// ButtonStyle are the looks of buttons.
type ButtonStyle struct{ Label, Key, Focused, Off lipgloss.Style }

// Line draws buttons next to each other, in at most width columns. The one at the index
// focus has the focus; -1 is for none.
func (st *ButtonStyle) Line(buttons []Button, focus, width int) string {
	var line strings.Builder
	for i, b := range buttons {
		if b.IsOff {
			line.WriteString(" " + st.Off.Render(b.text()) + " ")
			continue
		}
		if i == focus {
			line.WriteString(" " + st.Focused.Render(b.text()) + " ")
			continue
		}
		line.WriteString(" [ " + st.Label.Render(b.Label) + "  " + st.Key.Render(b.Key) + " ] ")
	}
	return ansi.Truncate(line.String(), width, "…")
}

func (b Button) text() string {
	if b.IsOff {
		b.Key = strings.Repeat("·", len(b.Key))
	}
	return "[ " + b.Label + "  " + b.Key + " ]"
}

// ButtonAt returns the index of the button at a column of their line, -1 for none.
func ButtonAt(buttons []Button, column int) int {
	for i, b := range buttons {
		width := lipgloss.Width(b.text()) + 2
		if column >= 0 && column < width {
			return i
		}
		column -= width
	}
	return -1
}

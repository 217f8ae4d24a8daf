package task

import "a2aform/ui/kit"

const (
	wide         = 98  // from how many columns on both panes are next to one another: on a terminal of 100
	threePanes   = 138 // from how many the row of a table is beside it and the messages, and what was asked above these
	minHeight    = 12  // rows that panes need
	minPane      = 5   // rows that a pane needs for its border
	lastMessages = 3   // above the result, where there is one pane
	maxMessages  = 46  // columns of the pane of messages
	minMessages  = 30  // next to a table
)

// facts are what the layout of a run depends on.
type facts struct {
	width, height int                 // of the screen
	below         int                 // lines at its bottom: the answer, or what went wrong
	thread        int                 // the line of the thread, below the first one
	folded        int                 // lines of messages above a table that has the screen
	messages      int                 // lines of them
	asked         func(width int) int // lines of what was filled in, in so many columns

	left func(kit.Border) int // columns left of a border that the user may have moved; nil for as many as usual

	isTable     bool // the result is a table
	isZoomed    bool // which has the screen
	hasRow      bool // whose row at the cursor is open, and has the keys
	onResult    bool // the result is in sight where there is space for one pane
	isAnswering bool // an answer is typed
	isOver      bool // no more messages come
}

// layout is where the parts of a run are below its first line. Where there are no panes, all of it is in one window.
type layout struct {
	asked, messages, result kit.Rect // panes with their frames, or a table that has the screen
	tail                    kit.Rect // the last messages above the result
	status                  kit.Rect // a line on the table
	window                  kit.Rect // of the part with the keys, where no pane fits
}

// layoutOf lays a run out: what was asked above the messages, the result beside them; on a narrow screen the result below the last
// messages, or all of these.
func layoutOf(f facts) (l layout) {
	switch {
	case f.isZoomed:
		top := 1 + f.thread + f.folded
		l.result = kit.At(0, top, f.width, max(f.height-top-f.below, 1))
		return l
	case !f.hasPanes():
		return l
	}
	top := 1 + f.thread
	height := f.height - top - f.below
	if f.isTable && !f.isAnswering && height >= minHeight {
		height--
		l.status = kit.At(0, top+height, f.width, 1)
	}
	all := kit.At(0, top, f.width, max(height, 1))
	switch {
	case all.Height < minPane:
		l.window = all
	case f.isWide() && f.isTable && f.hasRow && f.width < threePanes:
		l.result = all // with its row beside it
	case f.isWide():
		l.sideBySide(all, f)
	case !f.onResult:
		l.messages = all
	default:
		if l.result = all; all.Height >= lastMessages+minPane && f.messages > 0 {
			tail := min(lastMessages, f.messages)
			l.tail = kit.At(0, all.Y, f.width, tail)
			l.result = kit.At(0, all.Y+tail, f.width, all.Height-tail)
		}
	}
	return l
}

// sideBySide puts what was asked and the messages to the left of the result. What was asked has a third of the height, or what the
// messages leave when no more come.
func (l *layout) sideBySide(all kit.Rect, f facts) {
	left := f.messagesWidth()
	l.result = kit.At(left, all.Y, all.Width-left, all.Height)
	asked := 0
	if f.width >= threePanes {
		room := all.Height/3 - kit.FrameHeight
		if f.isOver {
			room = max(room, all.Height-f.messages-2*kit.FrameHeight)
		}
		if lines := f.asked(left - kit.FrameWidth); lines > 0 && room > 0 {
			asked = min(lines, room) + kit.FrameHeight
			l.asked = kit.At(0, all.Y, left, asked)
		}
	}
	l.messages = kit.At(0, all.Y+asked, left, all.Height-asked)
}

func (f facts) hasPanes() bool { return f.width >= kit.MinPaneWidth && f.height >= minHeight }

func (f facts) isWide() bool { return f.width >= wide }

// messagesWidth is the width of the pane of messages beside the result.
func (f facts) messagesWidth() int {
	if f.left == nil {
		return f.border().Usual
	}
	return f.left(f.border())
}

// border is that between the messages and the result.
func (f facts) border() kit.Border {
	switch {
	case f.width >= threePanes:
		return kit.Border{Of: "run", Usual: f.width / 4, Room: f.width}
	case f.isTable:
		return kit.Border{Of: "run with a table", Usual: max(f.width/5, minMessages), Room: f.width}
	}
	return kit.Border{Of: "run", Usual: min(f.width*2/5, maxMessages), Room: f.width}
}

// timelineWidth is how many columns an entry of the timeline has.
func (f facts) timelineWidth() int {
	switch {
	case !f.hasPanes():
		return f.width
	case f.isWide():
		return f.messagesWidth() - kit.FrameWidth
	}
	return f.width - kit.FrameWidth
}

// resultWidth is how many columns a result has that is no table.
func (f facts) resultWidth() int {
	switch {
	case !f.hasPanes():
		return f.width
	case f.isWide():
		return f.width - f.messagesWidth() - kit.FrameWidth
	}
	return f.width - kit.FrameWidth
}

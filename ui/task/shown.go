package task

// focus is the pane that the keys move.
type focus uint8

const (
	byItself   focus = iota // the messages while the task goes on, then the artifact
	onMessages              // the user chose it
	onArtifact
)

// zoom says whether the table takes the screen, below the rail.
type zoom uint8

const (
	zoomByItself zoom = iota // once it is complete, where there is one pane, or where the messages would hide columns
	zoomedIn                 // the user chose it
	zoomedOut
)

// shown is what decides which parts of a run are shown, and which of them has the keys.
type shown struct {
	width, height int
	focus         focus
	zoom          zoom
	isThere       bool                 // a result
	isTable       bool                 // it is a table
	hasOpenRow    bool                 // of which a row is open
	hasChart      bool                 // beside which there is a chart
	isComplete    bool                 // nothing is added to it, and it went well
	isOver        bool                 // the run
	isAnswering   bool                 // an answer is typed
	fits          func(width int) bool // in so many columns none of the table is hidden
}

// shown is that of the moment.
func (s *Screen) shown() shown {
	v := shown{
		width: s.Width, height: s.Height, focus: s.windows.focus, zoom: s.result.table.zoom,
		isThere: s.result.isThere(), isTable: s.result.isTable(), isComplete: s.snapshot.HasSucceeded() && (!s.replay.isPlayed() || s.replay.filmed), isOver: s.snapshot.Phase.IsOver(), isAnswering: s.reply.isOpen,
	}
	if v.isTable {
		v.hasOpenRow, v.hasChart, v.fits = s.result.table.HasRow(), s.result.table.HasChart(), s.result.table.Fits
	}
	return v
}

// WantsWidth reports a table that hides columns in so many columns of the terminal, or of which a row or a chart is open.
func (s *Screen) WantsWidth(width int) bool {
	v := s.shown()
	return v.hasOpenRow || v.hasChart || s.result.isTable() && !s.result.table.Fits(width)
}

func (v shown) hasPanes() bool { return facts{width: v.width, height: v.height}.hasPanes() }

func (v shown) isWide() bool { return facts{width: v.width}.isWide() }

// isOnResult reports that the keys move the result.
func (v shown) isOnResult() bool {
	switch {
	case !v.isThere || v.focus == onMessages:
		return false
	case v.focus == onArtifact:
		return true
	case v.isTable:
		return v.isComplete
	}
	return !v.isWide() || v.isOver
}

// isZoomed reports that the table takes the screen. A question of the agent needs the panes.
func (v shown) isZoomed() bool {
	switch {
	case !v.isTable || v.isAnswering:
		return false
	case v.isFolded():
		return true
	case v.zoom == zoomByItself:
		return v.focus == byItself && v.isComplete && !(v.hasPanes() && v.isWide())
	}
	return v.zoom == zoomedIn
}

// isFolded reports that the messages beside the table are folded to one line above it, since columns or a chart would have no room: the
// user has not chosen otherwise.
func (v shown) isFolded() bool {
	return v.isTable && !v.isAnswering && v.zoom == zoomByItself && v.focus == byItself && v.isComplete &&
		v.hasPanes() && v.isWide() && (v.hasChart || !v.fits(v.width-facts{width: v.width, isTable: true}.messagesWidth()))
}

// hasDocked reports that the table is in a pane.
func (v shown) hasDocked() bool { return v.isTable && v.hasPanes() && !v.isZoomed() }

// hasTableFocus reports that keys go to the table.
func (v shown) hasTableFocus() bool {
	return v.isZoomed() || v.hasDocked() && v.isOnResult() && !v.isAnswering
}

// hasRow reports that the row at the cursor of the table is open, and has the keys.
func (v shown) hasRow() bool { return v.hasOpenRow && v.hasTableFocus() }

package kit

import (
	"maps"
	"sync"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/store"
)

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
	return []Key{On(left, by(-borderStep)), On(right, by(borderStep))}
}

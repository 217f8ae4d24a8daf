package run

import (
	"slices"
	"strings"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

// Timeline is what has happened in a run, in order. It only grows, and a copy of
// it stays as it is. An agent may fill it with a million entries: each takes 32
// bytes and its text.
type Timeline struct {
	blocks []*[blockRows]row
	n      int
	open   *row // the last entry while it may grow, which is then in no block; nil for none
}

const blockRows = 1024

// row is an entry.
type row struct {
	at    int64  // Unix nanoseconds
	text  string // untrusted, but for a notice
	kind  uint8  // in entryKinds
	state uint8  // in states
}

var (
	entryKinds = []EntryKind{StateEntry, MessageEntry, UserEntry, NoticeEntry, DetailEntry}
	states     = []a2a.State{
		"", a2a.StateUnknown, a2a.StateSubmitted, a2a.StateWorking,
		a2a.StateInputRequired, a2a.StateAuthRequired, a2a.StateCompleted,
		a2a.StateFailed, a2a.StateCanceled, a2a.StateRejected,
	}
)

// Len is the number of entries.
func (t Timeline) Len() int { return t.n }

// Closed is the number of entries that stay as they are: all, or all but the last, which
// grows while an agent sends a text in pieces.
func (t Timeline) Closed() int {
	if t.open != nil {
		return t.n - 1
	}
	return t.n
}

// Entry is the entry at i, from 0.
func (t Timeline) Entry(i int) Entry {
	r := t.open
	if i < t.Closed() {
		r = &t.blocks[i/blockRows][i%blockRows]
	}
	e := Entry{At: time.Unix(0, r.at), Kind: entryKinds[r.kind], State: states[r.state]}
	if e.Kind == NoticeEntry {
		e.Note = r.text
	} else {
		e.Text = safe.Text(r.text)
	}
	return e
}

// Add puts an entry after the others.
func (t *Timeline) Add(e Entry) {
	t.Close()
	t.push(rowOf(e))
	t.n++
}

// AddOpen puts an entry after the others that may grow.
func (t *Timeline) AddOpen(e Entry) {
	t.Close()
	r := rowOf(e)
	t.open = &r
	t.n++
}

// Grow replaces the text of the entry that is open. Copies of the timeline keep theirs.
func (t *Timeline) Grow(text string) {
	r := *t.open
	r.text = text
	t.open = &r
}

// Close makes the open entry, if there is one, an entry like the others.
func (t *Timeline) Close() {
	if r := t.open; r != nil {
		t.open = nil
		t.n--
		t.push(*r)
		t.n++
	}
}

// push puts a row after the t.n others.
func (t *Timeline) push(r row) {
	if t.n%blockRows == 0 {
		t.blocks = append(t.blocks, new([blockRows]row))
	}
	t.blocks[t.n/blockRows][t.n%blockRows] = r
}

func rowOf(e Entry) row {
	r := row{at: e.At.UnixNano(), text: e.Text.Exact(), kind: index(entryKinds, e.Kind), state: index(states, e.State)}
	if e.Kind == NoticeEntry {
		r.text = e.Note
	}
	return r
}

// index is the place of one of the values that a list has.
func index[T comparable](list []T, value T) uint8 {
	return uint8(max(slices.Index(list, value), 0)) //nolint:gosec // the lists are short
}

// Tail gives the entries of a growing timeline one after the other, each once, to who writes
// them line by line.
type Tail struct {
	seen int    // entries that were given
	grew string // the text of the last of them, if it was given while it could grow
}

// Next returns the entries that it has not returned yet: all, or with isQuiet unset the ones that
// do not grow any more. What an entry gains after it was returned is an entry of its own.
func (t *Tail) Next(timeline Timeline, isQuiet bool) (entries []Entry) {
	closed := timeline.Closed()
	if t.grew != "" && t.seen <= closed {
		e := timeline.Entry(t.seen - 1)
		if rest, ok := strings.CutPrefix(e.Text.Exact(), t.grew); ok && rest != "" {
			e.Text = safe.Text("… " + strings.TrimLeft(rest, " "))
			entries = append(entries, e)
		}
		t.grew = ""
	}
	n := closed
	if isQuiet {
		n = timeline.Len()
	}
	for i := t.seen; i < n; i++ {
		entries = append(entries, timeline.Entry(i))
	}
	if n > t.seen && n > closed {
		t.grew = timeline.Entry(n - 1).Text.Exact()
	}
	t.seen = max(t.seen, n)
	return entries
}

// IsBehind reports an entry that may grow and was not given.
func (t *Tail) IsBehind(timeline Timeline) bool { return t.seen < timeline.Len() }

// GrowTime is how long a text must rest to be given although it may grow.
const GrowTime = 200 * time.Millisecond

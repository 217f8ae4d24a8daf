package cli

import (
	"fmt"
	"time"

	"a2aform/internal/run"
	"a2aform/internal/safe"
)

const (
	tellPause   = 100 * time.Millisecond // between two looks at the timeline
	maxTellRows = 20                     // states and messages that are written at once
)

// tell writes the timeline to standard error as it grows. Of a flood it writes the
// last entries, and how many there were before them.
func tell(s *Streams, r *run.Run, stop <-chan struct{}) {
	told := 0
	for {
		select {
		case <-r.Wake():
			told = tellEntries(s, r.Snapshot().Timeline, told)
		case <-stop:
			tellEntries(s, r.Snapshot().Timeline, told)
			return
		}
		select {
		case <-time.After(tellPause):
		case <-stop:
			tellEntries(s, r.Snapshot().Timeline, told)
			return
		}
	}
}

// tellEntries writes the entries from told on, and gives how many there are now.
// Notices and what the user said are always written.
func tellEntries(s *Streams, timeline run.Timeline, told int) int {
	n := timeline.Len()
	last, skipped := max(told, n-maxTellRows), 0
	for i := told; i < n; i++ {
		e := timeline.Entry(i)
		if i < last && (e.Kind == run.StateEntry || e.Kind == run.MessageEntry) {
			skipped++
			continue
		}
		if i >= last && skipped > 0 {
			s.tell(fmt.Sprintf("          … %d more", skipped))
			skipped = 0
		}
		s.tell(entryText(e))
	}
	return n
}

func entryText(e run.Entry) string {
	stamp := e.At.Format("15:04:05") + "  "
	switch e.Kind {
	case run.StateEntry:
		return stamp + string(e.State)
	case run.MessageEntry:
		return stamp + "  " + e.Text.Line(safe.TextLimit()).String()
	case run.UserEntry:
		return stamp + "  you: " + e.Text.Line(safe.TextLimit()).String()
	}
	return stamp + "  ! " + e.Note
}

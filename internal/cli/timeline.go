package cli

import (
	"fmt"
	"time"

	"a2aform/internal/cli/command"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

const (
	timelinePause   = 100 * time.Millisecond // between two looks at the timeline
	maxTimelineRows = 20                     // states and messages that are written at once
)

// printTimeline writes the timeline to standard error as it grows. Of a flood it writes
// the last entries, and how many there were before them.
func printTimeline(s *command.Streams, r *run.Run, stop <-chan struct{}) {
	printed := 0
	for {
		select {
		case <-r.Wake():
			printed = printEntries(s, r.Snapshot().Timeline, printed)
		case <-stop:
			printEntries(s, r.Snapshot().Timeline, printed)
			return
		}
		select {
		case <-time.After(timelinePause):
		case <-stop:
			printEntries(s, r.Snapshot().Timeline, printed)
			return
		}
	}
}

// printEntries writes the entries that were not printed yet, and returns how many there
// are now. Notices and the user's texts are always written.
func printEntries(s *command.Streams, timeline run.Timeline, printed int) int {
	n := timeline.Len()
	last, skipped := max(printed, n-maxTimelineRows), 0
	for i := printed; i < n; i++ {
		e := timeline.Entry(i)
		if i < last && (e.Kind == run.StateEntry || e.Kind == run.MessageEntry) {
			skipped++
			continue
		}
		if i >= last && skipped > 0 {
			s.Warn(fmt.Sprintf("          … %d more", skipped))
			skipped = 0
		}
		s.Warn(entryText(e))
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

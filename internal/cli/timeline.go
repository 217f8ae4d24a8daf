package cli

import (
	"fmt"
	"strings"
	"time"

	"a2aform/internal/cli/command"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

const (
	timelinePause   = 100 * time.Millisecond // between two looks at the timeline
	growPause       = 200 * time.Millisecond // after which a text that may go on is written
	maxTimelineRows = 20                     // states and messages that are written at once
)

// printTimeline writes the timeline to standard error as it grows. Of a flood it writes
// the last entries, and how many there were before them.
func printTimeline(s *command.Streams, r *run.Run, stop <-chan struct{}) {
	p := timelinePrinter{streams: s}
	for {
		var grown <-chan time.Time
		if p.isBehind {
			grown = time.After(growPause)
		}
		select {
		case <-r.Wake():
			p.print(r.Snapshot().Timeline, false)
		case <-grown:
			p.print(r.Snapshot().Timeline, true)
		case <-stop:
			p.print(r.Snapshot().Timeline, true)
			return
		}
		select {
		case <-time.After(timelinePause):
		case <-stop:
			p.print(r.Snapshot().Timeline, true)
			return
		}
	}
}

// timelinePrinter writes the entries of a timeline that were not written yet.
type timelinePrinter struct {
	streams  *command.Streams
	printed  int    // entries
	grew     string // the text of the last of them, if it was written while it could grow
	isBehind bool   // an entry that may grow waits to be written
}

// print writes the new entries, and the last one only where it is closed or all is set. Notices
// and the user's texts are always written.
func (p *timelinePrinter) print(timeline run.Timeline, all bool) {
	p.printRest(timeline)
	n := timeline.Closed()
	if all {
		n = timeline.Len()
	}
	last, skipped := max(p.printed, n-maxTimelineRows), 0
	for i := p.printed; i < n; i++ {
		e := timeline.Entry(i)
		if i < last && (e.Kind == run.StateEntry || e.Kind == run.MessageEntry) {
			skipped++
			continue
		}
		if i >= last && skipped > 0 {
			p.streams.Warn(fmt.Sprintf("          … %d more", skipped))
			skipped = 0
		}
		p.streams.Warn(entryText(e))
	}
	if n > p.printed && n > timeline.Closed() {
		p.grew = timeline.Entry(n - 1).Text.Exact() //nolint:forbidigo // compared
	}
	p.printed = max(p.printed, n)
	p.isBehind = p.printed < timeline.Len()
}

// printRest writes what came of an entry that grew after it was written.
func (p *timelinePrinter) printRest(timeline run.Timeline) {
	if p.grew == "" || p.printed > timeline.Closed() {
		return // it may grow more
	}
	e := timeline.Entry(p.printed - 1)
	if rest, ok := strings.CutPrefix(e.Text.Exact(), p.grew); ok && rest != "" { //nolint:forbidigo // cut, and made safe again
		e.Text = safe.Text("… " + strings.TrimLeft(rest, " "))
		p.streams.Warn(entryText(e))
	}
	p.grew = ""
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

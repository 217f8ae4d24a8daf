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
	maxTimelineRows = 20                     // states and messages that are written at once
	stillEvery      = time.Minute            // between two lines that nothing is new
)

// printTimeline writes the timeline to standard error as it grows, and once a minute that
// nothing is new, so that a log shows a command that waits. Of a flood it writes the last
// entries, and how many there were before them. The words of the agent go to standard output where words is not nil.
func printTimeline(s *command.Streams, r *run.Run, words *wordPrinter, stop <-chan struct{}) {
	var tail run.Tail
	still := time.NewTicker(stillEvery)
	defer still.Stop()
	since := time.Now() // nothing was written
	write := func(entries []run.Entry) {
		if len(entries) > 0 {
			since = time.Now()
			still.Reset(stillEvery)
		}
		words.printOthers(s, entries)
	}
	finish := func() {
		now := r.Snapshot()
		words.print(now)
		words.endLine()
		words.printOthers(s, tail.Next(now.Timeline, true))
	}
	for {
		var quiet <-chan time.Time
		if tail.IsBehind(r.Snapshot().Timeline) {
			quiet = time.After(run.GrowTime)
		}
		select {
		case <-r.Wake():
			now := r.Snapshot()
			words.print(now)
			write(tail.Next(now.Timeline, false))
		case <-still.C:
			now := time.Now()
			s.Warn(now.Format("15:04:05") + "  ! nothing new for " + now.Sub(since).Round(time.Second).String() + "; still waiting")
		case <-quiet:
			write(tail.Next(r.Snapshot().Timeline, true))
		case <-stop:
			finish()
			return
		}
		select {
		case <-time.After(timelinePause):
		case <-stop:
			finish()
			return
		}
	}
}

// printEntries writes entries of a timeline. Notices and the user's texts are always written.
func printEntries(s *command.Streams, entries []run.Entry) {
	last, skipped := len(entries)-maxTimelineRows, 0
	for i, e := range entries {
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
}

func entryText(e run.Entry) string {
	stamp := e.At.Format("15:04:05") + "  "
	switch e.Kind {
	case run.StateEntry:
		return stamp + e.StateWord()
	case run.MessageEntry: // a question may be a list
		indented := "\n" + strings.Repeat(" ", len(stamp)+len("  "))
		return stamp + "  " + strings.ReplaceAll(strings.TrimSpace(e.Text.Block(safe.TextLimit()).String()), "\n", indented)
	case run.DetailEntry:
		return stamp + "    " + e.Text.Line(safe.TextLimit()).String()
	case run.UserEntry:
		return stamp + "  you: " + e.Said().Line(safe.TextLimit()).String()
	}
	return stamp + "  ! " + e.Note
}

package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/cli/command"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

const (
	timelinePause   = 100 * time.Millisecond // between two looks at the timeline
	maxTimelineRows = 20                     // states and messages that are written at once
	stillEvery      = time.Minute            // between two lines that nothing is new
)

// printTimeline writes the timeline to standard error as it grows, without the state and the reason that the outcome says, and once a minute that
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
		now := r.Snapshot()
		words.printOthers(s, slices.DeleteFunc(slices.Clone(entries), func(e run.Entry) bool {
			return e.Kind == run.StateEntry && e.State.Settled() || now.RepeatsReason(e)
		}))
	}
	finish := func() {
		now := r.Snapshot()
		words.print(now)
		words.endLine()
		write(tail.Next(now.Timeline, true))
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

// wordPrinter prints the states of a task, the names of its artifacts, and the words of the agent as they come.
type wordPrinter struct {
	to        io.Writer
	entries   int // of the timeline that were looked at
	artifacts int // that were named
	text      string
	open      bool // the last line of the text has no end yet
}

// print prints what is new. Where it fails, the run goes on.
func (p *wordPrinter) print(now run.Snapshot) {
	if p == nil {
		return
	}
	var end a2a.State // stands behind the words
	for ; p.entries < now.Timeline.Len(); p.entries++ {
		e := now.Timeline.Entry(p.entries)
		switch {
		case e.Kind != run.StateEntry:
		case e.State.Settled() || e.State.Paused():
			end = e.State
		default:
			p.line("State:", string(e.State))
		}
	}
	for ; p.artifacts < len(now.Artifacts); p.artifacts++ {
		if name := now.Artifacts[p.artifacts].Name; !name.IsEmpty() {
			p.line("Artifact:", name.Line(safe.TextLimit()).String())
		}
	}
	text := now.LiveText()
	rest, goesOn := strings.CutPrefix(text, p.text)
	if !goesOn && text != "" { // an emptied artifact takes nothing back
		p.endLine()
		rest = text
	}
	if text != "" && rest != "" {
		_, _ = io.WriteString(p.to, safe.Text(rest).Block(0).String())
		p.text, p.open = text, !strings.HasSuffix(rest, "\n")
	}
	if end != "" {
		p.line("State:", string(end))
	}
}

// printOthers writes the entries of a timeline to standard error that do not go to standard output: on a terminal both are one screen, and
// a line of words ends first.
func (p *wordPrinter) printOthers(s *command.Streams, entries []run.Entry) {
	if p != nil {
		entries = slices.DeleteFunc(slices.Clone(entries), func(e run.Entry) bool { return e.Kind == run.StateEntry || e.Kind == run.MessageEntry })
	}
	if len(entries) > 0 && s.OutTTY {
		p.endLine()
	}
	printEntries(s, entries)
}

func (p *wordPrinter) line(label, text string) {
	p.endLine()
	_, _ = fmt.Fprintln(p.to, label, text)
}

// endLine ends a line of words, so that other text does not go on with it.
func (p *wordPrinter) endLine() {
	if p != nil && p.open {
		_, _ = io.WriteString(p.to, "\n")
		p.open = false
	}
}

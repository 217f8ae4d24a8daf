package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/cli/command"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

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

// Package transcript writes a chat as Markdown.
package transcript

import (
	"fmt"
	"io"
	"strings"
	"time"

	"a2aform/internal/run"
	"a2aform/render"
	"a2aform/render/export"
)

// Turn is a message to the agent and what came of it.
type Turn struct {
	At       time.Time
	Text     string           // as it was written
	Files    []string         // that went with it: name, type and size
	Now      *run.Snapshot    // of its run
	Document *render.Document // its result; nil for none
}

// Write writes turns under a title: what was sent, what was said in between, and the result.
func Write(w io.Writer, title string, turns []Turn) error {
	out := &strings.Builder{}
	fmt.Fprintf(out, "# %s\n", title)
	for _, t := range turns {
		fmt.Fprintf(out, "\n## You, %s\n\n%s\n", t.At.Format("2006-01-02 15:04:05"), t.Text)
		for _, f := range t.Files {
			fmt.Fprintf(out, "\n+ %s\n", f)
		}
		out.WriteString("\n## Agent\n")
		if err := writeAnswer(out, t); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

func writeAnswer(out *strings.Builder, t Turn) error {
	last := ResultEntry(t.Now)
	for i := range t.Now.Timeline.Len() {
		e := t.Now.Timeline.Entry(i)
		switch {
		case e.Kind == run.UserEntry:
			fmt.Fprintf(out, "\nYou:\n")
		case e.Kind != run.MessageEntry || i == last:
			continue
		}
		if err := writeBlocks(out, render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.TextPart, Text: e.Text}}}}, nil)); err != nil {
			return err
		}
	}
	if t.Document == nil {
		return nil
	}
	return writeBlocks(out, t.Document)
}

func writeBlocks(out *strings.Builder, doc *render.Document) error {
	out.WriteString("\n")
	return export.Document(out, doc, export.Markdown, export.Options{Level: 2})
}

// ResultEntry is the index in the timeline of the message that is the result, -1 for none: a reply is not among the entries.
func ResultEntry(now *run.Snapshot) int {
	if now.Reply != nil || now.ResultMessage() == nil {
		return -1
	}
	for i := now.Timeline.Len() - 1; i >= 0; i-- {
		if now.Timeline.Entry(i).Kind == run.MessageEntry {
			return i
		}
	}
	return -1
}

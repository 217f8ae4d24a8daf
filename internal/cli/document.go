package cli

import (
	"context"
	"fmt"

	"github.com/charmbracelet/x/term"

	"a2aform/render"
)

// plainWidth is the width of text output that does not go to a terminal.
const plainWidth = 100

// printResult writes a result as it was asked for: as text, or exported.
func (f *outputFlag) printResult(ctx context.Context, s *Streams, document *render.Document, title string) error {
	format, ok := f.format()
	if !ok {
		return printDocument(s, document)
	}
	document.Load(ctx)
	return document.Export(s.Out, format, render.ExportOptions{Title: title})
}

// printDocument draws a result as plain text, without any control sequence.
func printDocument(s *Streams, document *render.Document) error {
	width := plainWidth
	if out, ok := s.Out.(term.File); ok && s.OutTTY {
		if w, _, err := term.GetSize(out.Fd()); err == nil && w > 0 {
			width = w
		}
	}
	for _, l := range document.Lines(width, render.Plain) {
		if _, err := fmt.Fprintln(s.Out, l); err != nil {
			return err
		}
	}
	return nil
}

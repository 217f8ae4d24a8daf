package command

import (
	"context"
	"fmt"

	"a2aform/render"
	"a2aform/render/draw"
)

// plainWidth is the width of text output that does not go to a terminal.
const plainWidth = 100

// PrintResult writes a result as it was asked for: as text, or exported.
func (f *OutputFlag) PrintResult(ctx context.Context, s *Streams, document *render.Document, title string) error {
	format, ok := f.Format()
	if ok {
		return s.ExportDocument(ctx, s.Out, document, f.Artifact, format, title)
	}
	document, err := f.Artifact.Pick(document)
	if err != nil {
		return err
	}
	return PrintDocument(s, document)
}

// PrintDocument draws a result as plain text, without any control sequence.
func PrintDocument(s *Streams, document *render.Document) error {
	for _, l := range draw.Lines(document, s.Width(), draw.Plain) {
		if _, err := fmt.Fprintln(s.Out, l); err != nil {
			return err
		}
	}
	return nil
}

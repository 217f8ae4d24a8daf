package cli

import (
	"context"

	"a2aform/render"
)

// plainWidth is the width of text output that does not go to a terminal.
const plainWidth = 100

// printResult writes a result as it was asked for: as text, or exported.
func (f *outputFlag) printResult(ctx context.Context, s *Streams, document *render.Document, title string) error {
	format, ok := f.format()
	if ok {
		return s.exportDocument(ctx, s.Out, document, f.artifact, format, title)
	}
	document, err := f.artifact.pick(document)
	if err != nil {
		return err
	}
	return printDocument(s, document)
}

package cli

import (
	"context"
	"errors"

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
	return s.noteRepeats(document.Export(s.Out, format, render.ExportOptions{Title: title}))
}

// noteRepeats says on standard error of an export that values are not in it that
// came under the same name as another; that is no failure.
func (s *Streams) noteRepeats(err error) error {
	var repeated *render.RepeatedError
	if !errors.As(err, &repeated) {
		return err
	}
	s.tell("note: " + repeated.Error())
	return nil
}

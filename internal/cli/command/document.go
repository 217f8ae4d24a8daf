package command

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"strings"

	"a2aform/render"
	"a2aform/render/draw"
)

// plainWidth is the width of text output that does not go to a terminal: tables are rarely cut,
// and paragraphs can still be read.
const plainWidth = 160

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
	return PrintBlock(s, "Result", document)
}

// warnMetadata prints what the agent said of a result on standard error, so that standard output has the result alone.
func warnMetadata(s *Streams, document *render.Document) {
	for _, b := range document.Blocks() {
		if aside, ok := b.(*render.Aside); ok && aside.IsMetadata && len(aside.Facts()) > 0 {
			s.Warn("metadata: " + strings.Join(aside.Facts(), "\n  "))
		}
	}
}

// PrintBlock prints a document as a block of text: a line with its label, its lines, and an
// empty line that ends it (a2a-cli specification v0.2, §11.2). Empty lines of the document
// contain a space, so that none of them ends the block. A document without lines is not printed.
func PrintBlock(s *Streams, label string, document *render.Document) error {
	warnMetadata(s, document)
	lines := draw.Lines(document.Answer(), s.Width(), draw.Plain)
	if len(lines) == 0 {
		return nil
	}
	out := bufio.NewWriter(s.Text())
	_, _ = fmt.Fprintln(out, label+":") // Flush returns the error
	for _, l := range lines {
		_, _ = fmt.Fprintln(out, cmp.Or(fmt.Sprint(l), " "))
	}
	_, _ = fmt.Fprintln(out)
	return out.Flush()
}

// PrintDocument draws a result as plain text, without any control sequence.
func PrintDocument(s *Streams, document *render.Document) error {
	warnMetadata(s, document)
	out := s.Text()
	for _, l := range draw.Lines(document.Answer(), s.Width(), draw.Plain) {
		if _, err := fmt.Fprintln(out, l); err != nil {
			return err
		}
	}
	return nil
}

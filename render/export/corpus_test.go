package export

import (
	"bytes"
	"errors"
	"testing"

	"a2aform/render"
	"a2aform/render/rendertest/documents"
)

// TestCorpusIsExported: all exports of the valid instances of real schemas are well formed.
func TestCorpusIsExported(t *testing.T) {
	documents.Corpus(t, func(file string, d *render.Document, _ []byte) {
		for f := range Formats() {
			var buf bytes.Buffer
			if err := Document(&buf, d, Format(f), Options{}); err != nil && !errors.Is(err, errTooManyCols) {
				t.Errorf("%s as %s: %v", file, Format(f), err)
			} else if err == nil {
				checkExport(t, Format(f), buf.Bytes())
			}
		}
	})
}

package render

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// TestCorpusIsShown draws the valid instances of real schemas: no problem is
// found, no line is too wide, each scalar can be reached with its exact text, and
// all exports are well formed.
func TestCorpusIsShown(t *testing.T) {
	dir := os.Getenv("A2AFORM_CORPUS")
	if dir == "" {
		t.Skip("A2AFORM_CORPUS is not set: the corpus is NOT TESTED")
	}
	shown := 0
	for _, pattern := range []string{"fetched/*/schema.json", "own/*/schema.json"} {
		files, err := filepath.Glob(filepath.Join(dir, "schemas", filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			positives, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "positive", "*.json"))
			for _, positive := range positives {
				showInstance(t, file, positive)
				shown++
			}
		}
	}
	if shown < 50 {
		t.Errorf("only %d instances: the corpus was not really read", shown)
	}
}

func showInstance(t *testing.T, schemaFile, file string) {
	t.Helper()
	text, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	s := Schema{Name: safe.Text("s")}
	if s.Document, err = schema.Load(text); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	d := New([]Artifact{{Parts: []Part{{Kind: DataPart, Data: data}}}}, func(safe.Raw) Schema { return s })
	if d.Problems() > 0 {
		t.Errorf("%s: %d problems", file, d.Problems())
	}
	v, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	for f := range formatNames {
		var buf bytes.Buffer
		if err := ExportDocument(&buf, d, Format(f), ExportOptions{}); err != nil && !errors.Is(err, errTooManyCols) {
			t.Errorf("%s as %s: %v", file, Format(f), err)
		} else if err == nil {
			checkExport(t, Format(f), buf.Bytes())
		}
	}
	for _, width := range []int{40, 120} {
		drawing := DrawDocument(d, width, Plain)
		for _, line := range drawing.Lines {
			if ansi.StringWidth(line) > width {
				t.Errorf("%s at %d: %q", file, width, line)
			}
		}
		if lost := lostLeaf(drawing, v); lost != nil {
			t.Errorf("%s at %d: %s is neither shown nor behind a door", file, width, lost.Compact())
		}
	}
}

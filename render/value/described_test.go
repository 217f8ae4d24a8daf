package value_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/render/value"
	"a2aform/ui/uitest"
)

// TestCellsOfTheCorpus compares how the values in testdata are shown, each with what is in it, with a golden file.
func TestCellsOfTheCorpus(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob("../../testdata/schemas/*/*tive/*.json")
	if len(files) < 60 {
		t.Fatalf("%d values", len(files))
	}
	var b strings.Builder
	for _, path := range files {
		data, text := read(t, path), read(t, filepath.Join(filepath.Dir(path), "..", "schema.json"))
		doc, err := schema.Load(text)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "== %s\n", strings.TrimPrefix(filepath.ToSlash(path), "../../testdata/schemas/"))
		v, err := ojson.Parse(data, ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		_, variant := value.Resolve(doc.Root(), v)
		fmt.Fprintf(&b, "variant %q, preview %s, depends %t, tagged %t\n", variant, value.Preview(v), value.DependsOnValue(doc.Root()), value.IsTagged(doc.Root()))
		for _, p := range doc.Validate(v) {
			fmt.Fprintf(&b, "%s: %s\n", value.Where(p.Pointer), value.Wording(p))
		}
		describe(&b, value.NewNode(data, doc.Root()), 0)
	}
	uitest.Text(t, "cells", b.String())
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func describe(b *strings.Builder, n *value.Node, depth int) {
	key, title := n.Label()
	c := n.Cell()
	part, isPart := c.Ratio()
	_, media, isBytes := c.Bytes()
	fmt.Fprintf(b, "%s%s (%s) %s %s: kind %d %q, block %q, fraction %d, mark %q, marked %q, media %q %q %t, note %q, rgb %q, ratio %.3f %t, unit %q, about %q, summary %q",
		strings.Repeat("  ", depth), key, title, n.Path(), n.Pointer(), c.Kind(), c.Text(), c.Block().String(), c.Fraction(), c.Mark(), c.Marked(), c.MediaType().Exact(), media.Exact(), isBytes,
		c.Note(), c.RGB(), part, isPart, c.Unit(), c.Description().Exact(), n.Summary())
	for _, fact := range []struct {
		name string
		is   bool
	}{{"opens", c.CanOpen()}, {"a link", c.IsLink()}, {"rigid", c.IsRigid()}} {
		if fact.is {
			b.WriteString(", " + fact.name)
		}
	}
	for _, p := range c.Warnings() {
		fmt.Fprintf(b, ", warning %q", value.Wording(p))
	}
	b.WriteString("\n")
	for i := range min(n.Len(), 12) {
		describe(b, n.Child(i), depth+1)
	}
}

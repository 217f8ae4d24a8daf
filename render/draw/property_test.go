package draw

import (
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render"
	"a2aform/render/rendertest/documents"
)

func TestLinesKeepWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := documents.Any(t)
		width := rapid.OneOf(rapid.IntRange(1, 40), rapid.IntRange(1, 160)).Draw(t, "width")
		for _, line := range Lines(d, width, Plain) {
			if n := ansi.StringWidth(line); n > width {
				t.Fatalf("%d cells of %d: %q", n, width, line)
			}
			if i := strings.IndexFunc(line, unsafeToDraw); i >= 0 {
				t.Fatalf("%q holds %q", line, line[i:])
			}
		}
	})
}

// TestCombiningMarkAfterSpace: a variation selector at the start of a cell makes
// the space before it wider.
func TestCombiningMarkAfterSpace(t *testing.T) {
	d := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: []byte(`[{"a":"x","b":"\ufe0fy"}]`)}}}}, nil)
	for _, line := range Lines(d, 4, Plain) {
		if ansi.StringWidth(line) > 4 {
			t.Errorf("%q", line)
		}
	}
}

func unsafeToDraw(r rune) bool {
	return unicode.IsControl(r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200b || r == unicode.ReplacementChar
}

// TestEveryProblemIsShown: what the validator finds is somewhere on the screen.
func TestEveryProblemIsShown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := documents.Any(t)
		width := rapid.SampledFrom([]int{20, 44, 90, 200}).Draw(t, "width")
		for _, b := range d.Blocks() {
			head := b.Head()
			if head.Nested || len(head.Problems) > limit.Problems.Int() {
				continue
			}
			screen := bare(strings.Join(Lines(d, width, Plain), ""))
			for _, p := range head.Problems {
				if !strings.Contains(screen, bare(p.Message())) {
					t.Fatalf("%v is not in\n%s", p, strings.Join(Lines(d, width, Plain), "\n"))
				}
			}
		}
	})
}

// bare is text without what wrapping and cutting change.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '─' {
			return -1
		}
		return r
	}, s)
}

func FuzzDocument(f *testing.F) {
	for i, s := range documents.Schemas {
		f.Add([]byte(`[{"id":1,"name":"a","share":0.5},{"id":"x"},3]`), []byte(s), i*20)
		f.Add([]byte(`{"id":1,"rows":[{"id":2}],"id":{"name":null}}`), []byte(s), 40)
		f.Add([]byte("# a\n- b\n\n|a|b|\n|-|-|\n|1|&#27;|\n"), []byte(s), 20)
	}
	f.Fuzz(func(t *testing.T, data, schemaText []byte, width int) {
		if len(data) > 8<<10 || len(schemaText) > 4<<10 {
			return
		}
		s := render.Schema{Name: safe.Text("s")}
		s.Document, _ = schema.Load(schemaText)
		part := render.Part{Kind: render.DataPart, Data: data}
		d := render.New([]render.Artifact{{Parts: []render.Part{part, part, {Kind: render.TextPart, Tag: safe.Text("text/markdown"), Text: safe.Text(string(data))}}}}, func(safe.Raw) render.Schema { return s })
		width = min(max(width, 1), 200)
		drawing := Document(d, width, Plain)
		lines := drawing.Lines
		for _, link := range drawing.Links[:min(len(drawing.Links), 20)] {
			lines = append(lines, Blocks(link.Blocks(), width, Plain).Lines...)
		}
		for _, line := range lines {
			if ansi.StringWidth(line) > width || strings.IndexFunc(line, unicode.IsControl) >= 0 {
				t.Fatalf("at %d: %q", width, line)
			}
		}
		if _, err := ojson.Parse(data, ojson.DataLimits); err == nil && len(d.Blocks()) == 0 {
			t.Fatal("valid data shows nothing")
		}
	})
}

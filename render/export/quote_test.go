package export

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"pgregory.net/rapid"

	"a2aform/internal/safe"
	"a2aform/render"
)

// Whatever Markdown an agent sends, an export shows no HTML and no picture of it, and everything stands in a quotation.
func TestMarkdownOfAnAgentIsQuoted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.StringOfN(rapid.SampledFrom([]rune(" -`~<>![]()#1.\t|\\\r&ab/=\"'")), 0, 12, -1), 1, 8).Draw(t, "lines")
		fences := rapid.SliceOfN(rapid.SampledFrom([]string{"```", " ```", "~~~~", "- ```", "   ~~~", "<img src=x>", "![x](y)", "![r][1]", "[1]: http://x", "- a", "    b"}), 0, 6).Draw(t, "fences")
		markdown := strings.Join(append(lines, fences...), "\n")
		document := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.TextPart, Text: safe.Text("# T\n\n" + markdown), Tag: safe.Text("text/markdown")}}}}, nil)
		isProse := !slices.ContainsFunc(document.Blocks(), func(b render.Block) bool { _, ok := b.(*render.Prose); return !ok }) // else lines make a table, which is ours
		var out bytes.Buffer
		if err := Document(&out, document, Markdown, Options{}); err != nil {
			t.Fatal(err)
		}
		source := out.Bytes()
		tree := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(source))
		_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			switch n.Kind() {
			case ast.KindImage, ast.KindRawHTML, ast.KindHTMLBlock:
				t.Fatalf("%s in\n%s\nof\n%q", n.Kind(), source, markdown)
			case ast.KindDocument:
				for block := n.FirstChild(); block != nil; block = block.NextSibling() {
					if isProse && block.Kind() != ast.KindBlockquote {
						t.Fatalf("%s beside the quotation in\n%s\nof\n%q", block.Kind(), source, markdown)
					}
				}
			}
			return ast.WalkContinue, nil
		})
	})
}

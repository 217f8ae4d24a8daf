package draw

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/render"
)

func TestMarkdown(t *testing.T) {
	tests := []struct{ name, source, want string }{
		{"heading", "# One *two*\n\ntext\nmore", "# One two||text more"},
		{"setext", "One\n===\nTwo\n---", "# One||## Two"},
		{"breaks", "a  \nb\\\nc", "a|b|c"},
		{"emphasis and code", "**bold** `a*b` _it_ \\*not\\*", "bold a*b it *not*"},
		{"entities", "a &amp; b &#x1b;[31m &lt;", "a & b ␛[31m <"},
		{"bullets", "- a\n- b\n  - c\n\n  d\n- ", "• a|• b|  • c||  d|•"},
		{"numbers", "9. a\n10. b", " 9. a|10. b"},
		{"quote", "> a\n> > b\n>\n> c", "│ a|│|│ │ b|│|│ c"},
		{"code", "```go\nx := 1\n\n\ty()\n```", "  x := 1||      y()"},
		{"rule", "a\n\n***\n\nb", "a||────────────────────────────────────────||b"},
		{"link", "[text](https://example.com) <https://example.org>", "text (https://example.com)|https://example.org"},
		{"link that is its text", "[https://example.com](https://example.com)", "https://example.com"},
		{"script", "[x](javascript:alert(1))", "x (javascript:alert(1))"},
		{"image", "![A cat](cat.png)", "▣ A cat (cat.png)"},
		{"HTML", "a <b onclick=x>b</b>\n\n<script>\nalert(1)\n</script>", "a <b onclick=x>b</b>||  <script>|  alert(1)|  </script>"},
		{"table", "| a | b |\n|---|--:|\n| 1 | `x|y` |\n| \\| | **2** | 3 |", "a   b|─────|1  `x||   2"},
		{"table with aligned columns", "|name|n|mid|\n|:--|--:|:-:|\n|a|10|x|\n|b|9|yes|", "name   n  mid|─────────────|a     10   x|b      9  yes"},
		{"table with bars in it", "|a|b|\n|-|-|\n| \\| | `x\\|y` |", "a  b|──────|\x7c  x\x7cy"},
		{"table behind a line", "Here:\na|b\n-|-\n1|2", "Here:||a  b|────|1  2"},
		{"no table", "a | b\n--\nc", "## a | b||c"},
		{"reference", "[a]\n\n[a]: https://example.com", "a (https://example.com)"},
		{"nothing", "\n\n", ""},
		{"only a definition", "[a]: /x", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := Blocks([]render.Block{render.NewProse(safe.Text(tt.source), safe.Text("text/markdown; charset=utf-8"))}, 40, Plain)
			if got := strings.Join(d.Lines, "|"); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// Each line of code has the colors of its language, unless it is wrapped.
func TestCodeIsPaintedByItsLanguage(t *testing.T) {
	style := Style{
		Key:  func(s string) string { return "(" + s + ")" },
		Code: func(lang string) Paint { return func(s string) string { return "<" + lang + " " + s + ">" } },
	}
	d := Blocks([]render.Block{render.NewProse(safe.Text("```Go title\nx := 1\n0123456789 0123456789\n```"), safe.Text("text/markdown"))}, 20, style)
	if got, want := strings.Join(d.Lines, "|"), "  <go x := 1>|  (0123456789)|  (0123456789)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestNarrowMarkdown(t *testing.T) {
	source := "# A heading\n\n- an item of some words\n  > and a quote in it\n\n| column one | column two | three |\n|---|---|---|\n| some words here | more of them | 3 |"
	want := "# A|  heading||• an item|  of some|  words||  │ and a|  │ quote|  │ in it||column|one|  some|  words|  here|column|two|  more of|  them|three|  3"
	d := Blocks([]render.Block{render.NewProse(safe.Text(source), safe.Text("text/markdown"))}, 9, Plain)
	if got := strings.Join(d.Lines, "|"); got != want {
		t.Errorf("%q, want\n%q", got, want)
	}
}

// TestTextLikeMarkdownKeepsLines: nobody said that it is.
func TestTextLikeMarkdownKeepsLines(t *testing.T) {
	d := Blocks([]render.Block{render.NewProse(safe.Text("# Hi\n\nDear **you**,\nthis is\nit."), safe.Raw{})}, 40, Plain)
	if got := strings.Join(d.Lines, "|"); got != "# Hi||Dear you,|this is|it." {
		t.Errorf("%q", got)
	}
}

func TestMarkdownIsSafeAtAnyWidth(t *testing.T) {
	token := rapid.SampledFrom([]string{"# ", "- ", "1. ", "> ", "```\n", "|", "|-|-|\n", "*", "**", "`", "[", "](", ")", "![", "<b>", "&#27;", "&#x202e;", "\\", "\n", "\n\n", "    ", "word ", "漢字", "👩‍👩‍👧‍👦", "\u0301", "\ufe0f", "\x1b[2J", "\u202e", "שלום", "---\n", "\t", "\r"})
	rapid.Check(t, func(t *rapid.T) {
		source := strings.Join(rapid.SliceOfN(token, 0, 60).Draw(t, "source"), "")
		width := rapid.IntRange(1, 60).Draw(t, "width")
		for _, line := range Blocks([]render.Block{render.NewProse(safe.Text(source), safe.Text("text/markdown"))}, width, Plain).Lines {
			if n := ansi.StringWidth(line); n > width {
				t.Fatalf("%d cells of %d: %q", n, width, line)
			}
			if i := strings.IndexFunc(line, unsafeToDraw); i >= 0 {
				t.Fatalf("%q holds %q", line, line[i:])
			}
		}
	})
}

// TestExpensiveMarkdownIsShownAsText: what would take it seconds.
func TestExpensiveMarkdownIsShownAsText(t *testing.T) {
	for _, unit := range []string{">", "[", "*a_", "[a](", "1. ", "> - "} {
		source := strings.Repeat(unit, 5000)
		if p := render.NewProse(safe.Text(source), safe.Text("text/markdown")).Passages(); p != nil {
			t.Errorf("%q is parsed", unit)
		}
	}
	long := strings.Repeat("- **a** [b](https://example.com) `c`\n", 2000)
	if p := render.NewProse(safe.Text(long), safe.Text("text/markdown")).Passages(); p == nil {
		t.Error("a long list is not parsed")
	}
}

// BenchmarkMarkdownThatIsBad draws texts made to keep a parser busy.
func BenchmarkMarkdownThatIsBad(b *testing.B) {
	const maxMarks = 2000 // that are parsed in one paragraph
	half := strings.Repeat("*a_", maxMarks/2-10) + "\n\n"
	for _, unit := range []string{half, strings.Repeat("[a](", maxMarks/2) + "\n\n", strings.Repeat(">", 99) + "\n", strings.Repeat("1. ", 49) + "\n\n", ">", "[", "![", "*a_", "- ", "`a``", "<", "a|", "|-", "&#1;", "\\", "[a](", "1. ", "**a *", "# a\n", "> - ", "|-|\n"} {
		p := render.NewProse(safe.Text(strings.Repeat(unit, limit.MarkdownBytes.Int()/len(unit))), safe.Text("text/markdown"))
		b.Run(fmt.Sprintf("%.12q", unit), func(b *testing.B) {
			for b.Loop() {
				Blocks([]render.Block{p}, 80, Plain)
			}
		})
	}
}

package markdown

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/limit"
)

// outline is a text of Markdown in short: each block with its kind and what is in it.
func outline(blocks []*Block) string {
	var all []string
	for _, b := range blocks {
		text := []string{"p", "h", "code", "quote", "list", "item", "table", "rule"}[b.Kind]
		switch b.Kind {
		case Heading:
			text += fmt.Sprint(b.Level)
		case List:
			text += fmt.Sprint(b.Start)
		case Code:
			text += " " + b.Lang + "(" + strings.Join(b.Lines, "⏎") + ")"
		case Table:
			text += fmt.Sprintf("%d", b.Align)
			for _, row := range b.Rows {
				for i, cell := range row {
					text += []string{"|", "/"}[min(i, 1)] + spans(cell)
				}
			}
		}
		if b.Runs != nil {
			text += " " + spans(b.Runs)
		}
		if b.Parts != nil {
			text += "{" + outline(b.Parts) + "}"
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}

// spans are running text with a mark for each style.
func spans(runs []Span) string {
	var sb strings.Builder
	for _, r := range runs {
		if r.Style == Break {
			sb.WriteString("⏎")
			continue
		}
		mark := []string{"", "*", "_", "`", "@"}[r.Style]
		sb.WriteString(mark + r.Text + mark)
	}
	return sb.String()
}

func TestMarkdownIsRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		source string
		loose  bool
		want   string
	}{
		{"", false, ""},
		{"one\ntwo", false, "p one two"},
		{"one\ntwo", true, "p one⏎two"},
		{"one  \ntwo", false, "p one⏎two"},
		{"# Head\n\n### *Sub*", false, "h1 Head; h3 _Sub_"},
		{"a **b** _c_ `d` **_e_**", false, "p a *b* _c_ `d` _e_"},
		{"_a **b** c_", false, "p _a _*b*_ c_"},
		{"---", false, "rule"},
		{"```Go\nx := 1\n\ty\x1b\n```", false, "code go(x := 1⏎    y␛)"},
		{"    code", false, "code (code)"},
		{"> a\n>\n> > b", false, "quote{p a; quote{p b}}"},
		{"- a\n- b\n  - c", false, "list0{item{p a}; item{p b; list0{item{p c}}}}"},
		{"3. a\n4. b", false, "list3{item{p a}; item{p b}}"},
		{"0. a", false, "list1{item{p a}}"},
		{"[text](https://a.example)", false, "p text (@https://a.example@)"},
		{"[https://a.example](https://a.example)", false, "p https://a.example"},
		{"<https://a.example>", false, "p @https://a.example@"},
		{"![alt](a.png)", false, "p ▣ alt (@a.png@)"},
		{"[a]()", false, "p a"},
		{"<b>x</b>", false, "p <b>x</b>"},
		{"<div>\nx\n</div>", false, "code (<div>⏎x⏎</div>)"},
		{"<!-- a\nb -->", false, "code (<!-- a⏎b -->)"},
		{`a &amp; \* &#65;`, false, "p a & * A"},
		{"`&amp;`", false, "p `&amp;`"},
		{"a | b\n:- | -:\n1 | **2**\n3", false, "table[0 2]|a/b|1/*2*|3/"},
		{"intro\n| a | b |\n|:-:|---|\n| x\\|y | z | more |", false, "p intro; table[1 0]|a/b|x|y/z"},
		{"a | b\nc | d", false, "p a | b c | d"},
		{"a | b | c\n--- | ---\n", false, "p a | b | c — | —"},
	} {
		got := outline(Read(tt.source, tt.loose))
		if strings.HasPrefix(tt.source, "a | b | c") { // the rule has too few columns
			got = strings.ReplaceAll(got, "---", "—")
		}
		if got != tt.want {
			t.Errorf("%q: %s, want %s", tt.source, got, tt.want)
		}
	}
	if got := Text([]Span{{"a", Strong}, {"", Break}, {"b", Plain}}) + CellText("**x** `y`"); got != "abx y" {
		t.Errorf("%q", got)
	}
	for line, want := range map[string]string{"| a | b |": "a,b", "a|b": "a,b", `a\|b|c`: "a|b,c", "|": "", "||": "", `a | b\|`: "a,b|"} {
		if got := strings.Join(SplitCells(line), ","); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

// A text with more marks in one paragraph than are read in linear time is not read as Markdown; marks in several paragraphs are.
func TestTooManyMarksAreTooLong(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		want bool
	}{
		{"plain", false},
		{strings.Repeat("_", maxMarks), false},
		{strings.Repeat("_", maxMarks+1), true},
		{strings.Repeat(strings.Repeat("_", maxMarks-1)+"\n\n", 3), false},
		{strings.Repeat("- "+strings.Repeat("_", maxMarks-1)+"\n", 3), false},
		{strings.Repeat(strings.Repeat("_", maxMarks/2)+"\n", 3), true},
		{strings.Repeat(">", maxContainers+1) + " a", true},
		{strings.Repeat(">", maxContainers) + " a", false},
		{strings.Repeat("x", limit.MarkdownBytes.Int()+1), true},
	} {
		if got := IsTooLong(tt.text); got != tt.want {
			t.Errorf("%.20q of %d bytes: %t", tt.text, len(tt.text), got)
		}
	}
}

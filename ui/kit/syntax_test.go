package kit_test

import (
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"a2aform/internal/widget/ansistyle"
	"a2aform/ui/kit"
)

func color(c string) ansistyle.Style {
	return ansistyle.New(lipgloss.NewStyle().Foreground(lipgloss.Color(c)))
}

var style = &kit.SyntaxStyle{Key: color("1"), String: color("2"), Number: color("3"), Literal: color("4"), Punctuation: color("5"), Text: color("6"), Added: color("1"), Removed: color("2")}

// marked shows the color of each part by its number.
func marked(text string) string {
	for _, n := range []string{"1", "2", "3", "4", "5", "6"} {
		text = strings.ReplaceAll(text, "\x1b[3"+n+"m", "<"+n+">")
	}
	return strings.ReplaceAll(text, "\x1b[m", "")
}

func TestPartsHaveTheirColors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ got, want string }{
		{style.JSON(`  "a\"b": "c:d",`), `<5>  <1>"a\"b"<5>: <2>"c:d"<5>,`},
		{style.JSON(`"n" : -1.5e3, true]`), `<1>"n"<5> : <3>-1.5e3<5>, <4>true<5>]`},
		{style.JSON(`"cut`), `<2>"cut`},
		{style.JSON(`…x`), `<6>…<4>x`},
		{style.Header("Accept: a: b"), `<1>Accept<5>: <6>a: b`},
		{style.Request("POST http://x/y"), `<4>POST <2>http://x/y`},
		{style.Shell(`curl -X POST 'a b' x`), `<1>curl<6> <4>-X<6> <6>POST<6> <2>'a b'<6> <6>x`},
		{style.Code("go")(`for i := 10 { s("a\"b") } // 'x`), `<1>for<6> <6>i<6> := <3>10<6> { <6>s<6>(<2>"a\"b"<6>) } <5>// 'x`},
		{style.Code("python")(`def it's(x): return x1 # y`), `<1>def<6> <6>it<2>'<6>s<6>(<6>x<6>): <1>return<6> <6>x1<6> <5># y`},
		{style.Code("json")(`{"a": 1}`), `<5>{<1>"a"<5>: <3>1<5>}`},
		{style.Code("")(`for x`), `<6>for x`},
		{style.Code("diff")("+++ b.txt"), `<5>+++ b.txt`},
		{style.Code("diff")("+new"), `<1>+new`},
		{style.Code("diff")("-old"), `<2>-old`},
		{style.Code("diff")(" same"), `<6> same`},
	} {
		if got := marked(test.got); got != test.want {
			t.Errorf("colored as %s, want %s", got, test.want)
		}
	}
}

func TestColorsChangeNoText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.StringOf(rapid.RuneFrom([]rune(`"\{}[]:,-019eEtrue' aé漢…`))).Draw(t, "line")
		for name, drawn := range map[string]string{"JSON": style.JSON(line), "header": style.Header(line), "shell": style.Shell(line), "code": style.Code("c")(line)} {
			if got := ansi.Strip(drawn); got != line {
				t.Fatalf("%s: %q is drawn as %q", name, line, got)
			}
		}
	})
}

package ui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestNothingOfHelpIsCut(t *testing.T) {
	a := &App{host: &host{styles: newStyles(Auto, termColors{Dark: true})}}
	text := append((&gridScreen{}).help(), (&queryScreen{}).help()...)
	text = append(text, (&fileScreen{}).help()...)
	text = append(text, "  "+a.styles.Key.Render(pad("enter", 12))+a.styles.Text.Render("open what it gives as a result of its own"))
	words := func(lines []string) string {
		return strings.Join(strings.Fields(ansi.Strip(strings.Join(lines, " "))), " ")
	}
	o := &overlay{host: a.host, text: text}
	for _, width := range []int{120, 78, 38} {
		o.layout(width, 20)
		if words(o.lines.lines) != words(text) {
			t.Errorf("at %d: %s", width, words(o.lines.lines))
		}
		for _, l := range o.lines.lines {
			if ansi.StringWidth(l) > width {
				t.Errorf("%q is wider than %d", l, width)
			}
		}
	}
	if last := ansi.Strip(o.lines.lines[len(o.lines.lines)-1]); !strings.HasPrefix(last, "  ") {
		t.Errorf("%q is not indented", last)
	}
}

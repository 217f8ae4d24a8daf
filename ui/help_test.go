package ui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"a2aform/ui/kit"
	"a2aform/ui/result"
	"a2aform/ui/table"
)

func TestHelpIsNotTruncated(t *testing.T) {
	a := &App{Host: &kit.Host{Styles: kit.NewStyles(kit.Auto, nil, kit.TermColors{Dark: true})}}
	text := append((&table.Screen{}).Help(), (&result.QueryScreen{}).Help()...)
	text = append(text, (&result.FileScreen{}).Help()...)
	text = append(text, "  "+a.Styles.Key.Render(kit.Pad("enter", 12))+a.Styles.Text.Render("open what it gives as a result of its own"))
	words := func(lines []string) string {
		return strings.Join(strings.Fields(ansi.Strip(strings.Join(lines, " "))), " ")
	}
	o := &kit.Overlay{Host: a.Host, Text: text}
	for _, width := range []int{120, 78, 38} {
		a.Width, a.Height = width+2, 20
		o.Layout()
		if words(o.Lines.Lines) != words(text) {
			t.Errorf("at %d: %s", width, words(o.Lines.Lines))
		}
		for _, l := range o.Lines.Lines {
			if ansi.StringWidth(l) > width {
				t.Errorf("%q is wider than %d", l, width)
			}
		}
	}
	if last := ansi.Strip(o.Lines.Lines[len(o.Lines.Lines)-1]); !strings.HasPrefix(last, "  ") {
		t.Errorf("%q is not indented", last)
	}
}

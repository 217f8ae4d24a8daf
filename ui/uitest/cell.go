package uitest

import (
	"image/color"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
)

// Look is how a terminal looks: how many colors it has, and on which
// background. The zero value is a dark one with all colors.
type Look struct {
	Light bool
	// Few is colorprofile.ANSI for 16 colors, colorprofile.ASCII for none, as with
	// NO_COLOR; 0 is all.
	Few colorprofile.Profile
}

// Cell is one place of the screen.
type Cell struct {
	Text                    string
	Foreground, Background  color.Color // nil for the terminal's own
	Bold, Faint, Underlined bool
	Reversed                bool
}

// The bits of a cell's attributes in ultraviolet, in the order of SGR.
const (
	attrBold    = 1 << 0
	attrFaint   = 1 << 1
	attrReverse = 1 << 5
)

// Cells are the lines of the screen.
func (d *Driver) Cells() [][]Cell {
	t := d.term
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := make([][]Cell, t.emu.Height())
	for y := range lines {
		for x := 0; x < t.emu.Width(); x++ {
			cell := t.emu.CellAt(x, y)
			if cell == nil {
				continue
			}
			s := cell.Style
			lines[y] = append(lines[y], Cell{
				Text: cell.Content, Foreground: s.Fg, Background: s.Bg, Underlined: s.Underline != 0,
				Bold: s.Attrs&attrBold != 0, Faint: s.Attrs&attrFaint != 0, Reversed: s.Attrs&attrReverse != 0,
			})
		}
	}
	return lines
}

// WaitReversed returns once one run of reversed cells reads text: a cursor, or
// what is chosen.
func (d *Driver) WaitReversed(text string) *Driver {
	d.t.Helper()
	return d.WaitCells(func(lines [][]Cell) string {
		if runs := reversed(lines); !slices.Contains(runs, text) {
			return quote(text) + " is not reversed; reversed are " + quote(runs...)
		}
		return ""
	})
}

// WaitCells returns once fault has nothing to say of the screen.
func (d *Driver) WaitCells(fault func([][]Cell) string) *Driver {
	d.t.Helper()
	var said string
	d.wait(func() bool {
		said = fault(d.Cells())
		return said == ""
	}, func() string { return said })
	return d
}

// reversed are the texts of runs of reversed cells, without blanks around them.
func reversed(lines [][]Cell) (runs []string) {
	for _, line := range lines {
		var run strings.Builder
		for _, c := range append(line, Cell{}) {
			if c.Reversed {
				run.WriteString(c.Text)
				continue
			}
			if run.Len() > 0 {
				runs = append(runs, strings.TrimSpace(run.String()))
				run.Reset()
			}
		}
	}
	return runs
}

// Page compares a part of a page of the documentation with the text that a test has
// generated. The part is the lines between "<!-- generated: name -->" and the next
// "<!-- end -->"; what is around it is written by hand. With -update it writes the
// part.
func Page(t *testing.T, path, name, text string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	begin := "<!-- generated: " + name + " -->\n"
	head, rest, found := strings.Cut(string(data), begin)
	if !found {
		t.Fatalf("%s has no line %q", path, begin)
	}
	old, tail, found := strings.Cut(rest, "<!-- end -->")
	text = "\n" + strings.Trim(text, "\n") + "\n\n"
	switch {
	case !found:
		t.Fatalf("%s has no <!-- end --> behind %q", path, begin)
	case old == text:
	case *update:
		if err := os.WriteFile(path, []byte(head+begin+text+"<!-- end -->"+tail), 0o600); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s: the part %q is outdated: write it with make docs\n%s", path, name, difference(old, text))
	}
}

// TableRow is a row of a table in Markdown.
func TableRow(cells ...string) string {
	for i, cell := range cells {
		cells[i] = strings.ReplaceAll(strings.ReplaceAll(cell, "|", `\|`), "\n", " ")
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}

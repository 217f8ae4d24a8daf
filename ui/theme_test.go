package ui_test

import (
	"fmt"
	"image/color"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/widget/contrast"
	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// tour goes through the screens and stops at each.
func tour(t *testing.T, theme kit.Theme, look uitest.Look, stop func(*uitest.Driver)) {
	t.Helper()
	keep := apptest.Home(t)
	open := func(ref string) *uitest.Driver {
		return uitest.StartOn(t, ui.New(t.Context(), kit.Options{Ref: ref, Store: keep, Demo: apptest.NoDemo, Theme: theme}), 100, 30, look)
	}
	at := func(d *uitest.Driver, texts ...string) *uitest.Driver {
		d.WaitFor(texts...)
		stop(d)
		return d
	}
	at(open(""), "Open an agent")
	at(open("nowhere.example.invalid:1"), "✗ ", "→ ")
	server := apptest.DemoAgent(t, apptest.Quick)
	d := at(open(server.URL), "▌ Fight Comparison", "  Trip Planner")
	d.Press("enter").WaitFor("▌ ○ A *").Type("Lion").Press("tab", "ctrl+s")
	at(d, "▌ ○ B *", "✗ Required")
	at(d.Press("f1"), "Keys").Press("esc")
	at(d.Press("ctrl+o"), "▌ Next problem").Press("esc")
	d.WaitFor("▌ ○ B *").Type("Tiger").Press("ctrl+s")
	at(d, "Send  enter")
	d.Press("enter")
	at(d, "✓ completed", "Winner")
	at(d.Press("enter"), "Nothing here opens", "Winner")

	d = open(server.URL).WaitFor("Fight Comparison").Press("down", "down", "down", "enter").WaitFor("Name *")
	d.Press("f3").WaitFor("Blank form")
	d.Press("1").WaitFor("Example 1 loaded")
	at(d.Press("alt+/").WaitFor("Go to a field").Type("delivery").Press("enter"), "(●) Courier")
	at(d.Press("f2"), `"kind": "courier"`).Press("f2")
	at(d.Press("alt+/").WaitFor("Go to a field").Type("handling").Press("enter"), "✓ ", "• Keep cold")

	d = open("").WaitFor("Open an agent").Press("alt+h")
	at(d, "History", "Fight Comparison", "done")

	d = open(server.URL).WaitFor("Fight Comparison")
	at(d.Press("c"), "A text message").Press("esc")
	d.WaitFor("Skills").Press("down", "down", "down", "down", "down", "enter")
	at(d, "▌ ")
}

// tables are the screens of a large result.
func tables(t *testing.T, theme kit.Theme, look uitest.Look, stop func(*uitest.Driver)) {
	t.Helper()
	d := uitest.StartOn(t, ui.New(t.Context(), kit.Options{Show: apptest.OpenedFile(t, "things.json", apptest.Things(40), apptest.ThingSchema), Store: apptest.Home(t), Theme: theme}), 100, 30, look)
	d.WaitFor("Chair 0", "✗ 4 wrong").WaitReversed("1")
	stop(d)
	d.Press("/").Type("lamp").Press("enter").WaitFor("10 of 40 rows")
	stop(d)
	d.Press("esc").WaitFor("All rows again").Press("v").WaitFor("▾ 3:")
	stop(d)
}

var looks = []struct {
	name  string
	theme kit.Theme
	look  uitest.Look
}{
	{"dark", kit.Auto, uitest.Look{}},
	{"light", kit.Auto, uitest.Look{Light: true}},
	{"dark, 16 colours", kit.Auto, uitest.Look{Few: colorprofile.ANSI}},
	{"light, 16 colours", kit.Auto, uitest.Look{Light: true, Few: colorprofile.ANSI}},
	{"high contrast, dark", kit.HighContrast, uitest.Look{}},
	{"high contrast, light", kit.HighContrast, uitest.Look{Light: true}},
	{"no colours", kit.Auto, uitest.Look{Few: colorprofile.ASCII}},
}

// Every text can be read, on every screen, in every theme.
func TestEveryTextHasContrast(t *testing.T) {
	t.Parallel()
	for _, tt := range looks {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			stop := func(d *uitest.Driver) {
				d.WaitCells(func(lines [][]uitest.Cell) string {
					for y, line := range lines {
						for x, c := range line {
							if fault := illegible(c, tt.look, tt.theme); fault != "" {
								return fmt.Sprintf("at line %d, column %d: %s", y+1, x+1, fault)
							}
						}
					}
					return ""
				})
			}
			tour(t, tt.theme, tt.look, stop)
			tables(t, tt.theme, tt.look, stop)
		})
	}
}

// illegible says what is wrong with a cell, "" if it can be read. Lines that
// only part things need not be.
func illegible(c uitest.Cell, look uitest.Look, theme kit.Theme) string {
	fore, back := color.Color(color.White), color.Color(color.Black)
	if look.Light {
		fore, back = back, fore
	}
	if c.Foreground != nil {
		fore = c.Foreground
	}
	if c.Background != nil {
		back = c.Background
	}
	named := fmt.Sprintf("%q in %v on %v", c.Text, c.Foreground, c.Background)
	switch isColored := c.Foreground != nil || c.Background != nil; {
	case strings.Trim(c.Text, " ─│╭╮╰╯·█▏▎▍▌▋▊▉░") == "":
	case c.Faint:
		return named + " is faint"
	case isColored && look.Few == colorprofile.ASCII:
		return named + " is coloured"
	case theme == kit.HighContrast && (!isBasic(c.Foreground) || c.Background != nil):
		return named + " is no colour of the terminal's own"
	case contrast.Ratio(fore, back) < contrast.Text:
		return fmt.Sprintf("%s has a contrast of %.1f", named, contrast.Ratio(fore, back))
	}
	return ""
}

func isBasic(c color.Color) bool {
	_, is := c.(ansi.BasicColor)
	return is || c == nil
}

// Without colours, what has the focus, what is chosen and what is wrong is told by
// glyphs and reversed text; the tour itself waits for the glyphs.
func TestFocusIsVisibleWithoutColors(t *testing.T) {
	t.Parallel()
	for _, theme := range []kit.Theme{kit.Auto, kit.HighContrast} {
		look := uitest.Look{Few: colorprofile.ASCII}
		tour(t, theme, look, func(*uitest.Driver) {})
		tables(t, theme, look, func(*uitest.Driver) {})
	}
}

// A theme by name counts more than what the terminal says of itself.
func TestThemeSettingBeatsTerminal(t *testing.T) {
	t.Parallel()
	title := func(theme kit.Theme, light bool) color.Color {
		d := uitest.StartOn(t, ui.New(t.Context(), kit.Options{Store: apptest.Home(t), Theme: theme}), 80, 24, uitest.Look{Light: light})
		d.WaitFor("Open an agent")
		var found color.Color
		d.WaitUntil("the title in its colour", func(string) bool {
			for _, line := range d.Cells() {
				for _, c := range line {
					if c.Text == "O" && c.Bold {
						found = c.Foreground
					}
				}
			}
			return found != nil
		})
		return found
	}
	dark, light := title(kit.Dark, false), title(kit.Light, true)
	if dark == light {
		t.Fatal("the themes have one colour of titles")
	}
	if got := title(kit.Dark, true); got != dark {
		t.Errorf("dark on light: %v, want %v", got, dark)
	}
	if got := title(kit.Light, false); got != light {
		t.Errorf("light on dark: %v, want %v", got, light)
	}
}

// The selected row of a list, the footer and a dialog have a background of their own, from one side to the other, where the terminal says
// what its own is.
func TestTints(t *testing.T) {
	t.Parallel()
	background := func(line []uitest.Cell) color.Color { return line[len(line)/4].Background }
	same := func(line []uitest.Cell, from, to int) bool {
		for _, c := range line[from:to] {
			if c.Background != line[from].Background {
				return false
			}
		}
		return true
	}
	text := func(line []uitest.Cell) string {
		var sb strings.Builder
		for _, c := range line {
			sb.WriteString(c.Text)
		}
		return sb.String()
	}
	for _, look := range []uitest.Look{{}, {Light: true}} {
		d := uitest.StartOn(t, ui.New(t.Context(), kit.Options{Ref: apptest.DemoAgent(t, apptest.Quick).URL, Store: apptest.Home(t), Demo: apptest.NoDemo}), 80, 24, look)
		d.WaitFor("▌ Fight Comparison", "  Trip Planner").WaitCells(func(lines [][]uitest.Cell) string {
			footer := lines[len(lines)-1]
			if background(footer) == nil || !same(footer, 0, len(footer)) {
				return "the footer has no background"
			}
			for _, line := range lines {
				isSelected, isOther := strings.Contains(text(line), "▌ Fight"), strings.Contains(text(line), "Trip Planner")
				switch at := background(line); {
				case isSelected && (at == nil || at == background(footer) || !same(line, 3, len(line)-3)):
					return "the selected skill has no background of its own"
				case isOther && at != nil:
					return "another skill has a background"
				}
			}
			return ""
		})
		d.Press("ctrl+o").WaitFor("Commands").WaitCells(func(lines [][]uitest.Cell) string {
			for _, line := range lines {
				if at := strings.Index(text(line), "Test cases"); at >= 0 && line[len(line)/2].Background == nil {
					return "the dialog has no background"
				}
			}
			return ""
		})
	}
}

package main

import (
	"fmt"
	"image/color"
	"os"
	"strings"

	"a2aform/internal/widget/ansistyle"
	"a2aform/internal/widget/picker"
	"a2aform/ui/kit"
	"a2aform/ui/kit/button"
	"a2aform/ui/kit/pane"
	"a2aform/ui/kit/rail"
	"a2aform/ui/kit/theme"
)

const (
	width   = 100
	columns = 48 // of the left pane
)

// main prints the gallery of the theme that its argument names; without one, all themes and
// their backgrounds.
func main() {
	if len(os.Args) > 1 {
		g := newGallery(os.Args[1])
		for _, line := range g.lines(os.Args[1]) {
			fmt.Println(g.onSurface(line)) //nolint:forbidigo // a command of its own
		}
		return
	}
	for _, name := range theme.Names() {
		if name != theme.Auto && name != theme.OwnName {
			fmt.Println(name, rgb(newGallery(name).background(), "#%02x%02x%02x")) //nolint:forbidigo // a command of its own
		}
	}
}

func newGallery(name string) gallery {
	return gallery{kit.NewStyles(kit.Theme(name), nil, kit.TermColors{Dark: true}), name == string(kit.Light)}
}

type gallery struct {
	st      *kit.Styles
	isLight bool
}

// background is that of the theme, or one that a terminal would have by itself.
func (g gallery) background() color.Color {
	switch {
	case g.st.Surface != nil:
		return g.st.Surface
	case g.isLight:
		return color.White
	}
	return color.Gray{Y: 0x17}
}

func rgb(c color.Color, format string) string {
	red, green, blue, _ := c.RGBA()
	return fmt.Sprintf(format, red>>8, green>>8, blue>>8)
}

// onSurface gives a line the colors that the terminal would have by itself: the program that
// draws the pictures has neither them nor reversed text.
func (g gallery) onSurface(line string) string {
	foreground := color.Color(color.White)
	if g.st.Foreground != nil {
		foreground = g.st.Foreground
	}
	own := rgb(foreground, "38;2;%d;%d;%d")
	reversed := rgb(g.background(), "38;2;%d;%d;%d;") + rgb(foreground, "48;2;%d;%d;%d")
	explicit := strings.NewReplacer("\x1b[m", "\x1b["+own+"m", "\x1b[1m", "\x1b[1;"+own+"m", "\x1b[7m", "\x1b["+reversed+"m", "\x1b[1;7m", "\x1b[1;"+reversed+"m")
	return "\x1b[" + own + "m" + explicit.Replace(strings.ReplaceAll(line, "\x1b[m", "\x1b[0m\x1b[m")) + "\x1b[0m"
}

func (g gallery) lines(name string) []string {
	st := g.st
	counts := st.Good.Render("● ") + st.Dim.Render("1 running") + "  " + st.Warn.Render("? ") + st.Dim.Render("1 waits for you") + "  " + st.Warn.Render("! ") + st.Dim.Render("2 warnings")
	lines := []string{kit.Between(st.Badge.Render(" a2aform ")+" "+st.Crumb.Render("Gallery › "+name), counts+" ", width), " " + g.rail()}
	lines = append(lines, pane.Beside(g.list(), g.data())...)
	lines = append(lines, pane.Beside(g.outcomes(), g.dialog())...)
	return append(lines,
		st.Button.Line([]button.Button{{Label: "Send", Key: "enter"}, {Label: "Back", Key: "esc"}}, 0, width),
		" "+st.Dim.Render("Saved in config.toml.")+"   "+st.Bad.Render("Not sent. 1 required field is empty: Nights (f6)."),
		" "+st.Key.Render("enter")+st.Dim.Render(" Send  ")+st.Key.Render("1-4")+st.Dim.Render(" View  ")+st.Key.Render("esc")+st.Dim.Render(" Back"))
}

// rail is a task that goes on.
func (g gallery) rail() string {
	of := ansistyle.New
	st := g.st
	look := rail.Style{
		Text: of(st.Text), Ahead: of(st.Dim), Line: of(st.Dim), Note: of(st.Dim),
		Active: of(st.Accent), Done: of(st.Good), Waiting: of(st.Warn), Bad: of(st.Bad), Stopped: of(st.Warn),
	}
	steps := []rail.Step{{Text: "Sent", State: rail.Done}, {Text: "Working", State: rail.Done}, {Text: "Day 3 of 4", State: rail.Active}, {Text: "Done", State: rail.Ahead}}
	return look.Draw(rail.Rail{Steps: steps, Spinner: "⠹", Note: "2.4 s", Width: width - 2})
}

// list is a pane with the focus, and a form below its list.
func (g gallery) list() []string {
	st := g.st
	row := func(name, note string) string { return "  " + st.Text.Render(kit.Pad(name, 30)) + st.Good.Render(note) }
	lines := []string{
		st.Accent.Render("▌ ") + st.Title.Render(kit.Pad("Trip Planner", 30)) + st.Good.Render("9 fields"),
		row("Fight Comparison", "2 fields"),
		row("Small Talk", "chat"),
		"",
		st.Text.Render("Destination ") + st.Accent.Render("*") + "  " + st.Strong.Render("Lisbon"),
		st.Text.Render("Nights ") + st.Accent.Render("*") + "       99  " + st.Bad.Render("✗ must be at most 14"),
		st.Text.Render("Pace ") + st.Accent.Render("*") + "         ( ) relaxed  " + st.Title.Render("(●) balanced"),
	}
	return st.Pane.Draw(pane.Pane{Title: "Skills", Note: "3", Lines: lines, Width: columns, Height: len(lines) + pane.FrameHeight, HasFocus: true})
}

// data is a pane without the focus, with tabs and syntax in color.
func (g gallery) data() []string {
	st := g.st
	tabs := st.Key.Render("1") + " " + st.Title.Render("Data") + "  " + st.Key.Render("2") + " " + st.Dim.Render("Request")
	lines := []string{
		st.Syntax.JSON(`{ "destination": "Lisbon", "nights": 3,`),
		st.Syntax.JSON(`  "vegetarian": true, "budget": null }`),
		"",
		st.Syntax.Request("POST http://localhost:9999/"),
		st.Syntax.Header("Content-Type: application/json"),
		"",
		st.Syntax.Shell(`curl -X POST -d '{"nights":3}' localhost:9999`),
	}
	return st.Pane.Draw(pane.Pane{Title: "Data", Note: tabs, IsNoteStyled: true, Lines: lines, Width: width - columns, Height: len(lines) + pane.FrameHeight})
}

// dialogHeight is the height of the lower panes.
const dialogHeight = 11

// outcomes are how things end, and an empty list.
func (g gallery) outcomes() []string {
	st := g.st
	lines := []string{
		st.Good.Render("✓ completed") + st.Dim.Render("    12 rows · 3.6 s"),
		st.Warn.Render("? waits") + st.Dim.Render("        The agent needs an answer"),
		st.Warn.Render("! warning") + st.Dim.Render("      It begins with a space"),
		st.Bad.Render("✗ failed") + st.Dim.Render("       The agent said no"),
		st.Accent.Render("● running") + st.Dim.Render("      Day 3 of 4"),
		"",
		st.Dim.Render("No matching runs. Esc clears the search."),
	}
	return st.Pane.Draw(pane.Pane{Title: "Runs", Lines: lines, Width: columns, Height: dialogHeight})
}

// dialog is one over a dimmed screen.
func (g gallery) dialog() []string {
	st, room := g.st, width-columns
	behind := st.Pane.Draw(pane.Pane{Title: "Itinerary", Note: "12 rows", Lines: []string{
		"Date        Time   Activity", "Thu 14 May  09:30  Baking bread", "            14:00  Vineyard visit",
		"            19:30  Dinner at a long table", "Fri 15 May  09:30  Market breakfast", "            14:00  Tram 28",
		"            19:30  Fado", "Sat 16 May  09:30  Tile workshop", "            14:00  Cooking class",
	}, Width: room, Height: dialogHeight})
	list := picker.New("Start from…", []string{"Lisbon, 3 nights", "Kyoto, 5 nights", "Blank form"}, nil, 1, st.Form.Picker)
	const dialogWidth, margin = 40, 4
	lines := strings.Split(list.View(dialogWidth-pane.FrameWidth, dialogHeight-pane.FrameHeight-1), "\n")[1:] // below its title
	box := st.Pane.Draw(pane.Pane{Title: list.Title(), Lines: lines, Width: dialogWidth, Height: len(lines) + pane.FrameHeight, HasFocus: true})
	return st.Pane.Over(st.Pane.Dim(behind, room), box, margin, max((dialogHeight-len(box))/2, 0))
}

package ui

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"charm.land/bubbles/v2/textarea"
	"charm.land/bubbles/v2/textinput"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/widget/textline"
)

// pad fills s with spaces up to width columns.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(width-lipgloss.Width(s), 0))
}

// strayMarks are combining marks that ansi.Wrap has parted from what they stand on.
var strayMarks = regexp.MustCompile(`\n([\p{Mn}\p{Me}]+)`)

// wrap breaks text into lines of at most width columns, at most most of them
// (0 for all), and styles each.
func wrap(text string, width, most int, style lipgloss.Style) []string {
	wrapped := strayMarks.ReplaceAllString(ansi.Wrap(text, max(width, 1), " -"), "$1\n")
	lines := strings.Split(wrapped, "\n")
	if most > 0 && len(lines) > most {
		lines = lines[:most]
		lines[most-1] = ansi.Truncate(lines[most-1], max(width-1, 1), "") + "…"
	}
	for i, l := range lines {
		lines[i] = style.Render(l)
	}
	return lines
}

// wrapIndented breaks a styled line, the rest of it as far in as it begins.
func wrapIndented(text string, width int) []string {
	plain := ansi.Strip(text) //nolint:forbidigo // only measured
	indent := len(plain) - len(strings.TrimLeft(plain, " "))
	if indent == 0 || indent > width/2 || lipgloss.Width(text) <= width {
		return strings.Split(lipgloss.Wrap(text, max(width, 1), " -"), "\n")
	}
	lines := strings.Split(lipgloss.Wrap(ansi.TruncateLeft(text, indent, ""), max(width-indent, 1), " -"), "\n")
	for i := range lines {
		lines[i] = strings.Repeat(" ", indent) + lines[i]
	}
	return lines
}

// line is foreign text on one line.
func line(r safe.Raw) string { return r.Line(0).String() }

// bullet is a wrapped text behind a marker.
func bullet(marker, text string, width int, style lipgloss.Style) []string {
	indent := lipgloss.Width(marker)
	lines := wrap(text, width-indent, 0, style)
	for i, l := range lines {
		if i == 0 {
			lines[i] = style.Render(marker) + l
		} else {
			lines[i] = strings.Repeat(" ", indent) + l
		}
	}
	return lines
}

// fact is something known, with what it is about.
type fact struct {
	label, text string
	style       lipgloss.Style
}

// factLabel is the width of the labels of facts.
const factLabel = 11

// drawFacts draws facts in two columns, each on at most most lines (0 for all).
func drawFacts(st *styles, facts []fact, width, most int) []string {
	var lines []string
	for _, f := range facts {
		for i, text := range wrap(f.text, width-factLabel, most, f.style) {
			label := ""
			if i == 0 {
				label = f.label
			}
			lines = append(lines, st.Dim.Render(pad(label, factLabel))+text)
		}
	}
	return lines
}

// newInput is a line to type in. Its cursor is steady: a blinking one writes to
// the terminal while nothing happens.
func newInput(placeholder string) textline.Model {
	input := textline.New()
	input.Prompt = "> "
	input.Placeholder = placeholder
	input.KeyMap.DeleteWordForward.SetEnabled(false) // it fails at the last character (bubbles v2.2.1)
	looks := input.Styles()
	looks.Cursor.Blink = false
	input.SetStyles(looks)
	colour(&input, lipgloss.NewStyle().Italic(true))
	return input
}

// colour takes bubbles' own colours off a line, which are for a dark background;
// hint is the style of what stands there before anything is typed.
func colour(input *textline.Model, hint lipgloss.Style) {
	looks := input.Styles()
	for _, state := range []*textinput.StyleState{&looks.Focused, &looks.Blurred} {
		state.Prompt, state.Text, state.Placeholder = lipgloss.NewStyle(), lipgloss.NewStyle(), hint
	}
	looks.Cursor.Color = lipgloss.NoColor{}
	input.SetStyles(looks)
}

// colourArea is colour for a text area; its cursor is steady too.
func colourArea(area *textarea.Model, st *styles) {
	looks := area.Styles()
	for _, state := range []*textarea.StyleState{&looks.Focused, &looks.Blurred} {
		none := lipgloss.NewStyle()
		state.CursorLine, state.EndOfBuffer, state.Text = none, none, none
		state.Prompt, state.Placeholder = st.Accent, st.Dim
	}
	looks.Cursor.Blink, looks.Cursor.Color = false, lipgloss.NoColor{}
	area.SetStyles(looks)
}

// errorLines show an error with what to do next, where it says so.
func errorLines(st *styles, err error, width int) []string {
	var card *a2aclient.CardError
	var wire *a2aclient.WireError
	what, next := err.Error(), ""
	switch {
	case errors.Is(err, a2aclient.ErrUnsettled): // says itself what caused it and what to do
	case errors.As(err, &card):
		what, next = string(card.Layer)+": "+card.What, card.Next
	case errors.As(err, &wire):
		what, next = string(wire.Layer)+": "+wire.What, wire.Next
	}
	lines := bullet("✗ ", safe.Text(what).Block(0).String(), width, st.Bad)
	if next != "" {
		lines = append(lines, bullet("→ ", next, width, st.Text)...)
	}
	return lines
}

func joined(texts []safe.Raw, between string) string {
	var all []string
	for _, t := range texts {
		all = append(all, line(t))
	}
	return strings.Join(all, between)
}

func inputName(in a2aclient.Input) string {
	if in.Name.IsEmpty() {
		return "unnamed schema"
	}
	return line(in.Name)
}

// jsonLines is a value as indented JSON that is safe to draw.
func jsonLines(v *ojson.Value) []string {
	texts := strings.Split(string(v.Indent("  ")), "\n")
	for i, t := range texts {
		texts[i] = safe.Text(t).Line(safe.CellLimit()).String()
	}
	return texts
}

// originOf is what credentials for an address are bound to, "" for none.
func originOf(address safe.Raw) string {
	credentials, err := a2aclient.NewCredentialSet(address)
	if err != nil {
		return ""
	}
	return credentials.Origin()
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Local().Format(time.DateTime)
}

// seconds is how long something took, in milliseconds below a second. It has the same
// width up to a minute, so that a line does not move while the time goes on.
func seconds(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%3d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%4.1f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}

const nothingSearched = "nothing is searched for; / begins"

func quoted(text string) string { return strconv.Quote(safe.Text(text).Line(40).String()) }

// between puts left and right at the ends of a line.
func between(left, right string, width int) string {
	gap := width - lipgloss.Width(left) - lipgloss.Width(right)
	if gap < 1 {
		return ansi.Truncate(left, max(width-lipgloss.Width(right)-2, 1), "…") + " " + right
	}
	return left + strings.Repeat(" ", gap) + right
}

// ago is a time for somebody who knows what day it is.
func ago(t, now time.Time) string {
	t, now = t.Local(), now.Local()
	if t.YearDay() == now.YearDay() && t.Year() == now.Year() {
		return t.Format("15:04:05")
	}
	return t.Format("2006-01-02 15:04")
}

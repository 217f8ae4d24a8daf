// Package prompt asks for one line, such as a path or a name. It can offer
// completions of the line, and say below it what is wrong with it.
package prompt

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/widget/ansistyle"
	"a2aform/internal/widget/textline"
)

// Styles are the colors of a prompt.
type Styles struct {
	Title, Cursor, Selected, Label, Dim, Problem lipgloss.Style
	Row                                          ansistyle.Tint // under the offer that is picked
}

// Offer is what the line may become, and how it is drawn, which must be safe.
type Offer struct{ Text, Label string }

// Model is one prompt. Use [New].
type Model struct {
	title, note     string
	line            textline.Model
	problem         string
	offers          []Offer
	picked          int // among the offers, -1 for the line itself
	top, firstOffer int // of the last view: the first completion that was drawn, and its line
	styles          Styles
}

// New is a prompt with a text in its line, which may be empty. The note says
// what the line is for.
func New(title, note, text string, styles Styles) *Model {
	line := textline.New()
	line.Prompt = "> "
	line.KeyMap.DeleteWordForward.SetEnabled(false) // it fails at the last character (bubbles v2.2.1)
	looks := line.Styles()
	looks.Cursor.Blink, looks.Cursor.Color = false, lipgloss.NoColor{}
	looks.Focused.Prompt, looks.Focused.Text = styles.Label, styles.Label
	line.SetStyles(looks)
	line.SetValue(text)
	line.CursorEnd()
	line.Focus()
	return &Model{title: title, note: note, line: line, picked: -1, styles: styles}
}

// Mask hides what is typed, as for a password.
func (m *Model) Mask() { m.line.EchoMode = textinput.EchoPassword }

// Text is the text of the line: what it shows as escapes are the characters themselves.
func (m *Model) Text() string { return m.line.Value() }

// SetText puts a text into the line.
func (m *Model) SetText(text string) {
	m.line.SetValue(text)
	m.line.CursorEnd()
	m.problem, m.offers, m.picked = "", nil, -1
}

// Complain says below the line what is wrong with it, until it is changed. The
// text must be safe.
func (m *Model) Complain(problem string) { m.problem = problem }

// Offer lists what the line may become. As the line changes, offers that do not begin
// with it are left out.
func (m *Model) Offer(offers []Offer) { m.offers, m.picked = offers, -1 }

// Keys are those of a prompt.
var Keys = struct{ Enter, Close, Complete, Before, Next key.Binding }{
	Enter:    bind("Take the line", "enter"),
	Close:    bind("Close", "esc"),
	Complete: bind("Complete", "tab"),
	Before:   bind("Offer before", "up", "shift+tab"),
	Next:     bind("Next offer", "down"),
}

func bind(help string, on ...string) key.Binding {
	return key.NewBinding(key.WithKeys(on...), key.WithHelp(on[0], help))
}

// Result says what a key did.
type Result struct {
	Closed  bool // the prompt is to be closed
	Entered bool // Text was confirmed
	Changed bool // the line is another
	Text    string
}

// Update handles a message. Enter confirms the line or the picked offer, tab
// completes the line, up and down pick an offer, esc closes.
func (m *Model) Update(msg tea.Msg) Result {
	press, ok := msg.(tea.KeyPressMsg)
	switch {
	case !ok:
		return m.typed(msg)
	case key.Matches(press, Keys.Close):
		return Result{Closed: true}
	case key.Matches(press, Keys.Enter):
		text := m.Text()
		if m.picked >= 0 {
			text = m.offers[m.picked].Text
		}
		return Result{Entered: true, Text: text}
	case key.Matches(press, Keys.Complete):
		return m.complete()
	case key.Matches(press, Keys.Before):
		m.picked = max(m.picked-1, -1)
	case key.Matches(press, Keys.Next):
		m.picked = min(m.picked+1, len(m.offers)-1)
	default:
		return m.typed(press)
	}
	return Result{}
}

func (m *Model) typed(msg tea.Msg) Result {
	before := m.Text()
	m.line, _ = m.line.Update(msg) // its commands only make the cursor blink
	return m.changed(before)
}

func (m *Model) changed(before string) Result {
	if m.Text() == before {
		return Result{}
	}
	m.problem, m.picked = "", -1
	m.offers = slices.DeleteFunc(slices.Clone(m.offers), func(o Offer) bool { return !strings.HasPrefix(o.Text, m.Text()) })
	return Result{Changed: true, Text: m.Text()}
}

// complete takes the picked offer, or what all offers have in common.
func (m *Model) complete() Result {
	before := m.Text()
	switch {
	case m.picked >= 0:
		m.SetText(m.offers[m.picked].Text)
	case len(m.offers) > 0:
		if common := Common(m.offers); len(common) > len(before) {
			m.SetText(common)
		}
	}
	return m.changed(before)
}

// Common is the longest beginning that all offers share, in whole characters.
// There must be one offer at least.
func Common(offers []Offer) string {
	text := offers[0].Text
	for _, o := range offers[1:] {
		n := 0
		for i, r := range text {
			if !strings.HasPrefix(o.Text[min(i, len(o.Text)):], string(r)) {
				break
			}
			n = i + len(string(r))
		}
		text = text[:n]
	}
	return text
}

// Title is what the prompt asks.
func (m *Model) Title() string { return m.title }

// View draws the prompt in at most height lines of width columns.
func (m *Model) View(width, height int) string {
	if room := max(width-4, 1); room != m.line.Width() {
		m.line.SetWidth(room)
		m.line.SetCursor(m.line.Position()) // it looks for its window then
	}
	lines := m.head(width)
	rows := max(height-len(lines), 0)
	m.top = max(m.picked-rows+1, 0)
	for i := m.top; i < min(m.top+rows, len(m.offers)); i++ {
		lines = append(lines, m.row(i, width))
	}
	m.firstOffer = len(lines) - min(rows, len(m.offers)-m.top)
	return strings.Join(lines[:min(len(lines), max(height, 1))], "\n")
}

// head are the lines above the completions.
func (m *Model) head(width int) []string {
	lines := []string{ansi.Truncate(m.styles.Title.Render(m.title), width, "…"), "", m.line.View()}
	about, style := m.note, m.styles.Dim
	if m.problem != "" {
		about, style = "✗ "+m.problem, m.styles.Problem
	}
	for l := range strings.SplitSeq(ansi.Wrap(about, max(width-2, 1), ""), "\n") {
		lines = append(lines, "  "+style.Render(l))
	}
	if len(m.offers) > 0 {
		lines = append(lines, "")
	}
	return lines
}

// Click completes the line with what is on a line of the last view, counted from 0.
func (m *Model) Click(line int) Result {
	i := m.top + line - m.firstOffer
	if line < m.firstOffer || i >= len(m.offers) {
		return Result{}
	}
	m.picked = i
	return m.complete()
}

func (m *Model) row(i, width int) string {
	marker, style := "  ", m.styles.Label
	if i == m.picked {
		marker, style = m.styles.Cursor.Render("▌ "), m.styles.Selected
	}
	line := ansi.Truncate(marker+style.Render(m.offers[i].Label), width, "…")
	if i == m.picked {
		return m.styles.Row.Line(line, width)
	}
	return line
}

package pager

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/ojson"
	"a2aform/internal/widget/shortcut"
	"a2aform/internal/widget/textline"
	"a2aform/ui/kit"
	"a2aform/ui/kit/syntax"
)

// Screen shows lines, and searches in them.
type Screen struct {
	kit.Base
	name  string
	make  func() ([]string, int) // the lines, where they take a while, and which one is marked, -1 for none; nil once they are there
	color func(st *syntax.Style, line string) string
	heads func(line string) bool // the first line of a part; nil where there are no parts
	part  string                 // what a part is called
	lines kit.Scroll
	spot  int // the line that is marked; -1 for none

	search    textline.Model
	searching bool  // what to look for is being typed
	hits      []int // lines that hold it
	hit       int   // the one that was gone to, in hits
}

func newScreen(h *kit.Host, name string, lines []string) *Screen {
	p := &Screen{Base: kit.Base{Host: h}, name: name, spot: -1, search: kit.NewInput("search")}
	p.search.Prompt = kit.SearchPrompt
	p.lines.Set(lines)
	return p
}

// New shows lines that are made in a command.
func New(h *kit.Host, name string, lines func() []string) *Screen {
	return newMarked(h, name, func() ([]string, int) { return lines(), -1 })
}

func newMarked(h *kit.Host, name string, lines func() ([]string, int)) *Screen {
	p := newScreen(h, name, []string{"reading …"})
	p.make = lines
	return p
}

// NewRawCard shows a card as it was received, indented. lineOf returns the line of that text to go
// to and to mark, from 0; nil is for none.
func NewRawCard(h *kit.Host, raw []byte, lineOf func(text []byte) int) *Screen {
	return newMarked(h, "Raw card", func() ([]string, int) {
		v, err := ojson.Parse(raw, ojson.CardLimits)
		switch {
		case err != nil:
			return []string{"the card cannot be shown"}, -1
		case lineOf == nil:
			return kit.JSONLines(v), -1
		}
		return kit.JSONLines(v), lineOf(v.Indent("  "))
	})
}

type linesMsg struct {
	lines []string
	spot  int
}

func (p *Screen) Init() tea.Cmd {
	if p.make == nil {
		return nil
	}
	lines := p.make
	p.make = nil
	return kit.Later(p, func() tea.Msg {
		lines, spot := lines()
		return linesMsg{lines, spot}
	})
}

func (p *Screen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch msg := msg.(type) {
	case linesMsg:
		p.lines.Set(msg.lines)
		if p.spot = msg.spot; p.spot >= 0 {
			p.lines.Reveal(p.spot)
		}
		p.find()
	case tea.KeyPressMsg:
		return p.press(msg), nil
	case tea.PasteMsg:
		if p.searching {
			p.typed(msg)
		}
	}
	return kit.Action{}, nil
}

func (p *Screen) press(press tea.KeyPressMsg) kit.Action {
	switch {
	case p.searching && press.String() == "enter":
		p.searching = false
		return p.told()
	case key.Matches(press, kit.Keys.Back) && p.search.Value() != "":
		p.searching = false
		p.search.SetValue("")
		p.find()
	case p.searching && key.Matches(press, kit.Keys.Back):
		p.searching = false
	case p.searching:
		p.typed(press)
	case key.Matches(press, pagerKeys.Search):
		p.searching = true
		p.search.Focus()
	case key.Matches(press, pagerKeys.Next):
		return p.goTo(p.hit + 1)
	case key.Matches(press, pagerKeys.Before):
		return p.goTo(p.hit - 1)
	case p.heads != nil && key.Matches(press, pagerKeys.NextPart):
		p.goToPart(1)
	case p.heads != nil && key.Matches(press, pagerKeys.PreviousPart):
		p.goToPart(-1)
	case key.Matches(press, kit.Keys.Back):
		return p.Back()
	default:
		p.lines.Press(press)
	}
	return kit.Action{}
}

// goToPart puts the first line of the next part, or of the one before, at the top.
func (p *Screen) goToPart(step int) {
	for at := p.lines.Top + step; at >= 0 && at < len(p.lines.Lines); at += step {
		if p.heads(p.lines.Lines[at]) {
			p.lines.Top = at
			p.lines.Clamp()
			return
		}
	}
}

// typed gives what is looked for what was typed or pasted.
func (p *Screen) typed(msg tea.Msg) {
	p.search, _ = p.search.Update(msg) // its commands only make the cursor blink
	p.find()
}

// find looks for the lines that contain what was typed, and goes to the first one
// from the top of the window on.
func (p *Screen) find() {
	wanted := strings.ToLower(p.search.Value())
	p.hits, p.hit = nil, 0
	if wanted == "" {
		return
	}
	for i, l := range p.lines.Lines {
		if strings.Contains(strings.ToLower(l), wanted) {
			p.hits = append(p.hits, i)
		}
	}
	p.hit = max(slices.IndexFunc(p.hits, func(at int) bool { return at >= p.lines.Top }), 0)
	if len(p.hits) > 0 {
		p.lines.Reveal(p.hits[p.hit])
	}
}

// goTo goes to a hit, around the end.
func (p *Screen) goTo(hit int) kit.Action {
	if len(p.hits) == 0 {
		return p.told()
	}
	p.hit = (hit + len(p.hits)) % len(p.hits)
	p.lines.Reveal(p.hits[p.hit])
	return p.told()
}

func (p *Screen) told() kit.Action {
	switch {
	case p.search.Value() == "":
		return kit.Action{}
	case len(p.hits) == 0:
		return kit.Infof("no line holds it")
	}
	return kit.Infof("%d of %s", p.hit+1, kit.Plural(len(p.hits), "line", "lines"))
}

// hitsRoom is what the number of hits takes behind it.
const hitsRoom = len("  100,000 lines")

func (p *Screen) Layout(w, h int) {
	p.Base.Layout(w, h)
	w, _ = p.FrameRoom()
	p.search.SetWidth(max(w-len(kit.SearchPrompt)-hitsRoom-1, 8))
}

func (p *Screen) View() string { return p.InFrame(p.name, "", p.body()) }

// body is the lines in the window, below the search line where there is one.
func (p *Screen) body() string {
	_, height := p.FrameRoom()
	p.lines.Height = height
	if p.searching || p.search.Value() != "" {
		p.lines.Height = max(height-1, 1)
	}
	text := p.lines.View()
	if p.lines.Height == height {
		return p.withSpot(p.colored(text))
	}
	search := p.search
	if !p.searching {
		search.Blur()
	}
	count := ""
	if p.search.Value() != "" {
		count = p.Styles().Dim.Render(fmt.Sprintf("  %s", kit.Plural(len(p.hits), "line", "lines")))
	}
	return search.View() + count + "\n" + p.withSpot(p.marked(text))
}

// withSpot marks the line that the pager was opened for, without colors too.
func (p *Screen) withSpot(text string) string {
	if p.spot < 0 {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = "  " + l
		if p.lines.Top+i == p.spot {
			lines[i] = p.Styles().Accent.Render("▌ ") + p.Styles().Strong.Render(l)
		}
	}
	return strings.Join(lines, "\n")
}

// ColorBy colors each line, except while something is searched for.
func (p *Screen) ColorBy(color func(st *syntax.Style, line string) string) *Screen {
	p.color = color
	return p
}

// PartsAt says which lines begin a part, and what a part is called: keys go from one to
// the next.
func (p *Screen) PartsAt(part string, heads func(line string) bool) *Screen {
	p.part, p.heads = part, heads
	return p
}

func (p *Screen) colored(text string) string {
	if p.color == nil {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = p.color(&p.Styles().Syntax, l)
	}
	return strings.Join(lines, "\n")
}

// marked highlights the searched text in the lines.
func (p *Screen) marked(text string) string {
	wanted := strings.ToLower(p.search.Value())
	if wanted == "" {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lower := strings.ToLower(l)
		at := strings.Index(lower, wanted)
		if at < 0 || len(lower) != len(l) { // a letter whose small form is longer: its place is not known
			continue
		}
		lines[i] = l[:at] + p.Styles().Found.Render(l[at:at+len(wanted)]) + l[at+len(wanted):]
	}
	return strings.Join(lines, "\n")
}

func (p *Screen) HiddenLines() int { return p.lines.HiddenLines() }

func (p *Screen) Title() string { return p.name }

func (p *Screen) IsTyping() bool { return p.searching }

func (p *Screen) Help() []string {
	return []string{"Text to read: " + p.name + ". The arrow keys, pgup and pgdn scroll it, home and end go to its ends. / searches; n and N go to the next line that holds it and to the one before."}
}

var pagerKeys = struct{ Search, Next, Before, NextPart, PreviousPart key.Binding }{
	Search:       kit.Bind("Search", "/"),
	Next:         kit.Bind("Next", "n"),
	Before:       kit.Bind("Previous match", "N"),
	NextPart:     kit.Bind("Next part", "]", "tab"),
	PreviousPart: kit.Bind("Previous part", "[", "shift+tab"),
}

func (p *Screen) Keys() []shortcut.Key {
	const why = "nothing was searched for"
	found := len(p.hits) > 0
	list := []shortcut.Key{{Binding: pagerKeys.Search}, shortcut.When(pagerKeys.Next, found, why), shortcut.When(pagerKeys.Before, found, why), {Binding: kit.Keys.Back}}
	if p.heads != nil {
		next, previous := pagerKeys.NextPart, pagerKeys.PreviousPart
		next.SetHelp(next.Help().Key, "Next "+p.part)
		previous.SetHelp(previous.Help().Key, "Previous "+p.part)
		list = append(shortcut.On(next, previous), list...)
	}
	return append(list, kit.ScrollKeys...)
}

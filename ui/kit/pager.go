package kit

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/dustin/go-humanize/english"

	"a2aform/internal/ojson"
	"a2aform/internal/widget/shortcut"
	"a2aform/internal/widget/textline"
)

// Pager shows lines, and searches in them.
type Pager struct {
	Base
	name  string
	make  func() ([]string, int) // the lines, where they take a while, and which one is marked, -1 for none; nil once they are there
	color func(st *SyntaxStyle, line string) string
	heads func(line string) bool // the first line of a part; nil where there are no parts
	part  string                 // what a part is called
	lines Scroll
	spot  int // the line that is marked; -1 for none

	search    textline.Model
	searching bool  // what to look for is being typed
	hits      []int // lines that hold it
	hit       int   // the one that was gone to, in hits
}

func newPager(h *Host, name string, lines []string) *Pager {
	p := &Pager{Base: Base{Host: h}, name: name, spot: -1, search: NewInput("search")}
	p.search.Prompt = SearchPrompt
	p.lines.Set(lines)
	return p
}

// NewPager shows lines that are made in a command.
func NewPager(h *Host, name string, lines func() []string) *Pager {
	return newMarkedPager(h, name, func() ([]string, int) { return lines(), -1 })
}

func newMarkedPager(h *Host, name string, lines func() ([]string, int)) *Pager {
	p := newPager(h, name, []string{"reading …"})
	p.make = lines
	return p
}

// NewRawCard shows a card as it was received, indented. lineOf returns the line of that text to go
// to and to mark, from 0; nil is for none.
func NewRawCard(h *Host, raw []byte, lineOf func(text []byte) int) *Pager {
	return newMarkedPager(h, "Raw card", func() ([]string, int) {
		v, err := ojson.Parse(raw, ojson.CardLimits)
		switch {
		case err != nil:
			return []string{"the card cannot be shown"}, -1
		case lineOf == nil:
			return JSONLines(v), -1
		}
		return JSONLines(v), lineOf(v.Indent("  "))
	})
}

type linesMsg struct {
	lines []string
	spot  int
}

func (p *Pager) Init() tea.Cmd {
	if p.make == nil {
		return nil
	}
	lines := p.make
	p.make = nil
	return Later(p, func() tea.Msg {
		lines, spot := lines()
		return linesMsg{lines, spot}
	})
}

func (p *Pager) Update(msg tea.Msg) (Action, tea.Cmd) {
	switch msg := msg.(type) {
	case linesMsg:
		p.lines.Set(msg.lines)
		if p.spot = msg.spot; p.spot >= 0 {
			p.lines.Reveal(p.spot)
		}
		p.find()
	case tea.KeyPressMsg:
		return p.press(msg)
	case tea.PasteMsg:
		if p.searching {
			p.typed(msg)
		}
	}
	return Action{}, nil
}

func (p *Pager) press(press tea.KeyPressMsg) (Action, tea.Cmd) {
	switch {
	case p.searching && key.Matches(press, SearchKeys.Take):
		p.searching = false
		return p.told(), nil
	case key.Matches(press, Keys.Back) && p.search.Value() != "":
		p.searching = false
		p.search.SetValue("")
		p.find()
	case p.searching && key.Matches(press, Keys.Back):
		p.searching = false
	case p.searching:
		p.typed(press)
	default:
		if act, cmd, done := Press(press, p.Keys()); done {
			return act, cmd
		}
		p.lines.Press(press)
	}
	return Action{}, nil
}

// startSearch opens the line in which the searched text is typed.
func (p *Pager) startSearch() {
	p.searching = true
	p.search.Focus()
}

// goToPart puts the first line of the next part, or of the one before, at the top.
func (p *Pager) goToPart(step int) {
	for at := p.lines.Top + step; at >= 0 && at < len(p.lines.Lines); at += step {
		if p.heads(p.lines.Lines[at]) {
			p.lines.Top = at
			p.lines.Clamp()
			return
		}
	}
}

// typed gives what is looked for what was typed or pasted.
func (p *Pager) typed(msg tea.Msg) {
	p.search, _ = p.search.Update(msg) // its commands only make the cursor blink
	p.find()
}

// find looks for the lines that contain what was typed, and goes to the first one
// from the top of the window on.
func (p *Pager) find() {
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
func (p *Pager) goTo(hit int) Action {
	if len(p.hits) == 0 {
		return p.told()
	}
	p.hit = (hit + len(p.hits)) % len(p.hits)
	p.lines.Reveal(p.hits[p.hit])
	return p.told()
}

func (p *Pager) told() Action {
	switch {
	case p.search.Value() == "":
		return Action{}
	case len(p.hits) == 0:
		return Infof("no line holds it")
	}
	return Infof("%d of %s", p.hit+1, english.Plural(len(p.hits), "line", "lines"))
}

// hitsRoom is what the number of hits takes behind it.
const hitsRoom = len("  100,000 lines")

func (p *Pager) Layout(w, h int) {
	p.Base.Layout(w, h)
	w, _ = p.FrameRoom()
	p.search.SetWidth(max(w-len(SearchPrompt)-hitsRoom-1, 8))
}

func (p *Pager) View() string { return p.InFrame(p.name, "", p.body()) }

// body is the lines in the window, below the search line where there is one.
func (p *Pager) body() string {
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
		count = p.Styles().Dim.Render(fmt.Sprintf("  %s", english.Plural(len(p.hits), "line", "lines")))
	}
	return search.View() + count + "\n" + p.withSpot(p.marked(text))
}

// withSpot marks the line that the pager was opened for, without colors too.
func (p *Pager) withSpot(text string) string {
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
func (p *Pager) ColorBy(color func(st *SyntaxStyle, line string) string) *Pager {
	p.color = color
	return p
}

// PartsAt says which lines begin a part, and what a part is called: keys go from one to
// the next.
func (p *Pager) PartsAt(part string, heads func(line string) bool) *Pager {
	p.part, p.heads = part, heads
	return p
}

func (p *Pager) colored(text string) string {
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
func (p *Pager) marked(text string) string {
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

func (p *Pager) HiddenLines() int { return p.lines.HiddenLines() }

func (p *Pager) Title() string { return p.name }

func (p *Pager) IsTyping() bool { return p.searching }

func (p *Pager) Help() []string {
	return []string{"Text to read: " + p.name + ". The arrow keys, pgup and pgdn scroll it, home and end go to its ends. / searches; n and N go to the next line that holds it and to the one before."}
}

var _ = RegisterKeys("text", &pagerKeys)

var pagerKeys = struct{ Search, Next, Before, NextPart, PreviousPart key.Binding }{
	Search:       Bind("Search", "/"),
	Next:         Bind("Next match", "n"),
	Before:       Bind("Previous match", "N"),
	NextPart:     Bind("Next part", "]", "tab"),
	PreviousPart: Bind("Previous part", "[", "shift+tab"),
}

func (p *Pager) Keys() []Key {
	why := Unless(len(p.hits) > 0, NothingSearched)
	if p.search.Value() != "" {
		why = Unless(len(p.hits) > 0, "no line holds it")
	}
	table := []Key{
		On(pagerKeys.Search, p.startSearch),
		When(pagerKeys.Next, why, func() Action { return p.goTo(p.hit + 1) }),
		When(pagerKeys.Before, why, func() Action { return p.goTo(p.hit - 1) }),
		p.BackKey(),
	}
	if p.heads != nil {
		table = append([]Key{
			On(Named(pagerKeys.NextPart, "Next "+p.part), func() { p.goToPart(1) }),
			On(Named(pagerKeys.PreviousPart, "Previous "+p.part), func() { p.goToPart(-1) }),
		}, table...)
	}
	width, _ := p.FrameRoom()
	return append(append(table, ScrollKeys...), pagerKey(p.Host, &p.lines, width))
}

// Scroll is a window over lines.
type Scroll struct {
	Above  drawer // lines before the others, drawn only where they are in the window; nil for none
	Lines  []string
	Top    int
	Height int
	looked int // the line that was last revealed
}

// drawer is lines that can be drawn one by one.
type drawer interface {
	Count() int
	Draw(from, to int) []string
}

// Count is the number of all lines.
func (s *Scroll) Count() int { return s.countAbove() + len(s.Lines) }

func (s *Scroll) countAbove() int {
	if s.Above == nil {
		return 0
	}
	return s.Above.Count()
}

// Set replaces the lines.
func (s *Scroll) Set(lines []string) {
	s.Lines = lines
	s.Clamp()
}

// Reveal moves the window so that a line is in it, with some lines before it. It is not the last one in the window: a status line
// may take that.
func (s *Scroll) Reveal(line int) {
	s.looked = line
	if line < s.Top || line >= s.Top+s.Height-1 {
		s.Top = line - s.Height/4
	}
	s.Clamp()
}

// Clamp keeps the window within the lines.
func (s *Scroll) Clamp() { s.Top = max(min(s.Top, s.Count()-s.Height), 0) }

// HiddenLines counts the lines under the window.
func (s *Scroll) HiddenLines() int { return max(s.Count()-s.Height-s.Top, 0) }

// Press moves the window; false means that the key is none of its own.
func (s *Scroll) Press(msg tea.KeyPressMsg) bool {
	switch {
	case key.Matches(msg, Keys.Up):
		s.Top--
	case key.Matches(msg, Keys.Down):
		s.Top++
	case key.Matches(msg, Keys.PageUp):
		s.Top -= max(s.Height-1, 1)
	case key.Matches(msg, Keys.PageDown):
		s.Top += max(s.Height-1, 1)
	case key.Matches(msg, Keys.Top):
		s.Top = 0
	case key.Matches(msg, Keys.Bottom):
		s.Top = s.Count()
	default:
		return false
	}
	s.Clamp()
	return true
}

func (s *Scroll) View() string {
	s.Clamp()
	above, end := s.countAbove(), min(s.Top+s.Height, s.Count())
	if s.Top >= above {
		return strings.Join(s.Lines[s.Top-above:end-above], "\n")
	}
	lines := s.Above.Draw(s.Top, min(end, above))
	return strings.Join(append(lines, s.Lines[:max(end-above, 0)]...), "\n")
}

// ScrollKeys are the keys of a window. Help and the palette list them; the
// footer leaves its space to others.
var ScrollKeys = Shown(shortcut.On(Keys.Up, Keys.Down, Keys.PageUp, Keys.PageDown, Keys.Top, Keys.Bottom)...)

// borderKeys are all that move a border; the footer leaves them out, too.
var borderKeys = Shown(shortcut.On(Keys.BorderLeft, Keys.BorderRight, PlainKeys.BorderLeft, PlainKeys.BorderRight)...)

// IsScrollKey reports one of [ScrollKeys], or a key that moves a border.
func IsScrollKey(b Key) bool {
	return slices.ContainsFunc(slices.Concat(ScrollKeys, borderKeys), func(k Key) bool { return k.Help() == b.Help() })
}

// PadLines makes a text at least so many lines high.
func PadLines(text string, height int) string {
	return text + strings.Repeat("\n", max(height-1-strings.Count(text, "\n"), 0))
}

package ui

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/widget/shortcut"
	"a2aform/internal/widget/textline"
)

// pager shows lines, and searches in them.
type pager struct {
	base
	name  string
	make  func() []string // the lines, where they take a while; nil once they are there
	lines scroll

	search    textline.Model
	searching bool  // what to look for is being typed
	hits      []int // lines that hold it
	hit       int   // the one that was gone to, in hits
}

func newPager(h *host, name string, lines []string) *pager {
	p := &pager{base: base{host: h}, name: name, search: newInput("search")}
	p.search.Prompt = searchPrompt
	p.lines.set(lines)
	return p
}

// newLazyPager shows lines that are made in a command.
func newLazyPager(h *host, name string, lines func() []string) *pager {
	p := newPager(h, name, []string{"reading …"})
	p.make = lines
	return p
}

type linesMsg []string

func (p *pager) init() tea.Cmd {
	if p.make == nil {
		return nil
	}
	lines := p.make
	p.make = nil
	return later(p, func() tea.Msg { return linesMsg(lines()) })
}

func (p *pager) update(msg tea.Msg) (action, tea.Cmd) {
	switch msg := msg.(type) {
	case linesMsg:
		p.lines.set(msg)
		p.find()
	case tea.KeyPressMsg:
		return p.press(msg), nil
	case tea.PasteMsg:
		if p.searching {
			p.typed(msg)
		}
	}
	return action{}, nil
}

func (p *pager) press(press tea.KeyPressMsg) action {
	switch {
	case p.searching && press.String() == "enter":
		p.searching = false
		return p.told()
	case key.Matches(press, keys.Back) && p.search.Value() != "":
		p.searching = false
		p.search.SetValue("")
		p.find()
	case p.searching && key.Matches(press, keys.Back):
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
	case key.Matches(press, keys.Back):
		return p.back()
	default:
		p.lines.press(press)
	}
	return action{}
}

// typed gives what is looked for what was typed or pasted.
func (p *pager) typed(msg tea.Msg) {
	p.search, _ = p.search.Update(msg) // its commands only make the cursor blink
	p.find()
}

// find looks for the lines that hold what was typed, and goes to the first one
// from the top of the window on.
func (p *pager) find() {
	wanted := strings.ToLower(p.search.Value())
	p.hits, p.hit = nil, 0
	if wanted == "" {
		return
	}
	for i, l := range p.lines.lines {
		if strings.Contains(strings.ToLower(l), wanted) {
			p.hits = append(p.hits, i)
		}
	}
	p.hit = max(slices.IndexFunc(p.hits, func(at int) bool { return at >= p.lines.top }), 0)
	if len(p.hits) > 0 {
		p.lines.reveal(p.hits[p.hit])
	}
}

// goTo goes to a hit, around the end.
func (p *pager) goTo(hit int) action {
	if len(p.hits) == 0 {
		return p.told()
	}
	p.hit = (hit + len(p.hits)) % len(p.hits)
	p.lines.reveal(p.hits[p.hit])
	return p.told()
}

func (p *pager) told() action {
	switch {
	case p.search.Value() == "":
		return action{}
	case len(p.hits) == 0:
		return infof("no line holds it")
	}
	return infof("%d of %s", p.hit+1, plural(len(p.hits), "line", "lines"))
}

// searchPrompt stands before what is searched for, on all screens.
const searchPrompt = "/ "

// hitsRoom is what the number of hits takes behind it.
const hitsRoom = len("  100,000 lines")

func (p *pager) layout(w, h int) {
	p.base.layout(w, h)
	p.search.SetWidth(max(w-len(searchPrompt)-hitsRoom-1, 8))
}

func (p *pager) view() string {
	p.lines.height = p.height
	if p.searching || p.search.Value() != "" {
		p.lines.height = max(p.height-1, 1)
	}
	text := p.lines.view()
	if p.lines.height == p.height {
		return text
	}
	search := p.search
	if !p.searching {
		search.Blur()
	}
	count := ""
	if p.search.Value() != "" {
		count = p.styles().Dim.Render(fmt.Sprintf("  %s", plural(len(p.hits), "line", "lines")))
	}
	return search.View() + count + "\n" + p.marked(text)
}

// marked shows where in the lines the searched text stands.
func (p *pager) marked(text string) string {
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
		lines[i] = l[:at] + p.styles().Found.Render(l[at:at+len(wanted)]) + l[at+len(wanted):]
	}
	return strings.Join(lines, "\n")
}

func (p *pager) hiddenLines() int { return p.lines.hiddenLines() }

func (p *pager) title() string { return p.name }

func (p *pager) isTyping() bool { return p.searching }

func (p *pager) help() []string {
	return []string{"Text to read: " + p.name + ". The arrow keys, pgup and pgdn scroll it, home and end go to its ends. / searches; n and N go to the next line that holds it and to the one before."}
}

var pagerKeys = struct{ Search, Next, Before key.Binding }{
	Search: bind("search", "/"),
	Next:   bind("next", "n"),
	Before: bind("the one before", "N"),
}

func (p *pager) keys() []shortcut.Key {
	const why = "nothing was searched for"
	found := len(p.hits) > 0
	return append([]shortcut.Key{
		{Binding: pagerKeys.Search}, shortcut.When(pagerKeys.Next, found, why), shortcut.When(pagerKeys.Before, found, why), {Binding: keys.Back},
	}, scrollKeys...)
}

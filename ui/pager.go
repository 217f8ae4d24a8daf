package ui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/widget/shortcut"
)

// pager shows lines.
type pager struct {
	base
	name  string
	lines scroll
}

func newPager(a *App, name string, lines []string) *pager {
	p := &pager{base: base{app: a}, name: name}
	p.lines.set(lines)
	return p
}

func (p *pager) update(msg tea.Msg) (action, tea.Cmd) {
	press, ok := msg.(tea.KeyPressMsg)
	if ok && !p.lines.press(press) && key.Matches(press, keys.Back) {
		return p.back(), nil
	}
	return action{}, nil
}

func (p *pager) layout(w, h int) {
	p.base.layout(w, h)
	p.lines.height = h
}

func (p *pager) view() string { return p.lines.view() }

func (p *pager) below() int { return p.lines.below() }

func (p *pager) title() string { return p.name }

func (p *pager) keys() []shortcut.Key { return append(shortcut.On(keys.Back), scrollKeys...) }

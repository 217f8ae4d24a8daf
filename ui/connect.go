package ui

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/widget/prompt"
	"a2aform/internal/widget/shortcut"
	"a2aform/internal/widget/textline"
)

// connectScreen asks for an agent and opens it: by what is typed, or by a list
// of those that are known.
type connectScreen struct {
	base
	input  textline.Model
	about  inputInfoMsg // what is known of the typed line
	picked int          // among the offers of about, -1 for the line itself

	agents agentList
	onList bool // the list has the focus, and letters are keys

	opening target // what is being opened; its name is "" for nothing
	attempt int    // counts openings, so that one given up can be told
	stop    context.CancelFunc
	last    target // what could not be opened, to try again
	err     error
	auto    bool // the agent was named on the command line
}

// target is an agent to open.
type target struct {
	name           string // as it is called while it is opened
	find           func() (ref string, saved *store.Saved, err error)
	keep           *store.Store // where it is remembered, and credentials are; nil for nowhere
	askCredentials bool         // credentials are asked for once it is open
}

func newConnect(h *host, ref string) *connectScreen {
	input := newInput("URL, host, card file or saved name")
	colour(&input, h.styles.Dim)
	input.SetValue(ref)
	input.Focus()
	return &connectScreen{base: base{host: h}, input: input, picked: -1, agents: newAgentList(), auto: ref != ""}
}

func (s *connectScreen) restyle() { colour(&s.input, s.styles().Dim) }

type cardMsg struct {
	attempt        int
	ref            string
	saved          *store.Saved
	card           *a2aclient.Card
	err            error
	dialed         dialed
	wire           *run.Wire
	isEphemeral    bool // it will not be there the next time
	askCredentials bool
	way            DialOptions // as it was dialled
}

func (s *connectScreen) init() tea.Cmd {
	cmds := []tea.Cmd{s.load()}
	if s.auto {
		s.auto = false
		cmds = append(cmds, s.open(s.input.Value()))
	}
	return tea.Batch(cmds...)
}

// open reads the card that the user named.
func (s *connectScreen) open(typed string) tea.Cmd {
	ref, opts := expand(typed), s.host.opts
	keep := opts.Store
	if opts.Forget && ref == opts.Ref {
		keep = nil
	}
	return s.fetch(target{name: ref, keep: keep, find: func() (string, *store.Saved, error) {
		if !store.IsAgentName(ref) {
			return ref, nil, nil
		}
		list, _ := opts.Store.Saved(opts.Dir)
		if i := slices.IndexFunc(list, func(a store.Saved) bool { return a.Name == ref }); i >= 0 {
			return list[i].Ref(), &list[i], nil
		}
		return ref, nil, nil
	}})
}

func (s *connectScreen) openRow(r agentRow, askCredentials bool) tea.Cmd {
	s.input.SetValue(r.typed())
	s.input.CursorEnd()
	return s.fetch(target{name: r.typed(), keep: s.host.opts.Store, askCredentials: askCredentials, find: func() (string, *store.Saved, error) {
		return r.ref, r.saved, nil
	}})
}

func (s *connectScreen) openDemo() tea.Cmd {
	start := s.host.opts.Demo
	if start == nil {
		return nil
	}
	return s.fetch(target{name: "the demo agent", find: func() (string, *store.Saved, error) {
		ref, err := start()
		return ref, nil, err
	}})
}

// fetch reads the card of a target, in a command that esc gives up.
func (s *connectScreen) fetch(t target) tea.Cmd {
	if t.name == "" || s.opening.name != "" {
		return nil
	}
	s.attempt++
	s.opening, s.last, s.err, s.about = t, t, nil, inputInfoMsg{}
	ctx, stop := context.WithCancel(s.host.ctx)
	s.stop = stop
	m := cardMsg{attempt: s.attempt, wire: &run.Wire{}, askCredentials: t.askCredentials}
	return later(s, func() tea.Msg {
		defer stop()
		if m.ref, m.saved, m.err = t.find(); m.err != nil {
			return m
		}
		ctx := a2aclient.WithTrace(ctx, m.wire.See)
		if m.card, m.err = a2aclient.Fetch(ctx, m.ref, s.host.fetchOptions(DialOptions{Saved: m.saved})...); m.err != nil {
			return m
		}
		s.host.files.Do(func() { remember(t.keep, m) })
		m.isEphemeral = t.keep == nil
		m.way = DialOptions{Saved: m.saved}
		m.dialed = s.host.dial(ctx, m.card, t.keep, m.way)
		return m
	})
}

// remember puts an agent on the list of those opened before. The list is a
// convenience; a card opens without it.
func remember(keep *store.Store, m cardMsg) {
	if keep == nil {
		return
	}
	a := store.Agent{Ref: m.ref, Name: m.card.Name, Used: time.Now()}
	if m.saved != nil && m.saved.Local {
		a.Repository = m.saved.File
	}
	_ = keep.Remember(a)
}

// giveUp ends an opening; its answer is not waited for.
func (s *connectScreen) giveUp() {
	if s.opening.name != "" {
		s.attempt++
		s.opening = target{}
		s.stop()
	}
	s.err = nil
}

func (s *connectScreen) update(msg tea.Msg) (action, tea.Cmd) {
	switch msg := msg.(type) {
	case agentsMsg:
		s.agents.take(msg)
		s.onList = s.onList && len(s.agents.rows) > 0
		return action{}, nil
	case inputInfoMsg:
		s.know(msg)
		return action{}, nil
	case forgottenMsg:
		if msg.err != nil {
			return errorf("%s", msg.err), nil
		}
		return infof("forgotten"), s.load()
	case savedAgentMsg:
		return msg.action(), s.load()
	case cardMsg:
		return s.opened(msg)
	case tea.KeyPressMsg:
		return s.press(msg)
	case tea.PasteMsg:
		if s.agents.filtering {
			s.agents.typed(msg)
			return action{}, nil
		}
	}
	var cmd tea.Cmd
	before := s.input.Value()
	s.input, cmd = s.input.Update(msg)
	return action{}, tea.Batch(cmd, s.typed(before))
}

// opened shows the card, or why there is none.
func (s *connectScreen) opened(m cardMsg) (action, tea.Cmd) {
	if m.attempt != s.attempt {
		return action{}, nil
	}
	s.opening = target{}
	if s.err = m.err; m.err != nil {
		return action{}, nil
	}
	if m.isEphemeral {
		s.host.ephemeralURLs[m.ref] = true
	}
	var untrusted *store.UntrustedError
	if errors.As(m.dialed.err, &untrusted) {
		return action{push: newTrustScreen(s.host, m, untrusted.Trust)}, s.load()
	}
	act, cmd := showCard(s.host, m, 0)
	return act, tea.Batch(cmd, s.load())
}

func (s *connectScreen) press(msg tea.KeyPressMsg) (action, tea.Cmd) {
	switch {
	case key.Matches(msg, keys.Demo):
		return action{}, s.openDemo()
	case key.Matches(msg, keys.Again):
		return action{}, s.again()
	case s.opening.name != "":
		if key.Matches(msg, keys.Back) {
			s.giveUp()
		}
		return action{}, nil // what is typed now would not be what is opened
	case s.onList:
		return s.pressList(msg)
	}
	return action{}, s.pressLine(msg)
}

// again tries once more what could not be opened.
func (s *connectScreen) again() tea.Cmd {
	if s.err == nil {
		return nil
	}
	return s.fetch(s.last)
}

// pressLine is a key while the line has the focus.
func (s *connectScreen) pressLine(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, keys.Connect):
		return s.enter()
	case msg.String() == "tab":
		return s.complete()
	case msg.String() == "down":
		if len(s.about.completions) > 0 {
			s.picked = min(s.picked+1, len(s.about.completions)-1)
			return nil
		}
		s.onList = len(s.agents.shown) > 0
		return nil
	case msg.String() == "up", msg.String() == "shift+tab":
		s.picked = max(s.picked-1, -1)
		return nil
	case key.Matches(msg, keys.Back):
		s.giveUp()
		s.about, s.picked = inputInfoMsg{}, -1
		return nil
	}
	before := s.input.Value()
	var cmd tea.Cmd
	s.input, cmd = s.input.Update(msg)
	return tea.Batch(cmd, s.typed(before))
}

// enter opens the line, or the offer that is picked; a directory becomes the line.
func (s *connectScreen) enter() tea.Cmd {
	switch {
	case s.picked >= 0:
	case strings.TrimSpace(s.input.Value()) == "":
		return s.host.perform(errorf("write an address first, or press ctrl+t for the demo agent"))
	default:
		return s.open(s.input.Value())
	}
	text := s.about.completions[s.picked].Text
	cmd := s.setLine(text)
	if strings.HasSuffix(text, "/") {
		return cmd
	}
	return s.open(text)
}

// complete makes the line what all offers have in common; where there is nothing
// to complete, the list gets the focus.
func (s *connectScreen) complete() tea.Cmd {
	switch {
	case s.picked >= 0:
		return s.setLine(s.about.completions[s.picked].Text)
	case len(s.about.completions) > 0:
		return s.setLine(prompt.Common(s.about.completions))
	}
	s.onList = len(s.agents.shown) > 0
	return nil
}

func (s *connectScreen) setLine(text string) tea.Cmd {
	before := s.input.Value()
	if len(text) >= len(before) {
		s.input.SetValue(text)
		s.input.CursorEnd()
	}
	return s.typed(before)
}

func (s *connectScreen) layout(w, h int) {
	s.base.layout(w, h)
	s.input.SetWidth(max(w-4, 10))
}

func (s *connectScreen) title() string { return "" }

func (s *connectScreen) isTyping() bool { return !s.onList || s.agents.filtering }

func (s *connectScreen) help() []string {
	st := s.styles()
	lines := wrap("Type a URL, a host, the path of a card file or a saved name, and press enter. A host of this machine means http, any other https. While you type a path, tab completes it and ↓ chooses.", s.width, 0, st.Text)
	lines = append(lines, "")
	lines = append(lines, wrap("tab or ↓ goes to the agents that are known: those that this repository names, those that you saved, and those that you opened before. There letters are keys.", s.width, 0, st.Text)...)
	for _, p := range s.agents.problems {
		lines = append(lines, bullet("! ", safe.Text(p.Error()).Line(0).String(), s.width, st.Warn)...)
	}
	return lines
}

func (s *connectScreen) keys() []shortcut.Key {
	if s.opening.name != "" {
		return shortcut.On(bind("stop", "esc"))
	}
	demo := shortcut.When(keys.Demo, s.host.opts.Demo != nil, "no demo agent can be started here")
	again := shortcut.When(keys.Again, s.err != nil, "nothing went wrong")
	if s.onList {
		return s.listKeys(demo, again)
	}
	known := shortcut.When(bind("known agents", "tab", "down"), len(s.agents.shown) > 0, "no agent is known yet")
	complete := shortcut.When(bind("complete", "tab"), len(s.about.completions) > 0, "no file begins like that")
	return append(shortcut.On(keys.Connect), again, complete, known, demo, s.host.nav.historyKey(keys.History))
}

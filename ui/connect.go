package ui

import (
	"context"
	"errors"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/widget/shortcut"
)

// connectScreen asks for an agent and opens it.
type connectScreen struct {
	base
	input   textinput.Model
	recent  []store.Agent
	cursor  int    // in recent, -1 for the input
	opening string // what is being opened, "" for nothing
	attempt int    // counts openings, so that one given up can be told
	stop    context.CancelFunc
	err     error
	auto    bool // the agent was named on the command line
}

func newConnect(a *App, ref string) *connectScreen {
	input := newInput("URL, host, or card file")
	input.SetValue(ref)
	input.Focus()
	return &connectScreen{base: base{app: a}, input: input, cursor: -1, auto: ref != ""}
}

type recentMsg []store.Agent

type cardMsg struct {
	attempt int
	ref     string
	card    *a2aclient.Card
	err     error
	dialed  dialed
	wire    *run.Wire
	passing bool // it will not be there the next time
}

// dialed is an agent ready to be spoken to, or why it is not.
type dialed struct {
	agent *a2aclient.Agent
	err   error
	notes []string // what is kept for it and cannot be used
}

func (s *connectScreen) init() tea.Cmd {
	cmds := []tea.Cmd{s.loadRecent()}
	if s.auto {
		s.auto = false
		cmds = append(cmds, s.open(s.input.Value()))
	}
	return tea.Batch(cmds...)
}

func (s *connectScreen) loadRecent() tea.Cmd {
	keep := s.app.opts.Store
	if keep == nil {
		return nil
	}
	return later(s, func() tea.Msg {
		agents, err := keep.Agents()
		if err != nil {
			return nil
		}
		return recentMsg(agents)
	})
}

// open reads the card that the user named.
func (s *connectScreen) open(ref string) tea.Cmd {
	ref = strings.TrimSpace(ref)
	keep := s.app.opts.Store
	if s.app.opts.Forget && ref == s.app.opts.Ref {
		keep = nil
	}
	return s.fetch(ref, func() (string, error) { return ref, nil }, keep)
}

func (s *connectScreen) openDemo() tea.Cmd {
	if s.app.opts.Demo == nil {
		return nil
	}
	return s.fetch("the demo agent", s.app.opts.Demo, nil)
}

// fetch finds out the reference and reads the card, in a command that esc gives
// up.
func (s *connectScreen) fetch(name string, find func() (string, error), keep *store.Store) tea.Cmd {
	if name == "" || s.opening != "" {
		return nil
	}
	s.attempt++
	s.opening, s.err = name, nil
	ctx, stop := context.WithCancel(s.app.ctx)
	s.stop = stop
	attempt := s.attempt
	return later(s, func() tea.Msg {
		defer stop()
		ref, err := find()
		if err != nil {
			return cardMsg{attempt: attempt, ref: ref, err: err}
		}
		wire := &run.Wire{}
		ctx := a2aclient.WithTrace(ctx, wire.See)
		card, err := a2aclient.Fetch(ctx, ref, s.app.opts.Fetch...)
		if err != nil {
			return cardMsg{attempt: attempt, ref: ref, err: err}
		}
		if keep != nil {
			// The list of agents is a convenience; a card opens without it.
			_ = keep.Remember(store.Agent{Ref: ref, Name: card.Name, Used: time.Now()})
		}
		return cardMsg{attempt: attempt, ref: ref, card: card, dialed: s.app.dial(ctx, card, keep), wire: wire, passing: keep == nil}
	})
}

// dial makes an agent of a card, with what is kept for it.
func (a *App) dial(ctx context.Context, card *a2aclient.Card, keep *store.Store) (d dialed) {
	d.agent, d.notes, d.err = a.opts.Dial(ctx, card, keep, Way{})
	if d.err != nil {
		return d
	}
	return d.extend(ctx)
}

// extend takes the card for those that the agent knows, where it can be had.
func (d dialed) extend(ctx context.Context) dialed {
	agent, note := run.Extend(ctx, d.agent)
	if d.agent = agent; note != "" && !agent.Card().IsExtended {
		d.notes = append(d.notes, note)
	}
	return d
}

// giveUp ends an opening; its answer is not waited for.
func (s *connectScreen) giveUp() {
	if s.opening != "" {
		s.attempt++
		s.opening = ""
		s.stop()
	}
	s.err = nil
}

func (s *connectScreen) update(msg tea.Msg) (action, tea.Cmd) {
	switch msg := msg.(type) {
	case recentMsg:
		s.recent = msg
		return action{}, nil
	case cardMsg:
		if msg.attempt != s.attempt {
			return action{}, nil
		}
		s.opening = ""
		if s.err = msg.err; msg.err != nil {
			return action{}, nil
		}
		if msg.passing {
			s.app.passing[msg.ref] = true
		}
		return action{push: newCard(s.app, msg)}, s.loadRecent()
	case tea.KeyPressMsg:
		if cmd, done := s.press(msg); done {
			return action{}, cmd
		}
	}
	var cmd tea.Cmd
	s.input, cmd = s.input.Update(msg)
	return action{}, cmd
}

func (s *connectScreen) press(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	switch {
	case key.Matches(msg, keys.Connect):
		if s.cursor >= 0 {
			s.input.SetValue(s.recent[s.cursor].Ref)
			s.cursor = -1
		}
		return s.open(s.input.Value()), true
	case key.Matches(msg, keys.Demo):
		return s.openDemo(), true
	case msg.String() == "down", msg.String() == "tab":
		s.cursor = min(s.cursor+1, len(s.recent)-1)
	case msg.String() == "up", msg.String() == "shift+tab":
		s.cursor = max(s.cursor-1, -1)
	case key.Matches(msg, keys.Back):
		s.giveUp()
	case s.opening != "":
		// What is typed now would not be what is opened.
	default:
		s.cursor = -1
		return nil, false
	}
	return nil, true
}

func (s *connectScreen) layout(w, h int) {
	s.base.layout(w, h)
	s.input.SetWidth(max(w-4, 10))
}

func (s *connectScreen) view() string {
	st := s.styles()
	lines := []string{"", st.Title.Render("Open an agent"), ""}
	lines = append(lines, s.input.View(), "")
	switch {
	case s.opening != "":
		lines = append(lines, st.Dim.Render("opening "+safe.Text(s.opening).Line(0).String()+" …  esc stops"), "")
	case s.err != nil:
		lines = append(lines, errorLines(st, s.err, s.width)...)
		lines = append(lines, "")
	}
	if len(s.recent) > 0 {
		lines = append(lines, st.Title.Render("Opened before"))
	}
	room := max(s.height-len(lines), 1)
	first := max(s.cursor-room+1, 0)
	for i := first; i < min(first+room, len(s.recent)); i++ {
		lines = append(lines, s.recentLine(i, s.recent[i]))
	}
	if len(s.recent) == 0 && s.err == nil && s.opening == "" {
		lines = append(lines, wrap("Type the address of an A2A agent, such as localhost:9999 or https://example.com, or the path of a card file. ctrl+t opens the demo agent that comes with a2aform.", s.width, 0, st.Dim)...)
	}
	return strings.Join(lines, "\n")
}

func (s *connectScreen) recentLine(i int, a store.Agent) string {
	st := s.styles()
	marker, style := "  ", st.Text
	if i == s.cursor {
		marker, style = st.Accent.Render("> "), st.Title
	}
	return marker + style.Render(safe.Text(a.Ref).Line(0).String()) + st.Dim.Render("  "+a.Name.Line(60).String())
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

func (s *connectScreen) title() string { return "" }

func (s *connectScreen) isTyping() bool { return true }

func (s *connectScreen) help() []string {
	return wrap("Type a URL, a host or the path of a card file, and press enter. The arrow keys go to agents that were opened before.", s.width, 0, s.styles().Text)
}

func (s *connectScreen) keys() []shortcut.Key {
	if s.opening != "" {
		return shortcut.On(bind("stop", "esc"))
	}
	earlier := shortcut.When(bind("earlier agents", "down"), len(s.recent) > 0, "no agent was opened before")
	demo := shortcut.When(keys.Demo, s.app.opts.Demo != nil, "no demo agent can be started here")
	return append(shortcut.On(keys.Connect), demo, earlier)
}

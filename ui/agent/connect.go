package agent

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/catalog"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/widget/prompt"
	"a2aform/internal/widget/textline"
	"a2aform/ui/kit"
)

// ConnectScreen asks for an agent and opens it: by what is typed, or by a list
// of the known ones.
type ConnectScreen struct {
	kit.Base
	input  textline.Model
	about  inputInfoMsg // what is known of the typed line
	picked int          // among the offers of about, -1 for the line itself
	// Of the last view: the first offer that was drawn, and its line.
	topOffer, firstOffer int

	agents agentList
	onList bool // the list has the focus, and letters are keys

	opening target // what is being opened; its name is "" for nothing
	Attempt int    // counts openings, so that one given up can be told
	stop    context.CancelFunc
	last    target // what could not be opened, to try again
	err     error
	auto    bool // the agent was named on the command line
	isEarly bool // that agent is being opened: the list would only flash by
}

// target is an agent to open.
type target struct {
	name           string // as it is called while it is opened
	find           func() (ref string, saved *store.Saved, err error)
	card           []byte            // of a catalog; nil if it is to be read at ref
	keep           *store.Store      // where it is remembered, and credentials are; nil for nowhere
	catalog        string            // that named its host; "" where the user did
	endpoint       string            // of the command line
	endpoints      map[string]string // of agents that were opened, in place of those of their cards
	askCredentials bool              // credentials are asked for once it is open
}

// NewConnect is the screen that asks for an agent; one that is named in ref is opened at once.
func NewConnect(h *kit.Host, ref string) *ConnectScreen {
	input := kit.NewInput("URL, host, card file or name")
	kit.Color(&input, h.Styles.Dim)
	input.SetValue(ref)
	input.Focus()
	s := &ConnectScreen{Base: kit.Base{Host: h}, input: input, picked: -1, agents: newAgentList(demoAgent(h)), auto: ref != ""}
	s.agents.narrow(ref)
	return s
}

// demoAgent is what the list says of the demo agent; nil where none can be started.
func demoAgent(h *kit.Host) *store.Agent {
	if h.Options.Demo == nil {
		return nil
	}
	a := h.Options.DemoAgent
	if a.Name.IsEmpty() {
		a.Name = safe.Text("Demo Agent")
	}
	return &a
}

func (s *ConnectScreen) Restyle() { kit.Color(&s.input, s.Styles().Dim) }

// CardMsg is a card that was read, and the agent that it makes.
type CardMsg struct {
	Attempt        int
	Ref            string
	saved          *store.Saved
	stored         *store.SavedCard // of saved, where that differs from Card
	Card           *a2aclient.Card
	Err            error
	Dialed         kit.Dialed
	wire           *run.Traffic
	isEphemeral    bool // it will not be there the next time
	askCredentials bool
	way            kit.DialOptions  // as it was dialed
	Catalog        *catalog.Catalog // found in place of a card
}

func (s *ConnectScreen) Init() tea.Cmd {
	cmds := []tea.Cmd{s.Load()}
	if s.auto {
		s.auto, s.isEarly = false, true
		cmds = append(cmds, s.open(s.input.Value()))
	}
	return tea.Batch(cmds...)
}

// open reads the card that the user named.
func (s *ConnectScreen) open(typed string) tea.Cmd {
	ref, opts := kit.ExpandPath(typed), s.Host.Options
	keep := opts.Store
	if opts.Forget && ref == opts.Ref {
		keep = nil
	}
	endpoint := ""
	if ref == opts.Ref {
		endpoint = opts.Endpoint
	}
	return s.fetch(target{name: ref, keep: keep, endpoint: endpoint, find: func() (string, *store.Saved, error) {
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

func (s *ConnectScreen) openRow(r agentRow, askCredentials bool) tea.Cmd {
	if r.IsDemo {
		return s.openDemo()
	}
	s.input.SetValue(r.typed())
	s.input.CursorEnd()
	s.agents.narrow(r.typed())
	t := target{name: r.typed(), keep: s.Host.Options.Store, catalog: r.Catalog, askCredentials: askCredentials, card: r.Card, find: func() (string, *store.Saved, error) {
		return r.Ref, r.Saved, nil
	}}
	if t.card != nil {
		t.keep = nil // its address is the catalog's
	}
	return s.fetch(t)
}

func (s *ConnectScreen) openDemo() tea.Cmd {
	start := s.Host.Options.Demo
	if start == nil {
		return nil
	}
	return s.fetch(target{name: "the demo agent", find: func() (string, *store.Saved, error) {
		ref, err := start()
		return ref, nil, err
	}})
}

// fetch reads the card of a target, in a command that esc gives up.
func (s *ConnectScreen) fetch(t target) tea.Cmd {
	if t.name == "" || s.opening.name != "" {
		return nil
	}
	s.Attempt++
	t.endpoints = maps.Clone(s.Host.Endpoints)
	s.opening, s.last, s.err, s.about = t, t, nil, inputInfoMsg{}
	ctx, stop := context.WithCancel(s.Host.Context)
	s.stop = stop
	m := CardMsg{Attempt: s.Attempt, wire: &run.Traffic{}, askCredentials: t.askCredentials}
	return kit.Later(s, func() tea.Msg {
		defer stop()
		return readTarget(ctx, s.Host, t, m)
	})
}

// readTarget reads the card of a target and dials its agent.
func readTarget(ctx context.Context, h *kit.Host, t target, m CardMsg) CardMsg {
	if m.Ref, m.saved, m.Err = t.find(); m.Err != nil {
		return m
	}
	ctx = a2aclient.WithTrace(ctx, m.wire.See)
	m.way = kit.DialOptions{Saved: m.saved, Catalog: t.catalog, Endpoint: cmp.Or(t.endpoints[m.Ref], t.endpoint)}
	if m.Card, m.Err = readCard(ctx, h, t, m); m.Err != nil {
		m.Catalog = catalog.OpenInstead(ctx, m.Ref, m.Err, h.FetchOptions(m.way)...)
		return m
	}
	var err error
	h.Writes.Do(func() {
		remember(t.keep, m)
		m.stored, err = storedCard(t.keep, m.saved, m.Card)
	})
	m.isEphemeral = t.keep == nil
	m.Dialed = h.Dial(ctx, m.Card, t.keep, m.way)
	if err != nil {
		m.Dialed.Notes = append(m.Dialed.Notes, safe.Text(err.Error()).Line(0).String())
	}
	return m
}

func readCard(ctx context.Context, h *kit.Host, t target, m CardMsg) (*a2aclient.Card, error) {
	if t.card != nil {
		return a2aclient.Parse(t.card, m.Ref)
	}
	return a2aclient.Fetch(ctx, m.Ref, h.FetchOptions(m.way)...)
}

// giveUp ends an opening; its answer is not waited for.
func (s *ConnectScreen) giveUp() {
	if s.opening.name != "" {
		s.Attempt++
		s.opening, s.isEarly = target{}, false
		s.stop()
	}
	s.err = nil
}

func (s *ConnectScreen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch msg := msg.(type) {
	case knownAgents:
		s.agents.take(msg)
		s.onList = s.onList && len(s.agents.Rows) > 0
		return kit.Action{}, nil
	case inputInfoMsg:
		s.know(msg)
		return kit.Action{}, nil
	case forgottenMsg:
		if msg.err != nil {
			return kit.Errorf("%s", msg.err), nil
		}
		return kit.Infof("forgotten"), s.Load()
	case kit.SavedAgentMsg:
		return msg.Action(), s.Load()
	case CardMsg:
		return s.Opened(msg)
	case tea.KeyPressMsg:
		return s.press(msg)
	case tea.PasteMsg:
		if s.agents.Filtering {
			s.agents.TypeFilter(msg)
			return kit.Action{}, nil
		}
	}
	var cmd tea.Cmd
	before := s.input.Value()
	s.input, cmd = s.input.Update(msg)
	return kit.Action{}, tea.Batch(cmd, s.typed(before))
}

// Opened shows the card, or why there is none.
func (s *ConnectScreen) Opened(m CardMsg) (kit.Action, tea.Cmd) {
	if m.Attempt != s.Attempt {
		return kit.Action{}, nil
	}
	s.opening, s.isEarly = target{}, false
	if m.Catalog != nil {
		return s.showCatalog(m.Catalog, m.way), nil
	}
	if s.err = m.Err; m.Err != nil {
		return kit.Action{}, nil
	}
	if m.isEphemeral {
		s.Host.EphemeralURLs[m.Ref] = true
	}
	s.input.SetValue("") // it is in the list now, unless it is gone the next time
	s.agents.narrow("")
	var untrusted *store.UntrustedError
	if errors.As(m.Dialed.Err, &untrusted) {
		return kit.Action{Push: newTrustScreen(s.Host, m, untrusted)}, s.Load()
	}
	act, cmd := showCard(s.Host, m, 0)
	return act, tea.Batch(cmd, s.Load())
}

func (s *ConnectScreen) press(msg tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	if s.onList && s.agents.Filtering && s.agents.PressFilter(msg) {
		return kit.Action{}, nil
	}
	if act, cmd, done := kit.Press(msg, s.Keys()); done {
		return act, cmd
	}
	switch {
	case s.opening.name != "": // what is typed now would not be what is opened
	case s.onList:
		s.agents.Move(msg, listPage)
	default:
		before := s.input.Value()
		var cmd tea.Cmd
		s.input, cmd = s.input.Update(msg)
		return kit.Action{}, tea.Batch(cmd, s.typed(before))
	}
	return kit.Action{}, nil
}

// again tries once more what could not be opened.
func (s *ConnectScreen) again() tea.Cmd {
	if s.err == nil {
		return nil
	}
	return s.fetch(s.last)
}

// down goes to the next offer, or to the list.
func (s *ConnectScreen) down() {
	if len(s.about.completions) > 0 {
		s.picked = min(s.picked+1, len(s.about.completions)-1)
		return
	}
	s.onList = len(s.agents.Shown) > 0
}

// up goes to the offer before, or to the line.
func (s *ConnectScreen) up() { s.picked = max(s.picked-1, -1) }

// leaveLine gives up what is being opened, and the offers; then what is typed.
func (s *ConnectScreen) leaveLine() tea.Cmd {
	if s.err == nil && len(s.about.completions) == 0 {
		before := s.input.Value()
		s.input.SetValue("")
		return s.typed(before)
	}
	s.giveUp()
	s.about, s.picked = inputInfoMsg{}, -1
	return nil
}

// opensChosen reports whether enter opens the agent that is marked in the list.
func (s *ConnectScreen) opensChosen() bool {
	return s.onList || s.input.Value() == "" || s.agents.isNarrow
}

// enter opens the line, the agent that it names, or the offer that is picked; a directory becomes the line.
func (s *ConnectScreen) enter() tea.Cmd {
	switch {
	case s.picked >= 0:
	case strings.TrimSpace(s.input.Value()) == "", s.agents.isNarrow:
		return s.enterChosen()
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

// enterChosen opens the agent that is marked in the list; where none is known yet, the demo
// agent.
func (s *ConnectScreen) enterChosen() tea.Cmd {
	row, ok := s.agents.chosen()
	switch {
	case ok:
		return s.openRow(row, false)
	case s.Host.Options.Demo != nil:
		return s.openDemo()
	}
	return s.Host.Perform(kit.Errorf("Type an address first."))
}

// complete makes the line what all offers have in common; where there is nothing
// to complete, the list gets the focus.
func (s *ConnectScreen) complete() tea.Cmd {
	switch {
	case s.picked >= 0:
		return s.setLine(s.about.completions[s.picked].Text)
	case len(s.about.completions) > 0:
		return s.setLine(prompt.Common(s.about.completions))
	}
	s.onList = len(s.agents.Shown) > 0
	return nil
}

func (s *ConnectScreen) setLine(text string) tea.Cmd {
	before := s.input.Value()
	if len(text) >= len(before) {
		s.input.SetValue(text)
		s.input.CursorEnd()
	}
	return s.typed(before)
}

func (s *ConnectScreen) Layout(w, h int) {
	s.Base.Layout(w, h)
	room := w - 4
	if s.hasPane() {
		room -= kit.FrameWidth
	}
	s.input.SetWidth(max(room, 10))
}

func (s *ConnectScreen) Title() string { return "" }

func (s *ConnectScreen) IsTyping() bool { return !s.onList || s.agents.Filtering }

// IsFree implements [kit.LetterFree]. No address begins with a question mark.
func (s *ConnectScreen) IsFree(key string) bool {
	return !s.IsTyping() || key == "?" && !s.onList && s.input.Value() == ""
}

func (s *ConnectScreen) Help() []string {
	st := s.Styles()
	lines := kit.Wrap("Type a URL, a host, the path of a card file or a part of a name below, and press Enter. A host of this machine means http, any other https. While you type a path, Tab completes it and ↓ chooses.", s.HelpWidth(), 0, st.Text)
	lines = append(lines, "")
	lines = append(lines, kit.Wrap("Tab or ↓ goes to the agents that are known: those that this repository names, those that you saved, and those that you opened before. There letters are keys.", s.HelpWidth(), 0, st.Text)...)
	for _, p := range s.agents.Problems {
		lines = append(lines, kit.Bullet("! ", safe.Text(p.Error()).Line(0).String(), s.HelpWidth(), st.Warn)...)
	}
	return lines
}

func (s *ConnectScreen) Keys() []kit.Key {
	if s.opening.name != "" {
		return []kit.Key{kit.On(kit.Bind("Stop", "esc"), s.giveUp)}
	}
	demo := kit.When(kit.Keys.Demo, kit.Unless(s.Host.Options.Demo != nil, "no demo agent can be started here"), s.openDemo)
	again := kit.When(kit.Keys.Again, kit.Unless(s.err != nil, "nothing went wrong"), s.again)
	if s.onList {
		return s.listKeys(demo, again)
	}
	onward := kit.Bind("Known agents", "tab", "down")
	if len(s.about.completions) > 0 {
		onward = kit.Bind("Complete", "tab")
	}
	return []kit.Key{
		kit.On(kit.Keys.Connect, s.enter),
		again,
		kit.When(onward, kit.Unless(len(s.about.completions)+len(s.agents.Shown) > 0, "no agent is known yet"), s.complete),
		demo,
		s.Host.Nav.HistoryKey(kit.Keys.History),
		kit.On(kit.Bind("Down", "down"), s.down),
		kit.On(kit.Bind("Up", "up", "shift+tab"), s.up),
		kit.When(kit.Bind("Clear", "esc"), kit.Unless(s.err != nil || len(s.about.completions) > 0 || s.input.Value() != "", "this is the first screen; Ctrl+C quits"), s.leaveLine),
	}
}

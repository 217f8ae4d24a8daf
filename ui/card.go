package ui

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
)

// cardScreen shows an agent and its skills.
type cardScreen struct {
	base
	ref            string
	card           *a2aclient.Card
	agent          *a2aclient.Agent
	dialed         error // why the agent cannot be spoken to
	notes          []string
	list           skillList
	wire           *run.Wire
	way            DialOptions // as the agent was dialled
	askCredentials bool        // credentials are asked for before a skill is opened

	identity scroll // who the agent is, as lines
	onAgent  bool   // that has the focus, not the skills
}

// skillRow is one row: a skill, or the agent itself.
type skillRow struct {
	skill   *a2aclient.Skill // nil for the agent itself
	name    string
	about   safe.Raw
	inputs  []a2aclient.Input
	outputs []a2aclient.Output
	text    bool
	files   bool
}

func newCard(h *host, m cardMsg) *cardScreen {
	s := &cardScreen{base: base{host: h}, ref: m.ref, card: m.card, wire: m.wire, way: m.way, askCredentials: m.askCredentials}
	s.take(m.dialed)
	return s
}

// take shows the agent as it was dialled, by the card that came of it.
func (s *cardScreen) take(d dialed) {
	s.agent, s.dialed, s.notes = d.agent, d.err, d.notes
	if d.agent != nil {
		s.card = d.agent.Card()
	}
	card, uses := s.card, []skillRow(nil)
	for i := range card.Skills {
		skill := &card.Skills[i]
		uses = append(uses, skillRow{skill, line(skill.Name), skill.Description, skill.Inputs, skill.Outputs, skill.Text, skill.TakesFiles()})
	}
	if len(card.Inputs) > 0 || card.Text || len(uses) == 0 {
		uses = append(uses, skillRow{nil, "The agent itself", safe.Text("Anything that names no skill."), card.Inputs, card.Outputs, card.Text, card.TakesFiles()})
	}
	s.list.take(uses)
	s.redraw()
}

// extendedMsg is the agent once more, with the card for those it knows where that
// can be had.
type extendedMsg dialed

// extend asks for that card, now that there are credentials.
func (s *cardScreen) extend() tea.Cmd {
	d := dialed{agent: s.agent}
	ctx := a2aclient.WithTrace(s.host.ctx, s.wire.See)
	return later(s, func() tea.Msg { return extendedMsg(d.extend(ctx)) })
}

func (s *cardScreen) update(msg tea.Msg) (action, tea.Cmd) {
	switch m := msg.(type) {
	case extendedMsg:
		s.take(dialed(m))
		return action{}, s.openInitialSkill()
	case openSkillMsg:
		return s.openSkillByID(m), nil
	case listedMsg:
		return s.listed(m), nil
	case savedAgentMsg:
		return m.action(), nil
	case tea.KeyPressMsg:
		return s.press(m)
	case tea.PasteMsg:
		if s.list.filtering {
			s.list.typed(m)
		}
	}
	return action{}, nil
}

func (s *cardScreen) press(press tea.KeyPressMsg) (action, tea.Cmd) {
	if s.list.filtering && s.list.pressFilter(press) {
		return action{}, nil
	}
	switch {
	case key.Matches(press, keys.Back):
		if s.list.unfilter() {
			return action{}, nil
		}
		return s.back(), nil
	case press.String() == "tab", press.String() == "shift+tab":
		s.onAgent = !s.onAgent
	case key.Matches(press, cardKeys.Filter):
		s.onAgent = false
		s.list.startFilter()
	case key.Matches(press, keys.Use), key.Matches(press, keys.Text):
		return s.pressUse(press), nil
	case s.onAgent && s.identity.press(press), !s.onAgent && s.list.move(press):
	default:
		return s.pressAgent(press)
	}
	return action{}, nil
}

// pressUse is a key for the skill under the cursor.
func (s *cardScreen) pressUse(press tea.KeyPressMsg) action {
	u, ok := s.list.chosen()
	switch {
	case !ok:
		return infof("no skill is in sight; esc takes the filter away")
	case key.Matches(press, keys.Text):
		return s.compose(u)
	}
	return s.use(u)
}

// pressAgent is a key for the agent as a whole.
func (s *cardScreen) pressAgent(press tea.KeyPressMsg) (action, tea.Cmd) {
	switch {
	case key.Matches(press, keys.Credentials):
		return s.giveCredentials(), nil
	case key.Matches(press, keys.List):
		if s.dialed != nil {
			return errorf("%s", s.dialed.Error()), nil
		}
		return infof("asking for the agent's tasks …"), s.listTasks(nil, safe.Raw{})
	case key.Matches(press, keys.Wire):
		return s.host.nav.openTraffic(s.wire), nil
	case key.Matches(press, cardHistory):
		return action{}, s.host.nav.openHistory()
	case key.Matches(press, keys.Raw):
		return action{push: s.rawCard()}, nil
	case key.Matches(press, cardKeys.Warnings):
		return action{push: newWarnings(s)}, nil
	case key.Matches(press, connectKeys.Save):
		s.host.askToSave(s, s.ref)
	}
	return action{}, nil
}

func (s *cardScreen) giveCredentials() action {
	if s.dialed != nil {
		return errorf("%s", s.dialed.Error())
	}
	return s.host.askCredentials(s.agent, reason{}, s.extend)
}

// use opens the form of a skill, the choice between several, or the conversation.
func (s *cardScreen) use(u skillRow) action {
	switch {
	case s.dialed != nil:
		return errorf("%s", s.dialed.Error())
	case len(u.inputs) == 0:
		return s.compose(u)
	case len(u.inputs) == 1:
		return s.form(u, 0)
	}
	labels, notes := make([]string, len(u.inputs)), make([]string, len(u.inputs))
	for i, in := range u.inputs {
		labels[i], notes[i] = inputName(in), in.Rule
	}
	s.host.overlay = newChooser(s.host, "Which form of "+u.name+"?", labels, notes, func(i int) tea.Cmd {
		return s.host.perform(s.form(u, i))
	})
	return action{}
}

// form opens a form; one that was opened before comes back as it was left.
func (s *cardScreen) form(u skillRow, i int) action {
	id := formID{s.ref, u.id(), i, u.inputs[i].Name}
	return s.host.nav.openForm(id, s.agent, u.skill, &u.inputs[i])
}

func (u skillRow) id() safe.Raw {
	if u.skill == nil {
		return safe.Raw{}
	}
	return u.skill.ID
}

// compose opens the conversation in plain text.
func (s *cardScreen) compose(u skillRow) action {
	if s.dialed != nil {
		return errorf("%s", s.dialed.Error())
	}
	id := formID{s.ref, u.id(), plainText, safe.Raw{}}
	return s.host.nav.openChat(id, s.agent, u.skill)
}

// opened is the card for other screens.
func (s *cardScreen) opened() openCard {
	c := openCard{Card: s.card, Way: s.way}
	if s.dialed == nil {
		c.Agent = s.agent
	}
	return c
}

// rawCard is the card as it came. A large one takes a while to lay out.
func (s *cardScreen) rawCard() screen {
	raw := s.card.Raw
	return newLazyPager(s.host, "raw card", func() []string {
		v, err := ojson.Parse(raw, ojson.CardLimits)
		if err != nil {
			return []string{"the card cannot be shown"}
		}
		return jsonLines(v)
	})
}

func (s *cardScreen) title() string { return line(s.card.Name) }

func (s *cardScreen) isTyping() bool { return s.list.filtering }

func (s *cardScreen) help() []string {
	st := s.styles()
	u, ok := s.list.chosen()
	if !ok {
		return wrap("No skill holds what you filter by.", s.width, 0, st.Text)
	}
	lines := append([]string{st.Title.Render(u.name)}, wrap(u.about.Block(0).String(), s.width, 0, st.Text)...)
	lines = append(lines, s.details(u, s.width, true)...)
	lines = append(lines, "")
	return append(lines, wrap("The signs: form(3) is a skill with a form of three fields, text takes plain text, file takes files. ● an extension that is active, ○ one that is not used, ! one that the agent requires and a2aform does not know.", s.width, 0, st.Dim)...)
}

// cardKeys are the keys of the card besides those of all screens.
var cardKeys = struct{ Filter, Warnings, Pane key.Binding }{
	Filter:   bind("filter skills", "/"),
	Warnings: bind("warnings", "!"),
	Pane:     bind("agent/skills", "tab"),
}

func (s *cardScreen) keys() []shortcut.Key {
	_, ok := s.list.chosen()
	credentials := shortcut.When(keys.Credentials, len(s.card.Schemes) > 0, "the card names no way to sign in")
	save := shortcut.When(connectKeys.Save, !s.host.ephemeralURLs[s.ref], "it will not be there the next time")
	return slices.Concat([]shortcut.Key{
		shortcut.When(keys.Use, ok, "no skill is in sight"), shortcut.When(keys.Text, ok, "no skill is in sight"), credentials,
		{Binding: cardKeys.Filter},
		{Binding: cardKeys.Pane},
		{Binding: keys.Back},
	}, shortcut.On(keys.Raw, cardKeys.Warnings, keys.List), []shortcut.Key{save, s.host.nav.historyKey(cardHistory)}, shortcut.On(bind("wire of the card", "w")), scrollKeys)
}

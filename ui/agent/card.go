// Package agent has the screens of an agent: the one that asks for its address, its card with
// the skills, the warnings of the card, and the questions before credentials go to a host or
// the agent is followed to another address.
package agent

import (
	"cmp"
	"fmt"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/qa/doctor"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// CardScreen shows an agent and its skills.
type CardScreen struct {
	kit.Base
	ref            string
	card           *a2aclient.Card
	agent          *a2aclient.Agent
	dialed         error // why the agent cannot be spoken to
	notes          []string
	list           skillList
	wire           *run.Traffic
	way            kit.DialOptions     // as the agent was dialed
	verified       verifiedMsg         // what is known of the card's signatures
	askCredentials bool                // credentials are asked for before a skill is opened
	declared       *a2aclient.Card     // as it was read, without schemas of the user
	attached       []store.SavedSchema // in this session
	stored         *store.SavedCard    // as the agent was saved, where that differs; nil else
	found          *doctor.Report      // by the rules of doctor; nil for not yet

	preview  kit.RunPreview // of the last run of the skill at the cursor
	identity kit.Scroll     // who the agent is, as lines
	onAgent  bool           // that has the focus, not the skills
	hasMoved bool           // a key was pressed

	isOpening bool              // the skill that was named when the program was started
	early     []tea.KeyPressMsg // that came meanwhile
}

// skillRow is one row: a skill, or the agent itself.
type skillRow struct {
	skill   *a2aclient.Skill // nil for the agent itself
	name    string
	about   safe.Raw
	inputs  []a2aclient.Input
	outputs []a2aclient.Output
	text    bool
	json    bool // takes JSON of which nothing is declared
	files   bool
}

// NewCard is the screen of a card that was read.
func NewCard(h *kit.Host, m CardMsg) *CardScreen {
	s := &CardScreen{Base: kit.Base{Host: h}, list: skillList{host: h, FilterList: kit.NewFilterList("name, id, tag or description")}, ref: m.Ref, card: m.Card, declared: m.Card, wire: m.wire, way: m.way, askCredentials: m.askCredentials, stored: m.stored}
	s.take(m.Dialed)
	return s
}

// ReopenCard is the screen of an agent that was opened again for an earlier run.
func ReopenCard(h *kit.Host, o kit.Reopened) *CardScreen {
	return NewCard(h, CardMsg{Ref: o.Ref, Card: o.Card, Dialed: kit.Dialed{Agent: o.Agent, Notes: o.Notes}, wire: o.Wire, way: o.Way})
}

// Choose moves the cursor to a skill, empty for the agent itself.
func (s *CardScreen) Choose(id safe.Raw) {
	s.list.ClearFilter()
	if i := slices.IndexFunc(s.list.skills, func(u skillRow) bool { return u.id() == id }); i >= 0 {
		s.list.Cursor, s.hasMoved, s.onAgent = i, true, false
		s.redraw()
	}
}

// take shows the agent as it was dialed, by the card that came of it.
func (s *CardScreen) take(d kit.Dialed) {
	s.agent, s.dialed, s.notes = d.Agent, d.Err, d.Notes
	if d.Agent != nil {
		s.card = d.Agent.Card()
	}
	card, uses := s.card, []skillRow(nil)
	for i := range card.Skills {
		skill := &card.Skills[i]
		uses = append(uses, skillRow{skill, kit.Line(skill.Name), skill.Description, skill.Inputs, skill.Outputs, skill.Text, skill.JSON && len(skill.Inputs) == 0, skill.TakesFiles()})
	}
	if card.TakesMore() {
		about := "Send a message to the agent itself."
		if len(card.Inputs) > 0 {
			about = "A form of the agent itself, for no skill in particular."
		}
		uses = append(uses, skillRow{nil, kit.Line(card.Name), safe.Text(about), card.Inputs, card.Outputs, card.Text, false, card.TakesFiles()})
	}
	s.list.card, s.list.agent, s.list.dialed = s.card, s.agent, s.dialed
	s.list.take(uses)
	if s.Host.Options.Hints && s.list.Cursor == 0 {
		s.list.beginAtTable()
	}
	s.redraw()
}

// extendedMsg is the agent once more, with the authenticated extended card where that
// can be had.
type extendedMsg kit.Dialed

// extend asks for that card, now that there are credentials.
func (s *CardScreen) extend() tea.Cmd {
	d := kit.Dialed{Agent: s.agent}
	ctx := a2aclient.WithTrace(s.Host.Context, s.wire.See)
	return kit.Later(s, func() tea.Msg { return extendedMsg(d.Extend(ctx)) })
}

// takeExtended shows the agent with the card that came, and checks that where it is another one.
func (s *CardScreen) takeExtended(m extendedMsg) tea.Cmd {
	before := s.card
	if s.take(kit.Dialed(m)); s.card == before {
		return tea.Batch(s.openInitialSkill(), s.verify(), s.loadPresets())
	}
	return tea.Batch(s.openInitialSkill(), s.verify(), s.checkCard(), s.loadPresets())
}

func (s *CardScreen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	if cmd, isOwn := s.preview.Update(s, msg); isOwn {
		return kit.Action{}, cmd
	}
	act, cmd := s.update(msg)
	return act, tea.Batch(cmd, s.settle())
}

func (s *CardScreen) update(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch m := msg.(type) {
	case extendedMsg:
		return kit.Action{}, s.takeExtended(m)
	case checkedMsg:
		s.takeChecked(m)
	case endpointMsg:
		act := s.takeEndpoint(m)
		return act, s.loadPresets()
	case environmentsMsg:
		return s.environments().choose(m), nil
	case environmentOpenedMsg:
		return s.environments().show(CardMsg(m))
	case verifiedMsg:
		s.takeVerified(m)
	case openSkillMsg:
		return s.openNamed(m)
	case lastRunsMsg, presetsMsg:
		s.list.takeKept(m, s.hasMoved)
	case lastRunMsg:
		return s.showLastRun(m), nil
	case listedMsg:
		return s.tasks().listed(m), nil
	case kit.SavedAgentMsg:
		return m.Action(), keepSchemas(s.Host, m.Name(), s.attached)
	case kit.CompletionsMsg:
		m.Show()
	case publishedMsg:
		return s.offerPublished(m), nil
	case schemaReadMsg:
		if m.take(s.Host) {
			return kit.Action{}, m.apply(s.Host, s.agent, s.way.Saved)
		}
	case schemaAttachedMsg:
		return m.action(), s.useAttached(m)
	case tea.KeyPressMsg:
		if s.isOpening {
			s.early = append(s.early, m)
			return kit.Action{}, nil
		}
		s.hasMoved = true
		return s.press(m)
	case tea.PasteMsg:
		if s.list.Filtering {
			s.list.TypeFilter(m)
		}
	}
	return kit.Action{}, nil
}

func (s *CardScreen) press(press tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	if s.list.Filtering && s.list.PressFilter(press) {
		return kit.Action{}, nil
	}
	if act, cmd, done := kit.Press(press, s.Keys()); done {
		return act, cmd
	}
	switch {
	case s.onAgent:
		s.identity.Press(press)
	case isDigit(press):
		return s.startFrom(int(press.Code - '0')), nil
	default:
		s.list.Move(press, s.list.rows)
	}
	return kit.Action{}, nil
}

// goBack goes to the skills, takes the filter away, or leaves.
func (s *CardScreen) goBack() kit.Action {
	if s.onAgent {
		s.onAgent = false
		return kit.Action{}
	}
	if s.list.ClearFilter() {
		return kit.Action{}
	}
	return s.Back()
}

func (s *CardScreen) showProtocol() { s.onAgent = !s.onAgent }

// withChosen does something with the skill under the cursor.
func (s *CardScreen) withChosen(do func(skillRow) kit.Action) func() kit.Action {
	return func() kit.Action {
		u, _ := s.list.chosen()
		return do(u)
	}
}

func (s *CardScreen) openRaw() kit.Action {
	return kit.Action{Push: kit.NewRawCard(s.Host, s.card.Raw, nil)}
}

func (s *CardScreen) save() { s.Host.AskToSave(s, s.ref, s.declared.Raw) }

func (s *CardScreen) giveCredentials() kit.Action {
	return s.Host.AskCredentials(s.agent, kit.CredentialReason{}, s.extend)
}

// use opens the form of a skill, the choice between several, or the chat.
func (s *CardScreen) use(u skillRow) kit.Action {
	switch {
	case s.dialed != nil:
		return kit.Errorf("%s", s.dialed.Error())
	case len(u.inputs) == 0:
		return s.compose(u)
	case len(u.inputs) == 1:
		return s.form(u, 0)
	}
	labels, notes := make([]string, len(u.inputs)), make([]string, len(u.inputs))
	for i, in := range u.inputs {
		labels[i], notes[i] = kit.InputName(in), in.Rule
	}
	s.Host.Overlay = kit.NewChooser(s.Host, "Which form of "+u.name+"?", labels, notes, func(i int) tea.Cmd {
		return s.Host.Perform(s.form(u, i))
	})
	return kit.Action{}
}

// isDigit reports a key from 1 to 9.
func isDigit(press tea.KeyPressMsg) bool {
	return press.Mod == 0 && press.Code >= '1' && press.Code <= '9'
}

// startFrom opens the form or the chat of the chosen skill, filled in with the example or preset of that number.
func (s *CardScreen) startFrom(number int) kit.Action {
	u, ok := s.list.chosen()
	switch {
	case !ok || number > len(s.list.starts(u)):
		return kit.Infof("This skill has no example %d.", number)
	case s.dialed != nil:
		return kit.Errorf("%s", s.dialed.Error())
	case len(u.inputs) == 0:
		return kit.StartWith(s.compose(u), u.skill.Examples[number-1])
	case len(u.inputs) != 1:
		return s.use(u)
	}
	id := kit.FormID{Ref: s.ref, Skill: u.id(), Input: 0, Name: u.inputs[0].Name}
	return s.Host.Nav.OpenFrom(id, s.agent, u.skill, &u.inputs[0], number)
}

// form opens a form; one that was opened before comes back as it was left.
func (s *CardScreen) form(u skillRow, i int) kit.Action {
	id := kit.FormID{Ref: s.ref, Skill: u.id(), Input: i, Name: u.inputs[i].Name}
	return s.Host.Nav.OpenForm(id, s.agent, u.skill, &u.inputs[i])
}

func (u skillRow) id() safe.Raw {
	if u.skill == nil {
		return safe.Raw{}
	}
	return u.skill.ID
}

// compose opens the chat in plain text.
func (s *CardScreen) compose(u skillRow) kit.Action {
	if s.dialed != nil {
		return kit.Errorf("%s", s.dialed.Error())
	}
	id := kit.FormID{Ref: s.ref, Skill: u.id(), Input: kit.PlainText, Name: safe.Raw{}}
	return s.Host.Nav.OpenChat(id, s.agent, u.skill)
}

// Opened is the card for other screens.
func (s *CardScreen) Opened() kit.OpenCard {
	c := kit.OpenCard{Card: s.card, Way: s.way, Ref: s.ref}
	if s.dialed == nil {
		c.Agent = s.agent
	}
	return c
}

// Title names the environment, too: the same agent may be open in several.
func (s *CardScreen) Title() string {
	if name := s.environments().current(); name != "" {
		return kit.Line(s.card.Name) + " (" + safe.Text(name).Line(80).String() + ")"
	}
	return kit.Line(s.card.Name)
}

func (s *CardScreen) IsTyping() bool { return s.list.Filtering }

func (s *CardScreen) Help() []string {
	st := s.Styles()
	u, ok := s.list.chosen()
	if !ok {
		return kit.Wrap("No matching skills. Esc clears the filter.", s.HelpWidth(), 0, st.Text)
	}
	lines := append([]string{st.Title.Render(u.name)}, kit.Wrap(u.about.Block(0).String(), s.HelpWidth(), 0, st.Text)...)
	lines = append(lines, s.list.details(u, s.HelpWidth())...)
	lines = append(lines, "")
	return append(lines, kit.Wrap("A skill with fields opens as a form, the others as a chat. The digits 1 to 9 open it filled in with an example or a preset of yours.", s.HelpWidth(), 0, st.Dim)...)
}

var _ = kit.RegisterKeys("card", &cardKeys)

// cardKeys are the keys of the card besides those of all screens.
var cardKeys = struct {
	Filter, Doctor, Protocol, LastRun, Save                    key.Binding
	JSON, Traffic, Example                                     key.Binding
	Address, Environment, Changes, AttachSchema, LookForSchema key.Binding
}{
	Address:       kit.Bind("Use another address"),
	Environment:   kit.Bind("Other environment"),
	Changes:       kit.Bind("What changed since I saved it"),
	AttachSchema:  kit.Bind("Attach a schema"),
	LookForSchema: kit.Bind("Look for schemas"),

	Save:     kit.Bind("Save the agent as…"),
	JSON:     kit.Bind("Send as JSON"),
	Traffic:  kit.Bind("Traffic of the card"),
	LastRun:  kit.Bind("Last run", "l"),
	Filter:   kit.Bind("Filter", "/"),
	Doctor:   kit.Bind("Notes for its maker", "!"),
	Protocol: kit.Bind("About this agent", "tab", "shift+tab"),
	Example: key.NewBinding(key.WithKeys("1", "2", "3", "4", "5", "6", "7", "8", "9"),
		key.WithHelp("1-9", "Start from an example")),
}

func (s *CardScreen) Keys() []kit.Key {
	u, ok := s.list.chosen()
	k, why, cannotAttach := cardKeys, s.cannotUse(), s.cannotAttach()
	credentials := kit.When(kit.Keys.Credentials, cmp.Or(s.cannotReach(), kit.Unless(len(s.card.Schemes) > 0, "the card names no way to sign in")), s.giveCredentials)
	save := kit.When(cardKeys.Save, kit.Unless(!s.Host.EphemeralURLs[s.ref], "the demo agent is built in: it is listed with the known agents"), s.save)
	check, raw := kit.On(k.Doctor, s.Host.Nav.OpenDoctor).In(kit.More), kit.On(kit.Keys.Raw, s.openRaw).In(kit.Rare)
	agent := []kit.Key{
		kit.When(kit.Keys.List, s.cannotReach(), s.tasks().ask).In(kit.More),
		kit.On(k.Traffic, func() kit.Action { return s.Host.Nav.OpenTraffic(s.wire) }).In(kit.Rare),
		kit.On(k.Address, s.askForEndpoint).In(kit.Rare),
	}
	if s.Host.Options.Environments != nil {
		agent = append(agent, kit.On(k.Environment, s.environments().find))
	}
	if s.stored != nil {
		agent = append(agent, kit.On(k.Changes, s.openChanges))
	}
	if s.onAgent {
		skills := kit.On(kit.Bind("Skills", "tab", "shift+tab", "esc"), s.showProtocol)
		return slices.Concat([]kit.Key{skills, check, raw, credentials, save}, agent, kit.ScrollKeys)
	}
	use, chat := kit.Keys.Use, kit.When(kit.Named(kit.Keys.Text, "Chat with this skill"), why, s.withChosen(s.compose)).In(kit.More)
	if ok && len(u.inputs) == 0 {
		use, chat = kit.Named(use, "Open chat"), chat.In(kit.Rare)
	}
	starts, example := []start(nil), k.Example
	if ok {
		starts = s.list.starts(u)
	}
	noExample := cmp.Or(why, kit.Unless(len(starts) > 0, "the skill has no example"))
	switch {
	case len(starts) == 0:
	case starts[0].isPreset:
		example.SetHelp(numbers(len(starts)), "Start from a preset")
	case len(starts) == 1:
		example.SetHelp(numbers(1), "Start from the example")
	default:
		example.SetHelp(numbers(len(starts)), example.Help().Desc)
	}
	return slices.Concat([]kit.Key{
		kit.When(use, why, s.withChosen(s.use)),
		{Key: shortcut.When(example, noExample == "", noExample)},
		kit.When(k.JSON, cmp.Or(why, kit.Unless(len(u.inputs) == 0, "the skill has a form")), s.withChosen(s.writeJSON)),
		kit.When(k.LastRun, s.list.hasRun(), s.openLastRun),
		kit.When(k.Filter, kit.Unless(len(s.list.skills) > 1, "there is one skill"), s.list.StartFilter),
		credentials,
		chat,
		kit.On(kit.Keys.Back, s.goBack),
		kit.On(k.Protocol, s.showProtocol).In(kit.More),
		kit.When(k.AttachSchema, cannotAttach, s.askForSchema).In(kit.Rare),
		kit.When(k.LookForSchema, cannotAttach, s.askToLook).In(kit.Rare),
		check,
		raw,
	}, agent, []kit.Key{save, s.Host.Nav.HistoryKey(kit.PlainKeys.History)}, kit.ScrollKeys, s.Host.BorderKeys(s, s.layout().border, s.redraw))
}

// numbers are the digits of so many examples.
func numbers(n int) string {
	if n == 1 {
		return "1"
	}
	return fmt.Sprintf("1-%d", min(n, 9))
}

// cannotReach says why the agent cannot be spoken to, "" where it can.
func (s *CardScreen) cannotReach() string {
	return kit.Unless(s.dialed == nil, "the agent cannot be spoken to")
}

// cannotUse says why the skill at the cursor cannot be used, "" where it can.
func (s *CardScreen) cannotUse() string {
	_, ok := s.list.chosen()
	return cmp.Or(s.cannotReach(), kit.Unless(ok, "no skill is in sight; "+shortcut.InProse(kit.Keys.Back)+" takes the filter away"))
}

// openSkillMsg asks a card to go on to a skill.
type openSkillMsg struct{ skill string }

// Init leaves the skill to the prompt for credentials where there is one: the form
// would close that.
func (s *CardScreen) Init() tea.Cmd {
	if s.askCredentials {
		return tea.Batch(s.verify(), s.checkCard(), s.Load())
	}
	return tea.Batch(s.openInitialSkill(), s.verify(), s.checkCard(), s.Load())
}

// openInitialSkill opens the skill that was named when the program was started. It
// does so once.
func (s *CardScreen) openInitialSkill() tea.Cmd {
	skill := s.Host.Options.Skill
	if s.Host.Options.Skill = ""; skill == "" {
		return nil
	}
	s.isOpening = true
	return kit.Later(s, func() tea.Msg { return openSkillMsg{skill} })
}

// openNamed opens the skill that was named, and gives it the keys that were pressed while the card was in sight: who types ahead
// means the form.
func (s *CardScreen) openNamed(m openSkillMsg) (kit.Action, tea.Cmd) {
	act, early := s.openSkillByID(m), s.early
	s.isOpening, s.early = false, nil
	if act.Push == nil {
		return act, nil
	}
	var cmds []tea.Cmd
	for _, press := range early {
		_, cmd := act.Push.Update(press)
		cmds = append(cmds, cmd)
	}
	return act, tea.Batch(cmds...)
}

// openSkillByID opens a skill by its id or its name.
func (s *CardScreen) openSkillByID(m openSkillMsg) kit.Action {
	skill := s.card.SkillNamed(m.skill)
	i := slices.IndexFunc(s.list.skills, func(u skillRow) bool { return u.skill == skill })
	if skill == nil || i < 0 {
		return kit.Errorf("%s", s.card.NoSkill(m.skill))
	}
	s.list.Cursor = i // nothing is filtered yet
	return s.use(s.list.skills[i])
}

// writeJSON opens an editor of JSON for a skill without a form. Its examples that are JSON are
// there to start from.
func (s *CardScreen) writeJSON(u skillRow) kit.Action {
	switch {
	case s.dialed != nil:
		return kit.Errorf("%s", s.dialed.Error())
	case len(u.inputs) > 0:
		return s.use(u)
	}
	input := kit.JSONInput(u.skill)
	return s.Host.Nav.OpenForm(kit.FormID{Ref: s.ref, Skill: u.id(), Input: kit.AnyJSON}, s.agent, u.skill, &input)
}

package ui

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
)

// cardScreen shows an agent and its skills.
type cardScreen struct {
	base
	ref    string
	card   *a2aclient.Card
	agent  *a2aclient.Agent
	dialed error // why the agent cannot be spoken to
	notes  []string
	uses   []use
	cursor int
	wire   *run.Wire
}

// use is one row: a skill, or the agent itself.
type use struct {
	skill   *a2aclient.Skill // nil for the agent itself
	name    string
	about   safe.Raw
	inputs  []a2aclient.Input
	outputs []a2aclient.Output
	text    bool
}

func newCard(a *App, m cardMsg) *cardScreen {
	s := &cardScreen{base: base{app: a}, ref: m.ref, card: m.card, wire: m.wire}
	s.take(m.dialed)
	return s
}

// take shows the agent as it was dialled, by the card that came of it.
func (s *cardScreen) take(d dialed) {
	s.agent, s.dialed, s.notes, s.uses = d.agent, d.err, d.notes, nil
	if d.agent != nil {
		s.card = d.agent.Card()
	}
	card := s.card
	for i := range card.Skills {
		skill := &card.Skills[i]
		s.uses = append(s.uses, use{skill, line(skill.Name), skill.Description, skill.Inputs, skill.Outputs, skill.Text})
	}
	if len(card.Inputs) > 0 || card.Text || len(s.uses) == 0 {
		s.uses = append(s.uses, use{nil, "The agent itself", safe.Text("Anything that names no skill."), card.Inputs, card.Outputs, card.Text})
	}
	s.cursor = min(s.cursor, len(s.uses)-1)
}

// extendedMsg is the agent once more, with the card for those it knows where that
// can be had.
type extendedMsg dialed

// extend asks for that card, now that there are credentials.
func (s *cardScreen) extend() tea.Cmd {
	d := dialed{agent: s.agent}
	ctx := a2aclient.WithTrace(s.app.ctx, s.wire.See)
	return later(s, func() tea.Msg { return extendedMsg(d.extend(ctx)) })
}

func (s *cardScreen) update(msg tea.Msg) (action, tea.Cmd) {
	switch m := msg.(type) {
	case extendedMsg:
		s.take(dialed(m))
		return action{}, nil
	case listedMsg:
		return s.listed(m), nil
	}
	if press, ok := msg.(tea.KeyPressMsg); ok {
		return s.press(press)
	}
	return action{}, nil
}

func (s *cardScreen) press(press tea.KeyPressMsg) (action, tea.Cmd) {
	switch {
	case key.Matches(press, keys.Back):
		return s.back(), nil
	case key.Matches(press, keys.Up):
		s.cursor = max(s.cursor-1, 0)
	case key.Matches(press, keys.Down), press.String() == "tab":
		s.cursor = min(s.cursor+1, len(s.uses)-1)
	case key.Matches(press, keys.Top):
		s.cursor = 0
	case key.Matches(press, keys.Bottom):
		s.cursor = len(s.uses) - 1
	case key.Matches(press, keys.Credentials):
		return s.giveCredentials(), nil
	case key.Matches(press, keys.List):
		if s.dialed != nil {
			return complain("%s", s.dialed.Error()), nil
		}
		return say("asking for the agent's tasks …"), s.listTasks(nil, "")
	case key.Matches(press, keys.Wire):
		return action{push: newWire(s.app, s.wire)}, nil
	case key.Matches(press, cardHistory):
		return action{}, s.app.openHistory()
	case key.Matches(press, keys.Raw):
		return action{push: s.rawCard()}, nil
	case key.Matches(press, keys.Text):
		return s.compose(s.uses[s.cursor]), nil
	case key.Matches(press, keys.Use):
		return s.use(s.uses[s.cursor]), nil
	}
	return action{}, nil
}

func (s *cardScreen) giveCredentials() action {
	if s.dialed != nil {
		return complain("%s", s.dialed.Error())
	}
	return s.app.askCredentials(s.agent, "", s.extend)
}

// use opens the form of a skill, the choice between several, or the composer.
func (s *cardScreen) use(u use) action {
	switch {
	case s.dialed != nil:
		return complain("%s", s.dialed.Error())
	case len(u.inputs) == 0:
		return s.compose(u)
	case len(u.inputs) == 1:
		return s.form(u, 0)
	}
	labels, notes := make([]string, len(u.inputs)), make([]string, len(u.inputs))
	for i, in := range u.inputs {
		labels[i], notes[i] = inputName(in), in.Rule
	}
	s.app.overlay = newChooser(s.app, "Which form of "+u.name+"?", labels, notes, func(i int) tea.Cmd {
		return s.app.perform(s.form(u, i))
	})
	return action{}
}

func inputName(in a2aclient.Input) string {
	if in.Name.IsEmpty() {
		return "unnamed schema"
	}
	return line(in.Name)
}

// form opens a form; one that was opened before comes back as it was left.
func (s *cardScreen) form(u use, i int) action {
	id := formID{s.ref, u.id(), i, u.inputs[i].Name}
	if kept, ok := s.app.forms[id]; ok {
		return action{push: kept}
	}
	f := newForm(s.app, s.agent, u.skill, &u.inputs[i])
	s.app.forms[id] = f
	return action{push: f}
}

func (u use) id() safe.Raw {
	if u.skill == nil {
		return safe.Raw{}
	}
	return u.skill.ID
}

// formID tells the forms of a session from one another.
type formID struct {
	ref   string
	skill safe.Raw
	input int      // index of the form, or plainText
	name  safe.Raw // of its schema: another card may have others in the same places
}

const plainText = -1

// compose opens the composer of plain text.
func (s *cardScreen) compose(u use) action {
	if s.dialed != nil {
		return complain("%s", s.dialed.Error())
	}
	id := formID{s.ref, u.id(), plainText, safe.Raw{}}
	if kept, ok := s.app.forms[id]; ok {
		return action{push: kept}
	}
	c := newCompose(s.app, s.agent, u)
	s.app.forms[id] = c
	return action{push: c}
}

func (s *cardScreen) rawCard() screen {
	lines := []string{"the card cannot be shown"}
	if v, err := ojson.Parse(s.card.Raw, ojson.CardLimits); err == nil {
		lines = jsonLines(v)
	}
	return newPager(s.app, "raw card", lines)
}

// jsonLines is a value as indented JSON that is safe to draw.
func jsonLines(v *ojson.Value) []string {
	texts := strings.Split(string(v.Indent("  ")), "\n")
	for i, t := range texts {
		texts[i] = safe.Text(t).Line(safe.CellLimit).String()
	}
	return texts
}

// wide is from how many columns identity and skills stand side by side: on a
// terminal of 100.
const wide = 98

func (s *cardScreen) view() string {
	if s.width >= wide {
		left := s.width * 2 / 5
		identity := strings.Split(lipgloss.NewStyle().Width(left).Render(strings.Join(s.identity(left-3, 8), "\n")), "\n")
		return lipgloss.JoinHorizontal(lipgloss.Top,
			strings.Join(identity[:min(len(identity), s.height)], "\n"),
			strings.Join(s.skills(s.width-left, s.height), "\n"))
	}
	top := s.identity(s.width, 2)
	if most := s.height / 2; len(top) > most {
		top = top[:most]
	}
	return strings.Join(append(append(top, ""), s.skills(s.width, s.height-len(top)-1)...), "\n")
}

// identity says who the agent is and how it is spoken to.
func (s *cardScreen) identity(width, about int) []string {
	st := s.styles()
	name := st.Title.Render(line(s.card.Name))
	if !s.card.Version.IsEmpty() {
		name += st.Dim.Render("  " + s.card.Version.Line(40).String())
	}
	if !s.card.Provider.IsEmpty() {
		name += st.Dim.Render("  by " + s.card.Provider.Line(60).String())
	}
	lines := []string{ansi.Truncate(name, width, "…")}
	if !s.card.Description.IsEmpty() {
		lines = append(lines, wrap(s.card.Description.Block(0).String(), width, about, st.Text)...)
	}
	lines = append(lines, "")
	lines = append(lines, drawFacts(st, s.facts(), width, 3)...)
	for _, w := range slices.Concat(s.card.Warnings, s.notes) {
		lines = append(lines, bullet("! ", w, width, st.Warn)...)
	}
	return lines
}

func (s *cardScreen) facts() []fact {
	st := s.styles()
	facts := []fact{{"dialect", string(s.card.Dialect) + ", known by " + s.card.Evidence, st.Text}}
	if s.dialed != nil {
		facts = append(facts, fact{"speaks", s.dialed.Error(), st.Bad})
	} else {
		i := s.agent.Interface()
		facts = append(facts, fact{"speaks", line(safe.Text(fmt.Sprintf("%s %s at %s", i.Binding, i.Version, i.URL))), st.Text})
	}
	if s.card.IsExtended {
		facts = append(facts, fact{"card", "the one for those it knows, over the public one", st.Good})
	}
	facts = append(facts, fact{"can", s.capabilities(), st.Text})
	if s.card.Signatures > 0 {
		facts = append(facts, fact{"signed", "yes, and not verified here: it proves nothing", st.Warn})
	}
	for _, e := range s.card.Extensions {
		facts = append(facts, fact{"extension", s.extension(e), st.Text})
	}
	if !s.card.AuthNote.IsEmpty() {
		facts = append(facts, fact{"asks for", line(s.card.AuthNote) + s.given(), st.Warn})
	}
	return facts
}

// given says what to do about credentials.
func (s *cardScreen) given() string {
	switch {
	case s.dialed != nil || len(s.card.Schemes) == 0:
		return ""
	case s.card.Lacking(s.agent.Wallet(), nil) == nil && len(s.card.Requirements) > 0:
		return " · ✓ given"
	}
	return " · a gives them"
}

func (s *cardScreen) capabilities() string {
	can := []string{"answers when done"}
	if s.card.Streaming {
		can = []string{"streams"}
	}
	if s.card.PushNotifications {
		can = append(can, "push notifications")
	}
	return strings.Join(can, ", ")
}

// extension shows what becomes of an extension: active, off, or required
// though it is not known here.
func (s *cardScreen) extension(e a2aclient.Extension) string {
	mark, note := "○", "not used"
	switch {
	case e.Known:
		mark, note = "●", "object schemas, active"
	case e.Required:
		mark, note = "!", "required, but not known here"
	}
	return mark + " " + note + " · " + line(e.URI)
}

func (s *cardScreen) title() string { return line(s.card.Name) }

func (s *cardScreen) help() []string {
	st, u := s.styles(), s.uses[s.cursor]
	lines := []string{st.Title.Render(u.name)}
	lines = append(lines, wrap(u.about.Block(0).String(), s.width, 0, st.Text)...)
	for _, in := range u.inputs {
		lines = append(lines, wrap("takes "+inputName(in)+": "+in.Rule, s.width, 0, st.Dim)...)
	}
	for _, out := range u.outputs {
		lines = append(lines, wrap("gives "+outputName(out)+": "+out.Rule, s.width, 0, st.Dim)...)
	}
	return lines
}

func (s *cardScreen) keys() []shortcut.Key {
	credentials := shortcut.When(keys.Credentials, len(s.card.Schemes) > 0, "the card names no way to sign in")
	return slices.Concat(shortcut.On(keys.Use, keys.Text), []shortcut.Key{credentials},
		shortcut.On(keys.Raw, keys.Back, keys.List, bind("wire of the card", "w")), []shortcut.Key{s.app.historyKey(cardHistory)}, scrollKeys)
}

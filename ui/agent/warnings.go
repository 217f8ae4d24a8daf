package agent

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// warning is something odd about a card, in our words.
type warning struct {
	about string // the skill that it concerns, safe to show; "" for the card
	text  string
}

func (w warning) String() string {
	if w.about == "" {
		return w.text
	}
	return w.about + ": " + w.text
}

// warnings are what was found while the card was read, without a look into its
// schemas: those are compiled when they are needed.
func (s *CardScreen) warnings() (all []warning) {
	for _, text := range slices.Concat(s.card.Warnings, s.notes) {
		all = append(all, warning{text: text})
	}
	if s.dialed != nil {
		return all
	}
	if notice := s.agent.Notice(); notice != "" {
		all = append(all, warning{text: notice})
	}
	return all
}

// Warnings counts them for the header.
func (s *CardScreen) Warnings() int { return len(s.warnings()) }

// OpenWarnings lists them, and those about the schemas.
func (s *CardScreen) OpenWarnings() kit.Action { return kit.Action{Push: newWarnings(s)} }

// warningScreen lists all that is odd about a card. For it, and not before, every
// schema is read and compiled, beside the screen.
type warningScreen struct {
	kit.Base
	card    *CardScreen
	inputs  []checked
	next    int // the first that was not checked
	found   []warning
	lines   kit.Scroll
	started bool
}

// checked is one schema that a skill takes.
type checked struct {
	about string
	input a2aclient.Input
}

func newWarnings(card *CardScreen) *warningScreen {
	s := &warningScreen{Base: kit.Base{Host: card.Host}, card: card, found: card.warnings()}
	for _, u := range card.list.skills {
		for _, in := range u.inputs {
			s.inputs = append(s.inputs, checked{u.name + " › " + kit.InputName(in), in})
		}
	}
	return s
}

// checkBatch is how many schemas are compiled before the screen is told.
const checkBatch = 20

type schemasMsg struct {
	next  int
	found []warning
}

func (s *warningScreen) Init() tea.Cmd {
	if s.started {
		return nil
	}
	s.started = true
	return s.check()
}

// check compiles some schemas more.
func (s *warningScreen) check() tea.Cmd {
	from, to := s.next, min(s.next+checkBatch, len(s.inputs))
	if from == to {
		return nil
	}
	batch := s.inputs[from:to]
	return kit.Later(s, func() tea.Msg {
		m := schemasMsg{next: to}
		for _, c := range batch {
			for _, text := range schemaWarnings(c.input.Schema) {
				m.found = append(m.found, warning{c.about, text})
			}
		}
		return m
	})
}

// schemaWarnings are what is odd about a schema.
func schemaWarnings(raw []byte) (all []string) {
	doc, err := schema.Load(raw)
	if err == nil {
		err = doc.Compile()
	}
	if err != nil {
		return []string{"no form can be made: " + safe.Text(err.Error()).Line(safe.TextLimit()).String()}
	}
	for _, n := range doc.Notices() {
		all = append(all, n.Text)
	}
	return all
}

func (s *warningScreen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch msg := msg.(type) {
	case schemasMsg:
		s.next = msg.next
		s.found = append(s.found, msg.found...)
		s.redraw()
		return kit.Action{}, s.check()
	case tea.KeyPressMsg:
		if !s.lines.Press(msg) && msg.String() == kit.Keys.Back.Keys()[0] {
			return s.Back(), nil
		}
	}
	return kit.Action{}, nil
}

func (s *warningScreen) Layout(w, h int) {
	s.Base.Layout(w, h)
	_, s.lines.Height = s.FrameRoom()
	s.redraw()
}

func (s *warningScreen) Restyle() { s.redraw() }

func (s *warningScreen) redraw() {
	st := s.Styles()
	width, _ := s.FrameRoom()
	lines := kit.Wrap(s.summary(), width, 0, st.Dim)
	about := "\x00"
	for _, w := range s.found {
		if w.about != about {
			about = w.about
			name := about
			if name == "" {
				name = "The card"
			}
			lines = append(lines, "")
			lines = append(lines, kit.Wrap(name, width, 0, st.Title)...)
		}
		lines = append(lines, kit.Bullet("! ", w.text, width, st.Warn)...)
	}
	s.lines.Set(lines)
}

// summary says how many warnings there are, and of what.
func (s *warningScreen) summary() string {
	n, inputs := len(s.found), len(s.inputs)
	schemas := kit.Plural(inputs, "input schema", "input schemas")
	switch {
	case s.next < inputs:
		return fmt.Sprintf("%s so far. Reading the schemas: %d of %d…", kit.Plural(n, "warning", "warnings"), s.next, inputs)
	case n == 0 && inputs == 0:
		return "No warnings. The card is clean."
	case n == 0:
		return fmt.Sprintf("No warnings. The card and its %s are clean.", schemas)
	}
	return fmt.Sprintf("%s in the card and its %s", kit.Plural(n, "warning", "warnings"), schemas)
}

func (s *warningScreen) View() string     { return s.InFrame("Warnings", "", s.lines.View()) }
func (s *warningScreen) HiddenLines() int { return s.lines.HiddenLines() }
func (s *warningScreen) Title() string    { return "Warnings" }

func (s *warningScreen) Help() []string {
	return kit.Wrap("The warnings about the card and then, skill by skill, about the schemas of its forms: what was read in another way than it is written, and what cannot be checked here. None of this is sent to the agent.", s.HelpWidth(), 0, s.Styles().Text)
}

func (s *warningScreen) Keys() []shortcut.Key {
	return append(shortcut.On(kit.Keys.Back), kit.ScrollKeys...)
}

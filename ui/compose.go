package ui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/widget/shortcut"
)

// composeScreen writes a plain text to a skill, or to the agent itself.
type composeScreen struct {
	base
	agent *a2aclient.Agent
	use   use
	area  textarea.Model
	sent  string
}

// mostLines is how many lines a text area keeps; more would be cut.
const mostLines = 10_000

func newCompose(a *App, agent *a2aclient.Agent, u use) *composeScreen {
	area := textarea.New()
	area.ShowLineNumbers = false
	area.MaxHeight = mostLines
	area.Prompt = "┃ "
	area.Placeholder = "Write to the agent"
	if u.skill != nil && len(u.skill.Examples) > 0 {
		area.Placeholder = "for example: " + line(u.skill.Examples[0])
	}
	colourArea(&area, a.styles)
	area.Focus()
	return &composeScreen{base: base{app: a}, agent: agent, use: u, area: area}
}

func (s *composeScreen) update(msg tea.Msg) (action, tea.Cmd) {
	switch msg := msg.(type) {
	case editedMsg:
		return s.edited(msg), nil
	case tea.KeyPressMsg:
		switch {
		case key.Matches(msg, keys.Back):
			return s.back(), nil
		case key.Matches(msg, keys.Review):
			return s.review(), nil
		case key.Matches(msg, keys.Editor):
			return s.openEditor()
		}
	}
	var cmd tea.Cmd
	s.area, cmd = s.area.Update(msg)
	return action{}, cmd
}

// openEditor opens the text in the user's editor.
func (s *composeScreen) openEditor() (action, tea.Cmd) {
	cmd, err := edit(s.app.ctx, s, editedMsg{before: s.area.Value()}, ".md")
	if err != nil {
		return complain("%s", err), nil
	}
	return action{}, cmd
}

func (s *composeScreen) edited(m editedMsg) action {
	switch {
	case m.err != nil:
		return complain("%s", m.err)
	case m.text == m.before:
		return say("the editor changed nothing")
	}
	s.area.SetValue(m.text)
	return say("the text was edited")
}

func (s *composeScreen) review() action {
	text := s.area.Value()
	if strings.TrimSpace(text) == "" {
		return complain("write something first")
	}
	s.sent = text
	return action{push: newReview(s.app, &run.Plan{Agent: s.agent, Skill: s.use.skill, Text: text}, nil, nil)}
}

func (s *composeScreen) layout(w, h int) {
	s.base.layout(w, h)
	s.area.SetWidth(w)
	s.area.SetHeight(max(min(h-4, 12), 2))
}

func (s *composeScreen) view() string {
	st := s.styles()
	lines := []string{st.Dim.Render("a plain text message to ") + st.Text.Render(s.use.name), ""}
	return strings.Join(append(lines, s.area.View()), "\n")
}

func (s *composeScreen) restyle() { colourArea(&s.area, s.styles()) }

func (s *composeScreen) title() string  { return s.use.name }
func (s *composeScreen) isTyping() bool { return true }
func (s *composeScreen) isDirty() bool  { return s.area.Value() != s.sent }

func (s *composeScreen) keys() []shortcut.Key {
	review := shortcut.When(keys.Review, strings.TrimSpace(s.area.Value()) != "", "nothing is written yet")
	return append([]shortcut.Key{review}, shortcut.On(keys.Editor, keys.Back)...)
}

package chat

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/ui/kit"
)

// earlierMsg are the chats with the agent that are kept.
type earlierMsg struct {
	chats [][]runfile.Info
	err   error
}

// earlierReadMsg is one of them.
type earlierReadMsg struct {
	skill safe.Raw
	runs  []kit.RecordedRun
	err   error
}

// maxFirstWords is how much of a first message is listed, in columns: what is behind it fits in 80 columns too.
const maxFirstWords = 32

// maxEarlier is how many chats are listed.
const maxEarlier = 100

// findEarlier looks for the chats with the agent that are kept.
func (s *Screen) findEarlier() tea.Cmd {
	keep, card := s.Host.Options.Store, s.with.agent.Card()
	return kit.Later(s, func() tea.Msg {
		chats, err := keep.Chats(safe.Text(card.Source), card.Name)
		return earlierMsg{chats, err}
	})
}

// chooseEarlier asks which of the chats to go on with. The one on the screen is not among them.
func (s *Screen) chooseEarlier(m earlierMsg) kit.Action {
	if m.err != nil {
		return kit.Errorf("%s", safe.Text(m.err.Error()).Line(0))
	}
	now := s.turns.contextID()
	chats := slices.DeleteFunc(m.chats, func(runs []runfile.Info) bool { return runs[0].ContextID == now })
	if len(chats) == 0 {
		return kit.Infof("there are no earlier chats with this agent")
	}
	chats = chats[:min(len(chats), maxEarlier)]
	labels, notes := make([]string, len(chats)), make([]string, len(chats))
	for i, runs := range chats {
		labels[i] = runs[0].Asked.Line(maxFirstWords).String()
		notes[i] = kit.DateTime(runs[len(runs)-1].Time) + ", " + kit.Plural(len(runs), "message", "messages")
	}
	s.Host.Overlay = kit.NewChooserAt(s.Host, "Earlier chats", labels, notes, 0, func(i int) tea.Cmd {
		runs := chats[i]
		return kit.Later(s, func() tea.Msg {
			list, err := kit.ReadRuns(runs)
			return earlierReadMsg{runs[len(runs)-1].Skill, list, err}
		})
	})
	return kit.Action{}
}

// openEarlier goes on with a chat that was read, in place of the one on the screen.
func (s *Screen) openEarlier(m earlierReadMsg) kit.Action {
	switch {
	case m.err != nil:
		return kit.Errorf("%s", safe.Text(m.err.Error()).Line(0))
	case s.turns.isRunning():
		return kit.Errorf("%s", stillWorking())
	}
	if skill := s.with.agent.Card().Skill(m.skill.Exact()); skill != nil || m.skill.IsEmpty() { //nolint:forbidigo // looked up, not drawn
		s.with.skill = skill
	}
	s.UseRuns(m.runs)
	return kit.Infof("the chat goes on where it stood")
}

// UseRuns makes runs that were read from their files the messages of the chat.
func (s *Screen) UseRuns(runs []kit.RecordedRun) {
	s.turns, s.pane = nil, turnPane{}
	for _, r := range runs {
		s.turns = append(s.turns, turnOf(s.Host.Nav.Recorded(r), true))
	}
	if last := s.turns.newest(); s.wish.as == nil {
		s.wish.as = last.as
	}
}

// IsSameChat reports that both go on in the same context.
func (s *Screen) IsSameChat(other *Screen) bool {
	return !s.turns.contextID().IsEmpty() && s.turns.contextID() == other.turns.contextID() && s.with.agent.Interface() == other.with.agent.Interface()
}

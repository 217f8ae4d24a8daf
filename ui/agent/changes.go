package agent

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/carddiff"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/render/draw"
	"a2aform/ui/kit"
)

// storedCard returns the card that is stored for a saved agent, nil where it is the one of now. Without a stored card, that is stored.
func storedCard(keep *store.Store, saved *store.Saved, card *a2aclient.Card) (*store.SavedCard, error) {
	if keep == nil || saved == nil {
		return nil, nil
	}
	stored, err := keep.SavedCard(*saved)
	switch {
	case err != nil:
		return nil, err
	case stored == nil:
		return nil, keep.StoreFirstCard(*saved, card.Raw)
	}
	before, err := ojson.Parse(stored.Card, ojson.CardLimits)
	after, err2 := ojson.Parse(card.Raw, ojson.CardLimits)
	if err == nil && err2 == nil && ojson.Equal(before, after) {
		return nil, nil
	}
	return stored, nil
}

func (s *CardScreen) openChanges() kit.Action {
	return kit.Action{Push: newChanges(s.Host, *s.way.Saved, s.stored, s.declared, func() { s.stored = nil })}
}

// changesScreen shows what changed in the card of a saved agent.
type changesScreen struct {
	*kit.BlockView
	saved  store.Saved
	stored *store.SavedCard
	card   *a2aclient.Card
	lines  []string // what was found; nil for not yet
	done   func()   // the card of now is stored
}

func newChanges(h *kit.Host, saved store.Saved, stored *store.SavedCard, card *a2aclient.Card, done func()) *changesScreen {
	s := &changesScreen{saved: saved, stored: stored, card: card, done: done}
	s.BlockView = kit.NewBlockView(h, "What changed", s.drawn)
	s.Self = s
	return s
}

type comparedMsg struct{ lines []string }

type cardStoredMsg struct{ err error }

// Init compares the cards, which takes a while.
func (s *changesScreen) Init() tea.Cmd {
	stored, card := s.stored, s.card
	return kit.Later(s, func() tea.Msg {
		before, err := a2aclient.Parse(stored.Card, card.Source)
		if err != nil {
			return comparedMsg{[]string{"The stored card cannot be read: " + safe.Text(err.Error()).Line(0).String()}}
		}
		return comparedMsg{carddiff.Compare(before, card).Lines()}
	})
}

func (s *changesScreen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch m := msg.(type) {
	case comparedMsg:
		s.lines = m.lines
		s.Redraw()
		return kit.Action{}, nil
	case cardStoredMsg:
		if m.err != nil {
			return kit.Errorf("%s", safe.Text(m.err.Error()).Line(0)), nil
		}
		s.done()
		return kit.Infof("Stored. The next comparison starts from this card."), nil
	}
	return s.BlockView.Update(msg)
}

func (s *changesScreen) drawn(width int, _ draw.Style) *draw.Drawing {
	st := s.Styles()
	lines := append(kit.Wrap("Since "+s.stored.When.Local().Format("2006-01-02 15:04")+", when this card was stored for "+s.saved.Name+":", width, 0, st.Dim), "")
	if s.lines == nil {
		return &draw.Drawing{Lines: append(lines, st.Dim.Render("comparing …"))}
	}
	for _, text := range s.lines {
		rest := strings.TrimLeft(text, " ")
		indent := len(text) - len(rest)
		style := st.Text
		switch {
		case strings.HasPrefix(rest, "✗ "):
			style = st.Bad
		case strings.HasPrefix(rest, "? "):
			style = st.Warn
		case indent == 0:
			style = st.Title
		}
		if text == "" {
			lines = append(lines, "")
			continue
		}
		label := ""
		if indent > 2 && strings.Contains(rest, "  ") { // of a witness
			value := strings.TrimLeft(rest[strings.Index(rest, "  "):], " ")
			label, rest = rest[:len(rest)-len(value)], value
		}
		for i, l := range kit.Wrap(rest, max(width-indent-len(label), 1), 0, style) {
			if i > 0 {
				label = strings.Repeat(" ", len(label))
			}
			lines = append(lines, text[:indent]+st.Dim.Render(label)+l)
		}
	}
	return &draw.Drawing{Lines: lines}
}

// store stores the card of now.
func (s *changesScreen) store() tea.Cmd {
	keep, saved, raw := s.Host.Options.Store, s.saved, s.card.Raw
	return s.Host.Writes.TrackWrites(kit.Later(s, func() tea.Msg { return cardStoredMsg{keep.StoreCard(saved, raw)} }))
}

func (s *changesScreen) Keys() []kit.Key {
	return append([]kit.Key{kit.On(changesKeys.Store, s.store), s.BackKey()}, kit.ScrollKeys...)
}

func (s *changesScreen) Help() []string {
	return []string{"What callers of the card meet that was stored when the agent was saved, or first opened by its name. ✗ may break them. Each schema that takes less or more has a value that proves it, as JSON and as the form shows it. Where none was found, nothing is proven. y compares with the card of now the next time."}
}

var changesKeys = struct{ Store key.Binding }{Store: kit.Bind("Compare with this card from now on", "y")}

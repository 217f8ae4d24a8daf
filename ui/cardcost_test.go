package ui

import (
	"context"
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/ui/agent"
	"a2aform/ui/kit"
)

// A key and a frame cost the same on a card of ten skills and of ten thousand.
func TestKeyOnLargeCardIsAsFastAsOnSmallCard(t *testing.T) {
	cost := func(n int) float64 {
		card := &a2aclient.Card{Name: safe.Text("Many"), Dialect: a2aclient.DialectV10}
		for i := range n {
			card.Skills = append(card.Skills, a2aclient.Skill{ID: safe.Text(fmt.Sprint(i)), Name: safe.Text(fmt.Sprintf("Skill %d", i)), Text: true})
		}
		a := New(context.Background(), kit.Options{})
		t.Cleanup(a.Close)
		a.Perform(kit.Action{Push: agent.NewCard(a.Host, agent.CardMsg{Card: card, Dialed: kit.Dialed{Err: context.Canceled}})})
		a.Update(tea.WindowSizeMsg{Width: 120, Height: 24})
		for range 12 {
			a.Update(kit.KeyPress("down"))
		}
		return testing.AllocsPerRun(20, func() {
			a.Update(kit.KeyPress("down"))
			a.Update(kit.KeyPress("up"))
			_ = a.View()
		})
	}
	if small, large := cost(30), cost(10_000); large > small*1.2+20 {
		t.Errorf("a key takes %.0f allocations with 30 skills and %.0f with 10,000", small, large)
	}
}

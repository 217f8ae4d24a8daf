package ui

import (
	"context"
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
)

// A key and a frame cost the same on a card of ten skills and of ten thousand.
func TestAKeyOnALargeCardCostsAsOnASmallOne(t *testing.T) {
	cost := func(n int) float64 {
		card := &a2aclient.Card{Name: safe.Text("Many"), Dialect: a2aclient.DialectV10}
		for i := range n {
			card.Skills = append(card.Skills, a2aclient.Skill{ID: safe.Text(fmt.Sprint(i)), Name: safe.Text(fmt.Sprintf("Skill %d", i)), Text: true})
		}
		a := New(context.Background(), Options{})
		t.Cleanup(a.Close)
		a.perform(action{push: newCard(a.host, cardMsg{card: card, dialed: dialed{err: context.Canceled}})})
		a.Update(tea.WindowSizeMsg{Width: 120, Height: 24})
		for range 12 {
			a.Update(keyPress("down"))
		}
		return testing.AllocsPerRun(20, func() {
			a.Update(keyPress("down"))
			a.Update(keyPress("up"))
			_ = a.View()
		})
	}
	if small, large := cost(30), cost(10_000); large > small*1.2+20 {
		t.Errorf("a key takes %.0f allocations with 30 skills and %.0f with 10,000", small, large)
	}
}

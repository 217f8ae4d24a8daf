package ui

import (
	"context"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"a2aform/render"
)

// The work on a table ends with its screen, whichever way that is left.
func TestTheWorkOnATableEndsWithItsScreen(t *testing.T) {
	t.Parallel()
	rows := "[" + strings.Repeat(`{"text":"`+strings.Repeat("x", 1000)+`"},`, 9000) + `{"text":"end"}]`
	table, ok := render.Open([]byte(rows), render.Schema{}).Blocks()[0].(*render.Grid)
	if !ok {
		t.Fatal("no table")
	}
	for name, leave := range map[string]func(a *App, s *gridScreen){
		"by esc":        func(a *App, s *gridScreen) { a.send(s, keyPress("esc")) },
		"by the stack":  func(a *App, _ *gridScreen) { a.perform(action{pop: 1}) },
		"by the screen": func(a *App, s *gridScreen) { a.perform(s.back()) },
	} {
		a := New(t.Context(), Options{})
		a.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		s := newGridScreen(a.host, "table", table)
		a.perform(action{push: s})
		ctx := s.work.untilLeft(a.ctx)
		if leave(a, s); ctx.Err() != context.Canceled {
			t.Errorf("left %s, the work goes on", name)
		}
		if a.ctx.Err() != nil {
			t.Errorf("left %s, the program ends", name)
		}
		a.Close()
	}
}

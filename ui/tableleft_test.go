package ui

import (
	"context"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"a2aform/render"
	"a2aform/render/table"
	"a2aform/ui/kit"
	tablescreen "a2aform/ui/table"
)

// The work on a table ends with its screen, whichever way that is left.
func TestTableWorkEndsWithScreen(t *testing.T) {
	t.Parallel()
	rows := "[" + strings.Repeat(`{"text":"`+strings.Repeat("x", 1000)+`"},`, 9000) + `{"text":"end"}]`
	list, ok := render.Open([]byte(rows), render.Schema{}).Blocks()[0].(*table.Table)
	if !ok {
		t.Fatal("no table")
	}
	for name, leave := range map[string]func(a *App, s *tablescreen.Screen){
		"by esc":        func(a *App, s *tablescreen.Screen) { a.send(s, kit.KeyPress("esc")) },
		"by the stack":  func(a *App, _ *tablescreen.Screen) { a.Perform(kit.Action{Pop: 1}) },
		"by the screen": func(a *App, s *tablescreen.Screen) { a.Perform(s.Back()) },
	} {
		a := New(t.Context(), kit.Options{})
		a.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		s := tablescreen.New(a.Host, "table", kit.List{Table: list})
		a.Perform(kit.Action{Push: s})
		ctx := s.Work.UntilLeft()
		if leave(a, s); ctx.Err() != context.Canceled {
			t.Errorf("left %s, the work goes on", name)
		}
		if a.Context.Err() != nil {
			t.Errorf("left %s, the program ends", name)
		}
		a.Close()
	}
}

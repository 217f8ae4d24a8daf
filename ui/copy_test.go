package ui

import (
	"fmt"
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"a2aform/ui/form"
	"a2aform/ui/kit"
)

// The clipboard gets the focused location, the whole form where that has no value,
// and no secret.
func TestFormIsCopiedAsJSON(t *testing.T) {
	app := formWith(t, `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"object","properties":{"c":{"type":"number"}}},"pw":{"type":"string","format":"password"}}}`, `{"b":{"c":1.50}}`)
	screen := app.screens.open[len(app.screens.open)-1].(*form.Screen)
	copied := func() string {
		keys := screen.Keys()
		copyKey := slices.IndexFunc(keys, func(k kit.Key) bool { return k.Help().Desc == kit.Keys.Copy.Help().Desc })
		_, cmd := keys[copyKey].Do()
		if cmd == nil {
			return ""
		}
		return stringOf(cmd())
	}
	if got := copied(); got != "{\n  \"b\": {\n    \"c\": 1.50\n  }\n}" {
		t.Errorf("the whole: %q", got)
	}
	screen.Update(kit.KeyPress("down"))
	if got := copied(); got != "1.50" {
		t.Errorf("the place: %q", got)
	}
	screen.Form.At("/pw").SetText("HUSH")
	screen.Update(kit.KeyPress("up"))
	if got := copied(); got != "" {
		t.Errorf("a secret was copied: %q", got)
	}
}

// stringOf is the text of Bubble Tea's message for the clipboard, whose type it
// keeps to itself.
func stringOf(msg tea.Msg) string {
	if s, ok := msg.(interface{ String() string }); ok {
		return s.String()
	}
	return fmt.Sprint(msg)
}

//go:build ignore

// Command empty is a Bubble Tea program with one line in the alternate screen, which shows the keys typed. It is built
// in the main module, so that it has the Bubble Tea of a2aform.
package main

import (
	"fmt"
	"os"

	tea "charm.land/bubbletea/v2"
)

type model struct{ typed string }

func (model) Init() tea.Cmd { return nil }

func (m model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if key, ok := msg.(tea.KeyPressMsg); ok {
		if key.String() == "ctrl+c" {
			return m, tea.Quit
		}
		m.typed += key.Text
	}
	return m, nil
}

func (m model) View() tea.View {
	v := tea.NewView("ready " + m.typed)
	v.AltScreen = true
	return v
}

func main() {
	if _, err := tea.NewProgram(model{}, tea.WithFPS(120)).Run(); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Package blank is the least that a Bubble Tea program can be: one line in the
// alt screen, at the frame rate of a2aform. Its start is what ours is held
// against.
package blank

import (
	"fmt"
	"os"

	tea "charm.land/bubbletea/v2"
)

type model struct{}

func (model) Init() tea.Cmd { return nil }

func (m model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(tea.KeyPressMsg); ok {
		return m, tea.Quit
	}
	return m, nil
}

func (model) View() tea.View {
	v := tea.NewView("nothing-but-this")
	v.AltScreen = true
	return v
}

// Run runs the program until a key is pressed, and returns the exit code.
func Run() int {
	if _, err := tea.NewProgram(model{}, tea.WithFPS(120)).Run(); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

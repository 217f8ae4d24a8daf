package huhform_test

import (
	"fmt"
	"log"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
)

const listWidth = 24

// shop shows what was ordered beside the form of the next order.
type shop struct {
	form   *huhform.Model
	orders []string
}

func (s *shop) Init() tea.Cmd { return s.form.Init() }

func (s *shop) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.form.SetSize(msg.Width-listWidth, msg.Height)
	case huhform.SubmitMsg:
		if strings.Contains(string(msg.Value), "unicorn") { // what a server would answer
			s.form.ShowWarning("/item", "sold out")
			s.form.FocusAt("/item")
			return s, nil
		}
		s.orders = append(s.orders, string(msg.Value))
		return s, nil
	case huhform.CancelMsg:
		return s, tea.Quit
	}
	_, cmd := s.form.Update(msg)
	return s, cmd
}

func (s *shop) View() tea.View {
	list := lipgloss.NewStyle().Width(listWidth).Render("Orders\n\n" + strings.Join(s.orders, "\n"))
	view := tea.NewView(lipgloss.JoinHorizontal(lipgloss.Top, list, s.form.View().Content))
	view.AltScreen = true
	return view
}

// A program that shows a form beside other things.
func ExampleModel() {
	input, err := formgen.Open([]byte(`{"type": "object", "title": "Order", "properties": {"item": {"type": "string"}}}`))
	if err != nil {
		log.Fatal(err)
	}
	s := &shop{form: huhform.NewModel(input)}
	if _, err := tea.NewProgram(s).Run(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(s.orders), "orders")
}

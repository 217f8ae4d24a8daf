package ui

import (
	"fmt"

	"a2aform/ui/kit"
)

// tour are the steps from an address to a result that is opened again, for whoever wants to
// read before trying.
var tour = []struct{ title, text string }{
	{"Open an agent", "Type its address and press enter, or take one of the list with ↓. The demo agent needs no network."},
	{"Choose a skill", "Enter opens its form, or a chat. 1 to 9 fill in an example of the card; i shows how the agent is spoken to."},
	{"Fill in the form", "Tab goes to the next field. Those marked * are required. Ctrl+t starts from an example, a preset or a file, and ctrl+g leaves a field out."},
	{"Review", "Ctrl+s shows what will be sent, word for word. Nothing leaves this machine before you press enter there."},
	{"Follow the task", "The agent's words are on the left, the result grows on the right. If the agent asks, type your answer. Esc leaves the task running."},
	{"Read the result", "In a table, s sorts, f filters, / searches and e exports. Enter opens what is at the cursor."},
	{"Come back later", "Alt+h lists all runs. Open, repeat, edit or replay them; that needs no network."},
	{"Anywhere", "Ctrl+o lists every action of the screen with its key. ? explains the screen, esc goes back, and ctrl+c quits."},
}

// newTour shows the tour over the screen.
func newTour(a *App) *kit.Overlay {
	st := a.Styles
	width, _ := a.DialogRoom()
	var lines []string
	for i, step := range tour {
		lines = append(lines, st.Title.Render(fmt.Sprintf("%d  %s", i+1, step.title)))
		for _, line := range kit.Wrap(step.text, width-3, 0, st.Text) {
			lines = append(lines, "   "+line)
		}
	}
	o := &kit.Overlay{Host: a.Host, Title: "Tour of the program", Text: lines}
	o.Layout()
	return o
}

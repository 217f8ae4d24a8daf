package form_test

import (
	"testing"

	"a2aform/ui/apptest"
)

func TestClicksInTheForm(t *testing.T) {
	t.Parallel()
	d := apptest.WithMouse(t, apptest.Expense, 80, 30)
	apptest.ClickAt(t, d, "Per diem", 0).WaitFor("▌ ○ Per diem")
	apptest.ClickAt(t, d, "○ Days", 0).WaitFor("▌ ○ Days", "Fill in Days to send it")
	apptest.ClickAt(t, d, "● Currency", 0).WaitFor("▌ ○ Currency")
	apptest.ClickAt(t, d, "○ Currency", 0).WaitFor("▌ ● Currency")
	apptest.ClickAt(t, d, "Per diem", 0).WaitFor("▌ ○ Per diem")
	apptest.ClickAt(t, d, "+ Add item", 0).WaitFor("+ Add item  enter")
	apptest.ClickAt(t, d, "+ Add item", 0).WaitFor("Expense Report", "Date *")
	d.Press("esc").WaitFor("1/20 items")
	apptest.ClickAt(t, d, "Currency", 0).WaitFor("▌ ● Currency")
}

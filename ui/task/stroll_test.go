package task_test

import (
	"testing"

	"a2aform/ui/apptest"
)

// A task that asks, its answer, what it sent and what came back.
func TestStrollOverATask(t *testing.T) {
	t.Parallel()
	for name, size := range map[string][2]int{"100x30": {100, 30}, "60x20": {60, 20}, "160x45": {160, 45}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := apptest.OpenSkill(t, apptest.Expense, apptest.Quick, size[0], size[1])
			d.Press("ctrl+t").WaitFor("Start from").Press("down", "enter").Press("ctrl+s").WaitFor("Send  enter").Press("enter").WaitFor("Approve a total")
			d.Stroll("stroll-task-"+name, "f2", "f2", "=no", "tab", "down", "up", "tab", "backspace", "backspace", "=yes", "enter", "tab", "down", "pgdown", "home", "v", "down", "right", "esc",
				"z", "z", "e", "esc", "<", ">")
		})
	}
}

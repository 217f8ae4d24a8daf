package task_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/ui/apptest"
)

// The run of a form names the rows that it was filled in from: a line above both runs says so, and two keys lead from one to the other.
func TestThreadIsShownAndWalked(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {100, 30}, {140, 40}} {
		d := apptest.OpenSkill(t, apptest.Expense, apptest.Quick, size[0], size[1])
		d.WaitFor("Title *").Press("f3").WaitFor("Start from…").Press("1").WaitFor("Example 1 loaded").Press("ctrl+s").WaitFor("Send  enter").Press("enter")
		d.WaitFor("Approve a total").Type("yes").Press("enter").WaitFor("✓ Done", "3 rows", "s Sort").WaitGone("──▸")
		d.Press("down", "u").WaitFor("Use this row in", "Expense Report").Press("enter").WaitFor("1/20 items", "▌ ○ Title").Type("Again").WaitFor("▌ ● Title")
		d.Press("ctrl+end").WaitFor("▌ ○ Note").Type("mine").WaitFor("▌ ● Note")
		d.Press("ctrl+s").WaitFor("Send  enter").Press("enter")
		d.WaitFor("Approve a total", "Expense Report", " ──row 2──▸ Expense Report ? waits").Type("yes").Press("enter").WaitFor("Expense Report ✓ ──row 2──▸ Expense Report ✓")
		d.Press("<").WaitFor("Expense Report ✓ ──row 2──▸ Expense Report ✓", "3 rows").Press(">").WaitFor("1 row").WaitGone(", recorded")
		dir := t.TempDir()
		share := func(row, proposal, name string) string {
			path := filepath.Join(dir, name)
			d.Press("ctrl+o").WaitFor("Commands").Type("Export the thread").WaitFor("1 of").Press("enter").WaitFor("Export the thread ─", "Ticket", "Flow")
			d.Type(row).WaitFor("▌ "+row).Press("enter").WaitFor("Export the thread: "+row, "enter Save", proposal).Press("ctrl+u").Type(path).Press("enter").WaitGone("enter Save")
			return path
		}
		shows := func(path, want string) {
			t.Helper()
			d.WaitUntil("what is in "+path, func(string) bool {
				text, _ := os.ReadFile(path)
				return strings.Contains(string(text), want)
			})
		}
		shows(share("HTML", "thread.html", "thread.html"), `──row 2──▸ <a href="#run-2">Expense Report</a>`)
		shows(share("Ticket", "thread.md", "thread.md"), "Expense Report (completed) ──row 2──▸ Expense Report (completed)")
		flow := share("Flow", "flow", "order")
		shows(flow+"-1.toml", "capture = ")
		shows(flow+"-2.toml", "needs = [\"order 1\"]")
		shows(share("Presentation", "story.toml", "story.toml"), "run = \"story-2.jsonl\"")
		if size[0] == 140 {
			d.Press("alt+h").WaitFor("History", "Expense Report ✓ ──row 2──▸ Expense Report ✓")
		}
	}
}

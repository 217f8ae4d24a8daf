package task_test

import (
	"testing"

	"a2aform/ui/apptest"
)

func TestExpenseIsApprovedOnSameTask(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Expense, apptest.Quick, 80, 24)
	d.Press("f3").WaitFor("1  Customer visit").Press("1").WaitFor("∅ Note", "Customer visit in Turin")
	d.Press("ctrl+s").WaitFor("› Review").Press("v").WaitFor(`"amount": 24.90`)
	d.Press("enter").WaitFor("? The agent needs an answer", "Approve a total of 222.40 EUR?", "Your answer")

	d.Press("enter").WaitFor("Write an answer first")
	d.Press("f2").WaitFor("as JSON")
	d.Type(`{"approved"`).Press("enter").WaitFor("The answer is not JSON", `{"approved"`)
	d.Type(`:true,"costCentre":"R&D"}`).Press("enter")
	d.WaitFor("✓ Done", "Cost centre", "R&D", "222.40", "3 rows ─", "▌  2026-03-02  Train, Milan to Turin", "enter Open row") // the facts, and the list with the cursor
	d.Press("z").WaitFor("Booking").Press("tab").WaitFor("you: approved: yes · costCentre: R&D", "? Waits for your answer")
	d.Press("f1").WaitFor("task id-", "context id-")
}

func TestExpenseIsAnsweredByText(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Expense, apptest.Quick, 80, 24)
	d.Press("f3").WaitFor("2  Team dinner").Press("2").WaitGone("2  Team dinner").WaitFor("Team dinner")
	d.Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("The agent needs an answer")
	d.Type("no").Press("enter").WaitFor("✗ Rejected", "Not approved, so nothing was booked", "o Edit & resend", "r Send again")
	d.Press("r").WaitFor("› Review", "The same message as before", "Team dinner").Press("enter").WaitFor("The agent needs an answer")
}

// From a task that ended badly one goes back to its form.
func TestRejectedFormIsEdited(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Expense, apptest.Quick, 80, 24)
	d.Press("f3").WaitFor("2  Team dinner").Press("2").WaitGone("2  Team dinner").WaitFor("Team dinner")
	d.Press("ctrl+s").WaitFor("› Review").Press("ctrl+s").WaitFor("The agent needs an answer")
	d.Type("no").Press("enter").WaitFor("✗ Rejected").Press("o").WaitFor("✗ Rejected: Not approved", "Team dinner", "Review & send")
}

// Where the task was rejected, the pane of the result has the agent's reason.
func TestThePaneOfNoResultHasTheReason(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Expense, apptest.Quick, 120, 30)
	d.Press("f3").WaitFor("2  Team dinner").Press("2").WaitGone("2  Team dinner").WaitFor("Team dinner")
	d.Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("The agent needs an answer")
	d.Type("no").Press("enter").WaitFor("✗ Rejected", "Rejected: Not approved, so nothing was booked. Send the report again").WaitGone("The agent sent no result.")

	// It stays above the form until that is sent again.
	d.Press("esc").WaitFor("✗ Rejected: Not approved, so nothing was booked", "Team dinner")
	d.Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("The agent needs an answer").Press("esc").WaitFor("Team dinner").WaitGone("Not approved")
}

func TestRunningTaskIsCanceled(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Stuck, 80, 24)
	d.Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review")
	d.Press("enter").WaitFor("Weighing Lion against Tiger", "● 1 running")
	d.Press("x").WaitFor("■ canceled").WaitGone("1 running").WaitGone("Canceling")
	d.Press("x").WaitFor("The task is over")
}

func TestLeftRunContinuesAndReopens(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Stuck, 80, 24)
	d.Type("Lion").Press("tab").Type("Tiger").Press("ctrl+s").WaitFor("› Review")
	d.Press("enter").WaitFor("Weighing Lion against Tiger")
	d.Press("esc").WaitFor("● 1 running", "2 of 2 required").Press("esc").WaitFor("● 1 running", "Skills")
	d.Press("f5").WaitFor("› History", "Lion, Tiger")
	d.Press("enter").WaitFor("Weighing Lion against Tiger").Press("x").WaitFor("■ canceled").WaitGone("1 running")
	d.Press("f5").WaitFor("› History", "■ Fight Comparison", "canceled").Press("esc").WaitGone("› History").WaitFor("Skills")
}

package ui_test

import (
	"testing"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// A question mark opens help and q goes back wherever nothing takes letters; elsewhere they
// are text.
func TestLettersForHelpAndBack(t *testing.T) {
	t.Parallel()
	d := apptest.OpenDemo(t, apptest.Quick, 80, 24).WaitFor("▌ Fight Comparison", "? Help")
	d.Type("?").WaitFor("╭▌Help").Type("q").WaitGone("╭▌Help")
	d.Type("/").WaitFor("f1 Help").Type("q?").WaitFor("/ q?").Press("esc").WaitFor("▌ Fight Comparison")

	d.Press("enter").WaitFor("▌ ○ A *", "f1 Help").Type("q?").WaitFor("● A *       q?")
	d.Press("tab").WaitFor("▌ ○ B *").Press("enter").WaitFor("? Help")
	d.Type("?").WaitFor("╭▌Help").Press("esc").WaitGone("╭▌Help").Type("q").WaitFor("▌ Fight Comparison")

	d.Press("tab").WaitFor("About this agent").Type("q").WaitFor("▌ Fight Comparison")
	d.Type("q").WaitFor("Open an agent").Type("q?").WaitFor("q? ")
	d.Press("ctrl+u").WaitFor("? Help").Type("?").WaitFor("Type a URL")
}

// On the rows of choices letters choose.
func TestLettersOfAChoiceStayItsOwn(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Expense, apptest.Quick, 80, 24).WaitFor("Currency")
	d.Press("tab").WaitFor("▌ ● Currency", "f1 Help").Type("q").WaitFor("/ q", "nothing matches", "▌ ● Currency")
}

// On the first screen q leaves the program, and asks first where ctrl+c would.
func TestQuitByALetterOnTheFirstScreen(t *testing.T) {
	t.Parallel()
	keep := apptest.Home(t)
	apptest.Remember(t, keep, store.Agent{Ref: "https://old.example", Name: safe.Text("Old")})
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep}), 80, 24).WaitFor("Opened before").Press("down").WaitFor("/ Filter")
	d.Type("q").WaitOutside("the end", d.Ended)
}

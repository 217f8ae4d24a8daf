package ui_test

import (
	"testing"

	"a2aform/ui/apptest"
)

// On a small screen a notice takes two lines until the next key: the key that it names is
// at its end.
func TestLongNoticeTakesTwoLinesOnSmallScreen(t *testing.T) {
	t.Parallel()
	d := apptest.OpenSkill(t, apptest.Fight, apptest.Quick, 40, 15)
	d.Press("f3").WaitFor("1  Superman").Press("1").WaitFor("Example 1 loaded. Ctrl+Z undoes it.")
	d.Press("right").WaitGone("back what was there").WaitFor("A *")
}

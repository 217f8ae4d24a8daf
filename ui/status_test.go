package ui_test

import "testing"

// On a small screen what is said takes two lines until the next key: the key that
// it names stands at its end.
func TestALongWordOnASmallScreenIsNotCut(t *testing.T) {
	t.Parallel()
	d := openSkill(t, fight, quick, 40, 15)
	d.Press("f3").WaitFor("1  Superman").Press("1").WaitFor("example 1 filled in; ctrl+z brings\n back what was there")
	d.Press("right").WaitGone("back what was there").WaitFor("A *")
}

func TestReviewSaysHowToGoToTheNextProblem(t *testing.T) {
	t.Parallel()
	d := openSkill(t, fight, quick, 80, 24)
	d.Press("ctrl+s").WaitFor("not sent: A: is required (and 1 more); f6 goes to the next").Press("f6").WaitFor("┃ ○ B")
}

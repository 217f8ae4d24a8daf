//go:build unix

package cli_test

import (
	"testing"

	"a2aform/ui/uitest"
)

// A key of the user does what the action's own key did, which does nothing any more, and footers and help name it.
func TestUserGivesAnActionAnotherKey(t *testing.T) {
	t.Parallel()
	cmd := call(t, "demo")
	cmd.Env = append(cmd.Env, "A2AFORM_KEYS=card.filter=f, form.presence=ctrl+k")
	d := uitest.Run(t, cmd, 160, 30).WaitFor("Skills", "f Filter")
	d.Press("/").Press("f").WaitFor("/ n").Type("fight").WaitFor("1 of 6").Press("enter", "enter").WaitFor("A *")
	d.Type("Lion").Press("ctrl+k").WaitFor("○ A *").Press("ctrl+c") // nothing is left to lose
	if err := d.WaitExit(); err != nil {
		t.Errorf("ended with %v", err)
	}
}

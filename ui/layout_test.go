package ui_test

import (
	"strings"
	"testing"

	"a2aform/ui/apptest"
)

// Shortcuts work on a keyboard without Latin letters, whether or not the terminal says which
// key of the Latin layout was pressed, and ctrl+c always quits.
func TestShortcutsOnOtherKeyboards(t *testing.T) {
	t.Parallel()
	for name, keys := range map[string][2]string{ // ctrl+s, ctrl+c
		"Cyrillic":            {"\x1b[1099;5u", "\x1b[1089;5u"},
		"Cyrillic, alternate": {"\x1b[1099::115;5u", "\x1b[1089::99;5u"},
		"Greek":               {"\x1b[963;5u", "\x1b[968;5u"},
		"Hebrew":              {"\x1b[1491;5u", "\x1b[1489;5u"},
		"another, alternate":  {"\x1b[1587::115;5u", "\x1b[1579::99;5u"},
		"Latin, caps lock":    {"\x1b[115;69u", "\x1b[99;69u"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := apptest.Start(t, apptest.Agent(t, apptest.OneForm(apptest.WordSchema), apptest.Says(`"result":{}`)), 100, 24).WaitFor("The skill").Press("enter").WaitFor("▌ ○ Word")
			if !strings.Contains(string(d.Output()), "\x1b[>5u") {
				t.Error("the terminal was not asked for alternate keys")
			}
			d.Type("x").Send(keys[0]).WaitFor("Send  enter")
			d.Press("esc").WaitFor("▌ ● Word").Send(keys[1]).WaitFor("Ctrl+C again quits").Send(keys[1])
			if err := d.WaitExit(); err != nil {
				t.Error(err)
			}
		})
	}
}

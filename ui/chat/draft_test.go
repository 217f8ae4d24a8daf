package chat_test

import (
	"strings"
	"testing"

	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

func TestUnsentMessageIsRestored(t *testing.T) {
	t.Parallel()
	s := apptest.NewSession(t)
	open := func() (d *uitest.Driver, end func()) {
		app := ui.New(t.Context(), kit.Options{Ref: s.Ref, Store: s.Keep})
		d = uitest.Start(t, app, 80, 24).WaitFor("Fight Comparison").Press("c").WaitFor("A text message")
		return d, func() {
			d.Press("ctrl+c")
			_ = d.WaitExit()
			app.Close()
		}
	}
	d, end := open()
	d.Type("half a thou").WaitOutside("a draft", func() bool { return strings.Contains(s.Drafts(), "half a thou") })
	d.Type("ght").WaitFor("half a thought").Press("ctrl+c").WaitFor(apptest.Filled)
	end()
	d, end = open()
	d.WaitFor("What you wrote at", "half a thought").Press("enter").WaitFor("agent").WaitOutside("no draft", func() bool { return s.Drafts() == "" })
	end()
	d, end = open()
	d.WaitGone("half a thought")
	end()
}

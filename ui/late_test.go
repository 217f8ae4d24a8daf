package ui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/a2aclient"
	"a2aform/internal/demo"
	"a2aform/internal/safego"
	"a2aform/internal/store"
	"a2aform/ui/agent"
	"a2aform/ui/chat"
	"a2aform/ui/form"
	"a2aform/ui/kit"
)

// demoApp is a program on the card of the demo agent, driven by hand.
func demoApp(t *testing.T) *App {
	t.Helper()
	return demoAppWith(t, kit.Options{})
}

func demoAppWith(t *testing.T, options kit.Options) *App {
	t.Helper()
	server, err := demo.Start(t.Context(), "", demo.Options{Pace: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	card, err := a2aclient.Fetch(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	a := New(t.Context(), options)
	t.Cleanup(a.Close)
	a.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	a.Perform(kit.Action{Push: agent.NewCard(a.Host, agent.CardMsg{Ref: server.URL, Dialed: a.Dial(t.Context(), card, nil, kit.DialOptions{})})})
	return a
}

// run does a command and everything that follows from it.
func (a *App) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			a.run(c)
		}
	default:
		_, next := a.Update(msg)
		a.run(next)
	}
}

func (a *App) press(names ...string) {
	for _, n := range names {
		_, cmd := a.Update(kit.KeyPress(n))
		a.run(cmd)
	}
}

func TestLateValidationKeepsScreen(t *testing.T) {
	t.Parallel()
	a := demoApp(t)
	a.press("enter", "L", "tab", "T")
	f, ok := a.Top().(*form.Screen)
	if !ok {
		t.Fatalf("on top is %q", a.Top().Title())
	}
	_, verdict := a.Update(kit.KeyPress("ctrl+s"))
	a.press("esc")
	a.run(verdict)
	if a.Top() == kit.Screen(f) || len(a.screens.open) != 2 {
		t.Errorf("a late verdict opened %q", a.Top().Title())
	}
	a.press("enter", "x")
	if !f.Form.IsValidated() {
		t.Error("the form is not judged any more")
	}
	a.press("ctrl+s")
	if _, ok := a.Top().(*form.Review); !ok {
		t.Errorf("on top is %q, want the review", a.Top().Title())
	}
}

func TestPanicEndsProgramCleanly(t *testing.T) {
	a := demoApp(t)
	_, cmd := a.Update(kit.ScreenMsg{To: a.Top(), Msg: nil})
	a.run(cmd)
	if _, cmd = a.Update(kit.FaultMsg{Fault: safego.FaultOf("boom\x1b[31m")}); cmd == nil || a.Err() == nil {
		t.Fatal("a fault does not end the program")
	}
	if _, quits := cmd().(tea.QuitMsg); !quits {
		t.Error("a fault does not quit")
	}
}

func TestPanicInCommandEndsProgramCleanly(t *testing.T) {
	a := demoApp(t)
	a.run(kit.RecoverCmd(tea.Batch(func() tea.Msg { return nil }, tea.Batch(nil, func() tea.Msg { panic("boom") }, func() tea.Msg { return nil }))))
	if a.Err() == nil {
		t.Error("nobody heard of it")
	}
}

type badScreen struct{ kit.Base }

func (*badScreen) Update(tea.Msg) (kit.Action, tea.Cmd) { panic("boom \x1b[31m") }
func (*badScreen) View() string                         { panic("boom \x1b[31m") }
func (*badScreen) Help() []string                       { return nil }
func (*badScreen) Title() string                        { return "bad" }
func (*badScreen) Keys() []kit.Key                      { return nil }

// A screen that cannot be drawn takes nothing away: the next key goes on.
func TestPanicInViewKeepsProgramRunning(t *testing.T) {
	a := demoApp(t)
	a.Perform(kit.Action{Push: &badScreen{kit.Base{Host: a.Host}}})
	if v := a.View(); !strings.Contains(v.Content, "Esc goes back") || strings.Contains(v.Content, "boom") {
		t.Errorf("%q", v.Content)
	}
	if a.renderErr == nil || a.reportRenderErr() == nil || a.reportRenderErr() != nil {
		t.Error("what is known of it is not kept, or again and again")
	}
	if _, cmd := a.Update(kit.KeyPress("x")); cmd == nil || a.Err() == nil {
		t.Fatal("nobody heard of it")
	}
	if a.Save(); a.Err().Error() != "a2aform itself failed" { // what holds a screen must be free again
		t.Error(a.Err())
	}
}

// What was typed before the form was there goes into the form, also where the palette was opened meanwhile.
func TestEarlyKeysGoIntoTheForm(t *testing.T) {
	t.Parallel()
	a := demoApp(t)
	_, ready := a.Update(kit.KeyPress("enter"))
	a.press("L", "i", "o", "n", "ctrl+o")
	a.run(ready)
	if f := a.Top().(*form.Screen); a.Overlay == nil || !strings.Contains(f.View(), "Lion") {
		t.Errorf("the palette is open: %v; the form is\n%s", a.Overlay != nil, ansi.Strip(f.View()))
	}
}

// The draft of a chat that is found late is none of what was written meanwhile: it would be written once more.
func TestLateDraftIsNotWhatWasSent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	keep, err := store.Open(func(name string) string { return map[string]string{"A2AFORM_HOME": dir}[name] })
	if err != nil {
		t.Fatal(err)
	}
	a := demoAppWith(t, kit.Options{Store: keep})
	_, opened := a.Update(kit.KeyPress("c"))
	c, ok := a.Top().(*chat.Screen)
	if !ok {
		t.Fatalf("on top is %q", a.Top().Title())
	}
	for _, key := range []string{"h", "i"} {
		_, typed := a.Update(kit.KeyPress(key))
		for _, msg := range messagesOf(typed) {
			if _, ok := msg.(kit.ScreenMsg); ok {
				_, saved := a.Update(msg)
				messagesOf(saved)
			}
		}
	}
	late := messagesOf(opened)
	a.Update(kit.KeyPress("enter"))
	for _, msg := range late {
		a.Update(msg)
	}
	if got := c.Text(); got != "" {
		t.Errorf("%q is back", got)
	}
}

// messagesOf does a command, and is what it brings back.
func messagesOf(cmd tea.Cmd) (all []tea.Msg) {
	if cmd == nil {
		return nil
	}
	msg := cmd()
	batch, isBatch := msg.(tea.BatchMsg)
	if !isBatch {
		return []tea.Msg{msg}
	}
	for _, c := range batch {
		all = append(all, messagesOf(c)...)
	}
	return all
}

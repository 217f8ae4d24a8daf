package kit_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

// saying is a host that keeps what its screens say.
func saying(t *testing.T) (h *kit.Host, said *[]string) {
	t.Helper()
	h, said = hostOf(80, 24), new([]string)
	h.Context = t.Context()
	h.Act = func(act kit.Action) tea.Cmd {
		*said = append(*said, act.Status.Text)
		return nil
	}
	return h, said
}

// messages are the messages of a command, and of those that it gives.
func messages(cmd tea.Cmd) (all []tea.Msg) {
	if cmd == nil {
		return nil
	}
	msg := cmd()
	if batch, ok := msg.(tea.BatchMsg); ok {
		for _, c := range batch {
			all = append(all, messages(c)...)
		}
		return all
	}
	return append(all, msg)
}

// A text is copied by the program where it has a clipboard, else by the terminal, also where the clipboard fails.
func TestTextsAreCopied(t *testing.T) {
	t.Parallel()
	byTerminal := "Copied the answer (if your terminal allows clipboard access)."
	h, _ := saying(t)
	act, cmd := h.Copy("the answer", "42")
	if got := messages(cmd); act.Status.Text != byTerminal || len(got) != 1 || fmt.Sprint(got[0]) != "42" {
		t.Errorf("by the terminal: %q, %v", act.Status.Text, got)
	}
	if _, isOwn := h.Copied(messages(cmd)[0]); isOwn {
		t.Error("another message says that a text was copied")
	}
	for _, c := range []struct {
		fault error
		want  string
	}{{nil, "Copied the answer."}, {errors.New("no tmux"), byTerminal}} {
		h, said := saying(t)
		var copied []string
		h.Options.Clipboard = func(_ context.Context, text string) error {
			copied = append(copied, text)
			return c.fault
		}
		act, cmd = h.Copy("the answer", "42")
		if act.Status.Text != "" {
			t.Errorf("%v: %q is said before it was copied", c.fault, act.Status.Text)
		}
		cmd, isOwn := h.Copied(messages(cmd)[0])
		if got := messages(cmd); !isOwn || fmt.Sprint(copied) != "[42]" || fmt.Sprint(*said) != "["+c.want+"]" || (len(got) == 1) != (c.fault != nil) {
			t.Errorf("%v: %t, copied %q, said %q, %v", c.fault, isOwn, copied, *said, got)
		}
	}
}

// One of several texts is copied, and one that cannot be read says why.
func TestTextToCopyIsChosen(t *testing.T) {
	t.Parallel()
	h, said := saying(t)
	of := []kit.Copyable{
		{Label: "A", Note: "short", What: "a", Text: func() (string, error) { return "1", nil }},
		{Label: "Long", Note: "long", What: "b", Text: func() (string, error) { return "2", nil }},
		{Label: "None", What: "c", Text: func() (string, error) { return "", errors.New("it is gone") }},
	}
	for _, c := range []struct{ keys, said string }{{"enter", "Copied b (if"}, {"down enter", "it is gone"}, {"up enter", "Copied a (if"}} {
		h.AskCopy("Copy what?", of, 1)
		if text := strings.Join(drawn(h.Overlay), "\n"); !strings.Contains(text, "A     short") || !strings.Contains(text, "▌ Long  long") {
			t.Errorf("it shows\n%s", text)
		}
		*said = nil
		for _, key := range strings.Fields(c.keys) {
			messages(h.UpdateOverlay(kit.KeyPress(key)))
		}
		if got := strings.Join(*said, "|"); !strings.HasPrefix(got, c.said) {
			t.Errorf("%s: %q, want %q", c.keys, got, c.said)
		}
	}
}

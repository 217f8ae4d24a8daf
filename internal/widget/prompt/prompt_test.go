package prompt_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/widget/prompt"
)

var named = map[string]tea.KeyPressMsg{
	"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "tab": {Code: tea.KeyTab}, "up": {Code: tea.KeyUp},
	"down": {Code: tea.KeyDown}, "backspace": {Code: tea.KeyBackspace},
}

func press(m *prompt.Model, keys ...string) (last prompt.Result) {
	for _, k := range keys {
		if msg, ok := named[k]; ok {
			last = m.Update(msg)
			continue
		}
		for _, r := range k {
			last = m.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
	return last
}

func offers(texts ...string) []prompt.Offer {
	list := make([]prompt.Offer, len(texts))
	for i, text := range texts {
		list[i] = prompt.Offer{Text: text, Label: text}
	}
	return list
}

func TestKeys(t *testing.T) {
	tests := []struct {
		name   string
		offers []prompt.Offer
		keys   []string
		want   prompt.Result
		line   string
	}{
		{"typed", nil, []string{"b"}, prompt.Result{Changed: true, Text: "ab"}, "ab"},
		{"confirmed", nil, []string{"b", "enter"}, prompt.Result{Entered: true, Text: "ab"}, "ab"},
		{"closed", nil, []string{"esc"}, prompt.Result{Closed: true}, "a"},
		{"nothing to complete", nil, []string{"tab"}, prompt.Result{}, "a"},
		{"completed", offers("abcd", "abce"), []string{"tab"}, prompt.Result{Changed: true, Text: "abc"}, "abc"},
		{"completed in whole characters", offers("aé", "aè"), []string{"tab"}, prompt.Result{}, "a"},
		{"nothing in common", offers("ab", "ac"), []string{"tab"}, prompt.Result{}, "a"},
		{"picked", offers("ab", "ac"), []string{"down", "down", "down", "enter"}, prompt.Result{Entered: true, Text: "ac"}, "a"},
		{"picked and left", offers("ab", "ac"), []string{"down", "up", "enter"}, prompt.Result{Entered: true, Text: "a"}, "a"},
		{"old offers do not replace what was typed", offers("abc"), []string{"x", "tab"}, prompt.Result{}, "ax"},
		{"picked into the line", offers("ab", "ac"), []string{"down", "tab"}, prompt.Result{Changed: true, Text: "ab"}, "ab"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := prompt.New("Ask", "note", "a", prompt.Styles{})
			m.Offer(tt.offers)
			if got := press(m, tt.keys...); got != tt.want || m.Text() != tt.line {
				t.Errorf("%+v, line %q; want %+v, %q", got, m.Text(), tt.want, tt.line)
			}
		})
	}
}

// bubbles fails there.
func TestDeleteWordBeforeLastCharacter(t *testing.T) {
	m := prompt.New("Ask", "note", "ab", prompt.Styles{})
	m.Update(tea.KeyPressMsg{Code: tea.KeyLeft})
	m.Update(tea.KeyPressMsg{Code: tea.KeyDelete, Mod: tea.ModAlt})
	if m.Text() != "ab" {
		t.Errorf("%q", m.Text())
	}
}

func TestProblemIsShownUntilTheLineChanges(t *testing.T) {
	m := prompt.New("Ask", "what it is for", "a", prompt.Styles{})
	m.Complain("not there")
	if view := ansi.Strip(m.View(40, 10)); !strings.Contains(view, "✗ not there") || strings.Contains(view, "what it is for") {
		t.Errorf("%s", view)
	}
	press(m, "b")
	if view := ansi.Strip(m.View(40, 10)); strings.Contains(view, "✗") || !strings.Contains(view, "what it is for") {
		t.Errorf("%s", view)
	}
}

func TestViewKeepsSizeAndShowsPickedCompletion(t *testing.T) {
	m := prompt.New(strings.Repeat("long title ", 9), strings.Repeat("note ", 20), strings.Repeat("text ", 20), prompt.Styles{})
	list := make([]string, 50)
	for i := range list {
		list[i] = strings.Repeat("x", i+1)
	}
	m.Offer(offers(list...))
	for range 20 {
		press(m, "down")
	}
	view := ansi.Strip(m.View(30, 12))
	lines := strings.Split(view, "\n")
	if len(lines) != 12 || !strings.Contains(view, "▌ "+strings.Repeat("x", 20)+"\n") && !strings.HasSuffix(view, "▌ "+strings.Repeat("x", 20)) {
		t.Errorf("%d lines\n%s", len(lines), view)
	}
	for _, l := range lines {
		if ansi.StringWidth(l) > 30 {
			t.Errorf("too wide: %q", l)
		}
	}
}

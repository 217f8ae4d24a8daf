package huhform_test

import (
	"os"
	"strings"
	"testing"
)

func TestFormHintsAreUsed(t *testing.T) {
	text, err := os.ReadFile("../../testdata/repro/ui-hints.json")
	if err != nil {
		t.Fatal(err)
	}
	h := start(t, string(text))
	var labels []string
	for _, l := range strings.Split(h.view(), "\n") {
		if words := strings.Fields(strings.TrimLeft(l, "▌ ")); len(words) > 1 && (words[0] == "○" || words[0] == "●") {
			labels = append(labels, words[1])
		}
	}
	if got := strings.Join(labels, " "); !strings.HasPrefix(got, "User Password ") {
		t.Errorf("order %s\n%s", got, h.view())
	}
	if view := h.goTo("/user").view(); !strings.Contains(view, "your login") || !strings.Contains(view, "as on the badge") {
		t.Errorf("placeholder and help:\n%s", view)
	}
	h.goTo("/password").press("hunter2")
	if view := h.view(); strings.Contains(view, "hunter2") {
		t.Errorf("shown:\n%s", view)
	}
	h.goTo("/bio").press("a", "enter", "b")
	if v, _ := h.form.Value(); v.Get("bio").Text() != "a\nb" {
		t.Errorf("%s", v.Compact())
	}
}

package huhform_test

import (
	"os"
	"strings"
	"testing"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
)

// The texts of fields name the keys as the user has them.
func TestTextsNameTheKeysOfTheUser(t *testing.T) {
	before := huhform.Keys
	t.Cleanup(func() { huhform.Keys = before })
	for b, name := range map[*key.Binding]string{
		&huhform.Keys.Presence: "alt+1", &huhform.Keys.JSON: "alt+2", &huhform.Keys.Open: "alt+3", &huhform.Keys.Increase: "alt+4", &huhform.Keys.Decrease: "alt+5",
		&huhform.Keys.Rename: "alt+6", &huhform.Keys.Remove: "alt+7", &huhform.Keys.Reveal: "alt+8", &huhform.Keys.NotSecret: "alt+9",
	} {
		b.SetHelp(name, b.Help().Desc)
	}
	h := start(t, `{"type":"object","required":["who","note"],"properties":{"note":{"type":["string","null"]},"n":{"type":"integer"},"file":{"type":"string","contentEncoding":"base64"},
		"apiToken":{"type":"string"},"day":{"type":"string","format":"date"},"m":{"type":"object","additionalProperties":{"type":"string"}},
		"who":{"type":["object","null"],"properties":{"tags":{"type":"array","items":{"type":"string"}}}}}}`)
	h.page.SetSize(120, 30)
	h.page.SetTool(key.NewBinding(key.WithHelp("alt+0", "")))
	for pointer, want := range map[string]string{
		"/note": "Alt+1 sets null", "/file": "Alt+0 chooses a file.", "/day": "Alt+0 shows a calendar.", "/apiToken": "(Alt+8 shows it, Alt+9 if it is none)",
		"/who": "Required. Alt+3 adds it, Alt+1 sets null.",
	} {
		h.goTo(pointer).see(want)
	}
	h.goTo("/n").page.Update(tea.KeyPressMsg{Code: tea.KeyF2})
	h.see("Alt+2 goes back to the form.")
	h.to(formgen.Subpage, "/m").page.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	h.press("a=b")
	h.see("Alt+3 adds a with the value b")
	h.press("enter")
	h.see("Alt+6 renames it, Alt+7 removes it.")
}

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

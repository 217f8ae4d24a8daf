package kit

import (
	"slices"
	"testing"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// Dialogs, lists, prompts, the calendar and search lines have ids for their keys.
func TestDialogsHaveIDsForTheirKeys(t *testing.T) {
	var ids []string
	for _, a := range KeyActions() {
		ids = append(ids, a.ID)
	}
	for _, want := range []string{"list.choose", "list.complete", "list.close", "prompt.enter", "prompt.complete", "calendar.choose", "calendar.today", "search.take", "search.leave", "reading.pager"} {
		if !slices.Contains(ids, want) {
			t.Errorf("there is no id %s", want)
		}
	}
	if i := slices.IndexFunc(KeyActions(), func(a KeyAction) bool { return a.ID == "list.page-down" }); i < 0 || KeyActions()[i].binding.Help().Key != "pgdn" {
		t.Error("the key of a package below is not shown by its short name")
	}
}

func TestShortcutsOfOtherLayouts(t *testing.T) {
	for _, l := range layouts {
		if utf8.RuneCountInString(l[0]) != len(l[1]) {
			t.Errorf("%s and %s differ in length", l[0], l[1])
		}
	}
	for want, k := range map[string]tea.Key{
		"ctrl+s":  {Code: 'ы', Mod: tea.ModCtrl},
		"ctrl+c":  {Code: 'С', Mod: tea.ModCtrl},
		"alt+h":   {Code: 'η', Mod: tea.ModAlt, Text: "η"},
		"ctrl+o":  {Code: 'ם', Mod: tea.ModCtrl},
		"ctrl+q":  {Code: 'ض', Mod: tea.ModCtrl, BaseCode: 'q'}, // the terminal knows
		"ctrl+a":  {Code: 'a', Mod: tea.ModCtrl, BaseCode: 'q'}, // AZERTY
		"ы":       {Code: 'ы', Text: "ы"},
		"ctrl+漢":  {Code: '漢', Mod: tea.ModCtrl},
		"ctrl+up": {Code: tea.KeyUp, Mod: tea.ModCtrl},
	} {
		if got := Latin(tea.KeyPressMsg(k)).String(); got != want {
			t.Errorf("%+v is %s, want %s", k, got, want)
		}
	}
}

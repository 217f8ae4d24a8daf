package kit_test

import (
	"slices"
	"strings"
	"testing"

	"a2aform/ui/kit"
)

func keysOf(t *testing.T, id string) []string {
	t.Helper()
	i := slices.IndexFunc(kit.KeyActions(), func(a kit.KeyAction) bool { return a.ID == id })
	if i < 0 {
		t.Fatalf("there is no action %s", id)
	}
	return kit.KeyActions()[i].Keys
}

// An action gets another key by its name. It runs alone, as the keys are those of all screens.
func TestActionsGetOtherKeys(t *testing.T) { //nolint:paralleltest // it changes what all screens share
	const id = "reading.pager"
	before := keysOf(t, id)
	t.Cleanup(func() { _ = kit.SetKey(id, before[0]) })
	for _, name := range []string{"o", "é", "?", "ctrl+o", "alt+shift+f8", "enter", "pgup", "ctrl+up"} {
		if err := kit.SetKey(id, name); err != nil || !slices.Equal(keysOf(t, id), []string{name}) {
			t.Errorf("%s: %v, %q", name, err, keysOf(t, id))
		}
	}
	for _, name := range []string{"", " ", "ab", "hyper+o", "ctrl+ab", "ctrl+", "ctrl+hyper+o", "f99", "\x01"} {
		if err := kit.SetKey(id, name); err == nil || !strings.Contains(err.Error(), "is no key") || !slices.Equal(keysOf(t, id), []string{"ctrl+up"}) {
			t.Errorf("%q: %v, %q", name, err, keysOf(t, id))
		}
	}
	for name, want := range map[string]string{
		"reading.page": "there is no action reading.page; did you mean reading.pager?",
		"zzzzzzzz":     "there is no action zzzzzzzz; a2aform config keys lists the actions",
	} {
		if err := kit.SetKey(name, "o"); err == nil || err.Error() != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A key is taken where another action of the same screen has it, or one that works on all screens.
func TestKeysThatAreTaken(t *testing.T) { //nolint:paralleltest // it changes what all screens share
	for _, c := range []struct{ id, like, want string }{
		{"list.choose", "", ""},
		{"list.choose", "list.complete", " is the key of list.complete too ("},
		{"list.choose", "app.help", " is the key of app.help too ("},
		{"list.choose", "reading.pager", ""}, // of another screen
		{"app.help", "app.palette", " is the key of app.palette too ("},
	} {
		before := keysOf(t, c.id)
		if c.like != "" {
			if err := kit.SetKey(c.id, keysOf(t, c.like)[0]); err != nil {
				t.Fatal(err)
			}
		}
		err := kit.CheckKey(c.id)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s with the key of %s: %v", c.id, c.like, err)
		}
		if err := kit.SetKey(c.id, before[0]); err != nil {
			t.Fatal(err)
		}
	}
}

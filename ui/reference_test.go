//go:build !race

package ui_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// moreStops are screens that the tables of keys have besides [stops].
var moreStops = map[string]func(*stopping) *uitest.Driver{
	"known agents": func(s *stopping) *uitest.Driver {
		keep := apptest.Home(s.t)
		apptest.Remember(s.t, keep, store.Agent{Ref: "https://old.example", Name: safe.Text("Old")})
		s.app = ui.New(s.t.Context(), kit.Options{Store: keep, Demo: func() (string, error) { return "", nil }})
		return uitest.Start(s.t, s.app, s.width, s.height).WaitFor("Opened before").Press("down")
	},
	"replay": func(s *stopping) *uitest.Driver {
		d := s.reviewed(apptest.Trip).Press("enter").WaitFor("✓ Done").Press("esc").WaitFor("6 of 6 required")
		return d.Press("alt+h").WaitFor("› History", "12 rows").Press("p").WaitFor("nothing is sent")
	},
	sideBySide: func(s *stopping) *uitest.Driver {
		s.width = 190 // the result shows all of its columns
		return s.reviewed(apptest.Trip).Press("enter").WaitFor("✓ Done", "6 of 6 required")
	},
	"turns": func(s *stopping) *uitest.Driver {
		return s.card().Press("c").WaitGone("Skills").Type("hello").Press("enter").WaitFor("✓").Press("tab").WaitFor("▸ you")
	},
	"file": func(s *stopping) *uitest.Driver {
		s.app = apptest.FileApp(s.t, kit.Options{}, apptest.FileOf("report.pdf", "application/pdf", []byte("%PDF-1.7")))
		return uitest.Start(s.t, s.app, s.width, s.height).WaitFor("S saves it")
	},
}

// sideBySide are the keys of a run beside its form, besides those of the two.
const sideBySide = "side by side"

// keySections are the parts of docs/reference/keys.md, and the screens they are of.
var keySections = []string{
	"connect", "known agents", "card", "raw card", "doctor", "form", "parts", "review", "task", sideBySide, "question", "traffic", "text", "turns",
	"table", "result", "json", "query", "file", "history", "differences", "replay",
	"test cases", "run of test cases", "test case", "save as test case",
}

// scrolling are the actions of every list and text; they have a table of their own.
var scrolling = []string{"Up", "Down", "Page up", "Page down", "Top", "Bottom"}

// The page of keys has each action with a key that a screen lists: those of several screens once.
func TestReferenceOfKeys(t *testing.T) {
	page := filepath.Join("..", "docs", "reference", "keys.md")
	actions, screens := map[string][]ui.ActionKeys{}, map[string]int{}
	var everywhere []ui.ActionKeys
	for _, name := range keySections {
		s := &stopping{t: t, width: 120, height: 40}
		open := moreStops[name]
		for _, stop := range stops {
			if stop.name == name {
				open = stop.open
			}
		}
		open(s).Stop()
		before := everywhere
		actions[name], everywhere = ui.ActionsOf(s.app)
		if name == sideBySide { // they are of the program
			actions[name] = slices.DeleteFunc(everywhere, func(a ui.ActionKeys) bool {
				return slices.ContainsFunc(before, func(o ui.ActionKeys) bool { return o.Action == a.Action })
			})
		}
		if name == "result" { // a table with more keys
			actions[name] = slices.DeleteFunc(actions[name], func(a ui.ActionKeys) bool {
				return slices.ContainsFunc(actions["table"], func(o ui.ActionKeys) bool { return row(o) == row(a) })
			})
		}
		lettersWork := kit.IsFree(s.app.Top(), "q")
		for _, a := range actions[name] {
			screens[row(a)]++
			if lettersWork && len(a.Keys) > 0 && !slices.ContainsFunc(a.Keys, isPassedOn) {
				t.Errorf("%s: %s has only keys that terminals keep for themselves: %q", name, a.Action, a.Keys)
			}
		}
	}
	isScroll := func(a ui.ActionKeys) bool { return slices.Contains(scrolling, a.Action) }
	isShared := func(a ui.ActionKeys) bool { return screens[row(a)] > 1 && !isScroll(a) }
	var all []ui.ActionKeys
	for _, name := range keySections {
		all = append(all, actions[name]...)
	}
	hasMore := func(a ui.ActionKeys) bool { // another screen has its keys and letters, which are free there
		return slices.ContainsFunc(all, func(o ui.ActionKeys) bool {
			return o.Action == a.Action && len(o.Keys) > len(a.Keys) && screens[row(o)] > 1 && !slices.ContainsFunc(a.Keys, func(k string) bool { return !slices.Contains(o.Keys, k) })
		})
	}
	listed := map[string]bool{}
	before, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	part := func(name string, all []ui.ActionKeys, is func(ui.ActionKeys) bool) {
		var rows strings.Builder
		for _, a := range all {
			if r := row(a); len(a.Keys) > 0 && !listed[r] && is(a) {
				listed[r] = isShared(a)
				rows.WriteString(r)
			}
		}
		switch {
		case rows.Len() > 0:
			uitest.Page(t, page, name, "| key | action |\n|---|---|\n"+rows.String())
		case strings.Contains(string(before), "<!-- generated: "+name+" -->"):
			t.Errorf("%s: the screen %q has no keys of its own: remove its part", page, name)
		}
	}
	part("everywhere", everywhere, func(ui.ActionKeys) bool { return true })
	part("lists", actions["card"], isScroll)
	part("shared", all, func(a ui.ActionKeys) bool { return isShared(a) && !hasMore(a) })
	for _, name := range keySections {
		part(name, actions[name], func(a ui.ActionKeys) bool { return !isShared(a) && !isScroll(a) && !hasMore(a) })
	}
}

// row is the row of an action in the page.
func row(a ui.ActionKeys) string {
	names := make([]string, len(a.Keys))
	for i, name := range a.Keys {
		names[i] = "`" + name + "`"
	}
	return uitest.TableRow(strings.Join(names, ", "), a.Action)
}

// isPassedOn reports a key that every terminal and editor passes on to the program.
func isPassedOn(name string) bool {
	isFunction := len(name) > 1 && name[0] == 'f' && name[1] >= '1' && name[1] <= '9'
	return !isFunction && !strings.HasPrefix(name, "alt+") && !strings.HasPrefix(name, "shift+f")
}

package ui

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"a2aform/ui/kit"
)

// Unexplained are the actions of the moment that do nothing and do not say why,
// and actions that work and say why not. Package uitest asks at every frame.
func (a *App) Unexplained() []string {
	all := slices.Concat(a.Top().Keys(), a.added(), a.everywhere())
	if a.Overlay != nil {
		all = append(all, a.Overlay.Keys()...)
	}
	silent := unexplained(all)
	if _, asked := helped.LoadOrStore(helpOf{a, fmt.Sprintf("%T", a.Top())}, true); !asked && len(a.Top().Help()) == 0 {
		silent = append(silent, "f1 on "+a.Top().Title())
	}
	return silent
}

// helped are the kinds of screens of a program whose help was asked for: once is
// enough, and it takes a while where there is a schema.
var helped sync.Map

type helpOf struct {
	app  *App
	kind string
}

func unexplained(all []kit.Key) (silent []string) {
	for _, k := range all {
		if k.Enabled() == (k.Why != "") {
			silent = append(silent, k.Help().Key+" "+k.Help().Desc)
		}
	}
	return silent
}

// KeysOf are the names of the keys that work on the screen on top.
func KeysOf(a *App) (names []string) {
	all := slices.Concat(a.Top().Keys(), a.added(), a.everywhere())
	if a.Overlay != nil {
		all = a.Overlay.Keys()
	}
	for _, k := range all {
		if k.Enabled() && len(k.Keys()) > 0 {
			names = append(names, k.Keys()[0])
		}
	}
	return names
}

// ActionKeys are an action of a screen and the keys that do it, as they are written
// for people.
type ActionKeys struct {
	Action string
	Keys   []string
}

// ActionsOf are the actions of the screen on top, and those that the program adds, also
// the ones that do nothing just now.
func ActionsOf(a *App) (own, everywhere []ActionKeys) {
	list := func(all []kit.Key) (actions []ActionKeys) {
		for _, k := range all {
			names := slices.Clone(k.Keys())
			if shown := strings.Fields(k.Help().Key); len(shown) > 1 {
				names = shown
			}
			for i, name := range names {
				names[i] = kit.ShownKey(name)
			}
			actions = append(actions, ActionKeys{k.Help().Desc, names})
		}
		return actions
	}
	return list(a.Top().Keys()), list(slices.Concat(a.added(), a.everywhere()))
}

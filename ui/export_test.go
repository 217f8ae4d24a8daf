package ui

import (
	"fmt"
	"slices"
	"sync"

	"a2aform/internal/widget/shortcut"
)

// Unexplained are the actions of the moment that do nothing and do not say why,
// and those that work and say why not. [uitest.Start] asks at every frame.
func (a *App) Unexplained() []string {
	all := slices.Concat(a.top().keys(), a.everywhere())
	if a.overlay != nil {
		all = append(all, a.overlay.keys()...)
	}
	silent := unexplained(all)
	if _, asked := helped.LoadOrStore(helpOf{a, fmt.Sprintf("%T", a.top())}, true); !asked && len(a.top().help()) == 0 {
		silent = append(silent, "f1 on "+a.top().title())
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

func unexplained(all []shortcut.Key) (silent []string) {
	for _, k := range all {
		if k.Enabled() == (k.Why != "") {
			silent = append(silent, k.Help().Key+" "+k.Help().Desc)
		}
	}
	return silent
}

// KeysOf are the names of the keys that work on the screen on top.
func KeysOf(a *App) (names []string) {
	all := slices.Concat(a.top().keys(), a.everywhere())
	if a.overlay != nil {
		all = a.overlay.keys()
	}
	for _, k := range all {
		if k.Enabled() {
			names = append(names, k.Keys()[0])
		}
	}
	return names
}

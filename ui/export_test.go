package ui

import (
	"slices"

	"a2aform/internal/widget/shortcut"
)

// Unexplained are the actions of the moment that do nothing and do not say why,
// and those that work and say why not. [uitest.Start] asks at every frame.
func (a *App) Unexplained() []string {
	all := slices.Concat(a.top().keys(), a.everywhere())
	if a.overlay != nil {
		all = append(all, a.overlay.keys()...)
	}
	return unexplained(all)
}

func unexplained(all []shortcut.Key) (silent []string) {
	for _, k := range all {
		if k.Enabled() == (k.Why != "") {
			silent = append(silent, k.Help().Key+" "+k.Help().Desc)
		}
	}
	return silent
}

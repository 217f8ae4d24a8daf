package ui

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// footerColumns is how many columns of the terminal a key of the footer has: more keys than
// that would be noise, as would be more than six at all. The palette shows all.
const (
	footerColumns = 13
	maxFooterKeys = 6
)

// footerEnd are the keys that every screen's footer ends with.
func (a *App) footerEnd() []kit.Key {
	return kit.Shown(shortcut.On(kit.Keys.Palette, keyOn(a.Top(), kit.PlainKeys.Help, kit.Keys.Help))...)
}

// footerKeys are the keys of the moment, as many as fit; help and the palette
// come last and always.
func (a *App) footerKeys() (left, right []kit.Key) {
	bindings, fixed := a.Top().Keys(), a.footerEnd()
	if sides := a.screens.besideKeys(); len(sides) > 1 {
		bindings = slices.Insert(slices.Clone(bindings), min(1, len(bindings)), sides[0])
	}
	if a.Overlay != nil {
		bindings, fixed = a.Overlay.Keys(), kit.Shown(shortcut.Key{Binding: kit.Keys.Quit})
	}
	if len(bindings) > 0 && lipgloss.Width(a.hint(bindings[0]))+lipgloss.Width(a.hints(fixed))+4 > a.Width {
		fixed = fixed[:1] // the first key matters more than help, which is among the actions
	}
	shown := make([]kit.Key, 0, len(bindings))
	used := lipgloss.Width(a.hints(fixed)) + 1
	for _, b := range bindings {
		width := lipgloss.Width(a.hint(b))
		if !b.Enabled() || len(b.Keys()) == 0 || kit.IsScrollKey(b) || len(shown) >= min(a.Width/footerColumns-len(fixed), maxFooterKeys) || used+width+3 > a.Width {
			continue
		}
		shown = append(shown, b)
		used += width + 3
	}
	return shown, fixed
}

func (a *App) footer() string {
	if a.Options.Replay != nil && a.Options.Replay.Now != nil {
		return "" // nobody presses a key
	}
	keys, fixed := a.footerKeys()
	left, right := " "+a.hints(keys), a.hints(fixed)
	gap := max(a.Width-lipgloss.Width(left)-lipgloss.Width(right)-1, 1)
	return left + strings.Repeat(" ", gap) + right
}

// footerKeyAt is the key whose hint is at a column of the footer.
func (a *App) footerKeyAt(column int) (b kit.Key, ok bool) {
	left, right := a.footerKeys()
	at := 1
	for i, k := range append(left, right...) {
		if i == len(left) {
			at = a.Width - lipgloss.Width(a.hints(right)) - 1
		}
		end := at + lipgloss.Width(a.hint(k))
		if column >= at && column < end {
			return k, true
		}
		at = end + len(hintGap)
	}
	return b, false
}

// hintGap separates the keys of the footer.
const hintGap = "  "

func (a *App) hints(bindings []kit.Key) string {
	texts := make([]string, len(bindings))
	for i, b := range bindings {
		texts[i] = a.hint(b)
	}
	return strings.Join(texts, hintGap)
}

// hint is a key and what it does. Each is drawn once: they stand in every frame.
func (a *App) hint(b kit.Key) string {
	text, ok := a.Styles.Hints[b.Help()]
	if !ok {
		text = a.Styles.Key.Render(b.Help().Key) + " " + a.Styles.Dim.Render(b.Help().Desc)
		a.Styles.Hints[b.Help()] = text
	}
	return text
}

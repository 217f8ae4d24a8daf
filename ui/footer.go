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
func (f *frame) footerEnd() []kit.Key {
	return kit.Shown(shortcut.On(kit.Keys.Palette, keyOn(f.screens.Top(), kit.PlainKeys.Help, kit.Keys.Help))...)
}

// footerKeys are the keys of the moment, as many as fit; help and the palette
// come last and always.
func (f *frame) footerKeys() (left, right []kit.Key) {
	bindings, fixed := f.screens.Top().Keys(), f.footerEnd()
	if sides := f.screens.besideKeys(); len(sides) > 1 {
		bindings = slices.Insert(slices.Clone(bindings), min(1, len(bindings)), sides[0])
	}
	if f.host.Overlay != nil {
		bindings, fixed = f.host.Overlay.Keys(), kit.Shown(shortcut.Key{Binding: kit.Keys.Quit})
	}
	if len(bindings) > 0 && lipgloss.Width(f.hint(bindings[0]))+lipgloss.Width(f.hints(fixed))+4 > f.host.Width {
		fixed = fixed[:1] // the first key matters more than help, which is among the actions
	}
	shown := make([]kit.Key, 0, len(bindings))
	used := lipgloss.Width(f.hints(fixed)) + 1
	for _, b := range bindings {
		width := lipgloss.Width(f.hint(b))
		if !b.Enabled() || len(b.Keys()) == 0 || kit.IsScrollKey(b) || len(shown) >= min(f.host.Width/footerColumns-len(fixed), maxFooterKeys) || used+width+3 > f.host.Width {
			continue
		}
		shown = append(shown, b)
		used += width + 3
	}
	return shown, fixed
}

func (f *frame) footer() string {
	if f.host.Options.Replay != nil && f.host.Options.Replay.Now != nil {
		return "" // nobody presses a key
	}
	keys, fixed := f.footerKeys()
	left, right := " "+f.hints(keys), f.hints(fixed)
	gap := max(f.host.Width-lipgloss.Width(left)-lipgloss.Width(right)-1, 1)
	return f.host.Styles.Raised.Line(left+strings.Repeat(" ", gap)+right, f.host.Width)
}

// keyAt is the key whose hint is at a column of the footer.
func (f *frame) keyAt(column int) (b kit.Key, ok bool) {
	left, right := f.footerKeys()
	at := 1
	for i, k := range append(left, right...) {
		if i == len(left) {
			at = f.host.Width - lipgloss.Width(f.hints(right)) - 1
		}
		end := at + lipgloss.Width(f.hint(k))
		if column >= at && column < end {
			return k, true
		}
		at = end + len(hintGap)
	}
	return b, false
}

// hintGap separates the keys of the footer.
const hintGap = "  "

func (f *frame) hints(bindings []kit.Key) string {
	texts := make([]string, len(bindings))
	for i, b := range bindings {
		texts[i] = f.hint(b)
	}
	return strings.Join(texts, hintGap)
}

// hint is a key and what it does. Each is drawn once: they stand in every frame.
func (f *frame) hint(b kit.Key) string {
	text, ok := f.host.Styles.Hints[b.Help()]
	if !ok {
		text = f.host.Styles.Key.Render(b.Help().Key) + " " + f.host.Styles.Dim.Render(b.Help().Desc)
		f.host.Styles.Hints[b.Help()] = text
	}
	return text
}

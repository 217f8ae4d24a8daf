package form

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/internal/schema"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// Keys are those of the screen and of the focused row, in the order of their use.
func (s *Screen) Keys() []kit.Key {
	own := s.ownKeys()
	if s.Form == nil {
		return own
	}
	if s.editor.pasted != nil {
		return s.editor.pasted.keys()
	}
	back, review, presets, others := own[0], own[1], own[2], own[3:]
	if s.editor.onButton() {
		return append([]kit.Key{back, review, presets}, others...)
	}
	page := kit.Shown(s.editor.page().Keys()...)
	first, second := page[0], page[1]
	var table []kit.Key
	switch {
	case s.editor.place().hasPanes: // their buttons name the keys of the review and of the presets
		table = append(table, kit.Shown(shortcut.Key{Binding: huhform.Keys.Next})...)
		if i := indexOf(page, huhform.Keys.Remove); page[i].Enabled() { // an item of a list has no button for it
			table, page = append(table, page[i]), slices.Delete(page, i, i+1)
		}
		table = append(table, first, second, back, review, presets)
	case len(s.presets)+len(s.saved) == 0: // then they are no key of the moment
		table = append(table, review, first, second, back, presets)
	default:
		table = append(table, review, first, presets, second, back)
	}
	table = append(table, others...)
	for _, k := range page[2:] {
		if !s.editor.place().hasPanes || k.Help().Key != huhform.Keys.Next.Help().Key {
			table = append(table, k)
		}
	}
	return table
}

// ownKeys are those of the screen around the page.
func (s *Screen) ownKeys() []kit.Key {
	back := kit.On(kit.Keys.Back, s.goBack)
	if s.Form == nil {
		return []kit.Key{back}
	}
	if s.isSlots() && s.editor.isWhole() {
		back = kit.On(kit.Named(kit.Keys.Back, "Plain text"), s.goBack)
	}
	if len(s.editor.unused) > 0 {
		back = kit.On(kit.Named(kit.Keys.Back, "Hide the note"), s.goBack)
	}
	editor := kit.Keys.Editor
	switch x := s.editor.page().Focused(); {
	case x.IsBinary():
		editor = kit.Named(editor, "Choose a file")
	case formgen.DateFormat(x) != "":
		editor = kit.Named(editor, "Calendar")
	}
	review := kit.Keys.Review
	if s.use != nil {
		review = kit.Named(review, s.use.Button)
	}
	return append([]kit.Key{
		back,
		kit.On(review, s.askReview),
		kit.On(kit.Keys.Presets, s.openPresets),
		kit.On(kit.Keys.Load, func() tea.Cmd { return s.editor.askForFile(s.editor.loadTarget()) }),
		kit.On(kit.Keys.Copy, s.editor.copyJSON),
		kit.On(kit.Keys.Search, s.editor.openSearch),
		kit.On(s.editor.filterKey(), s.editor.nextFilter),
		kit.When(partsKeys.Open, kit.Unless(s.use == nil, "an answer to a question has one part"), s.openPartsScreen),
		kit.When(editor, cannotEdit(s.editor.page().Focused()), s.editor.openEditor),
		s.wholeKey(),
		kit.On(huhform.Keys.NextProblem, s.editor.nextProblem),
	}, textReaders{s.Host, s, s.Input.Schema}.keys()...)
}

func indexOf(keys []kit.Key, b key.Binding) int {
	return slices.IndexFunc(keys, func(k kit.Key) bool { return k.Help().Key == b.Help().Key })
}

// wholeKey turns the whole form into JSON text, or back.
func (s *Screen) wholeKey() kit.Key {
	root := s.Form.Root()
	if root.Kind() != schema.JSON {
		return kit.On(kit.Keys.WholeJSON, s.editor.flipWhole)
	}
	onlyJSON := kit.Unless(root.Location().Kind() != schema.JSON, "this schema can only be filled in as JSON")
	return kit.When(kit.Named(kit.Keys.WholeJSON, "Whole form from JSON"), onlyJSON, s.editor.flipWhole)
}

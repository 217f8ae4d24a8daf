package form

import (
	"slices"

	"charm.land/bubbles/v2/key"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/internal/schema"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// Keys are those of the screen and of the focused row, in the order of their
// use.
func (s *Screen) Keys() []shortcut.Key {
	if s.Form == nil {
		return shortcut.On(kit.Keys.Back)
	}
	page := s.page().Keys()
	editor := kit.Keys.Editor
	switch x := s.page().Focused(); {
	case x.IsBinary():
		editor.SetHelp(editor.Help().Key, "Choose a file")
	case formgen.DateFormat(x) != "":
		editor.SetHelp(editor.Help().Key, "Calendar")
	}
	review := kit.Keys.Review
	if s.use != nil {
		review.SetHelp(review.Help().Key, s.use.Button)
	}
	edit := shortcut.When(editor, canEdit(s.page().Focused()), "only texts, objects and lists that are yours open in an editor")
	presets := shortcut.Key{Binding: kit.Keys.Presets}
	keys := make([]shortcut.Key, 0, len(page)+moreKeys)
	switch {
	case s.hasPanes(): // their buttons name the keys of the review and of the presets
		keys = append(keys, shortcut.Key{Binding: huhform.Keys.Next})
		if i := indexOf(page, huhform.Keys.Remove); page[i].Enabled() { // an item of a list has no button for it
			keys, page = append(keys, page[i]), slices.Delete(page, i, i+1)
		}
		keys = append(keys, page[0], page[1], shortcut.Key{Binding: kit.Keys.Back}, shortcut.Key{Binding: review}, presets)
	case len(s.presets)+len(s.saved) == 0: // then they are no key of the moment
		keys = append(keys, shortcut.Key{Binding: review}, page[0], page[1], shortcut.Key{Binding: kit.Keys.Back}, presets)
	default:
		keys = append(keys, shortcut.Key{Binding: review}, page[0], presets, page[1], shortcut.Key{Binding: kit.Keys.Back})
	}
	for _, b := range []key.Binding{kit.Keys.Load, kit.Keys.Copy, kit.Keys.Search, s.filterKey()} {
		keys = append(keys, shortcut.Key{Binding: b})
	}
	keys = append(keys, shortcut.When(partsKey, s.use == nil, "an answer to a question has one part"))
	keys = append(keys, edit, s.wholeKey())
	for _, k := range page[2:] {
		if !s.hasPanes() || k.Help() != huhform.Keys.Next.Help() {
			keys = append(keys, k)
		}
	}
	return keys
}

func indexOf(keys []shortcut.Key, b key.Binding) int {
	return slices.IndexFunc(keys, func(k shortcut.Key) bool { return k.Help() == b.Help() })
}

// moreKeys is how many keys the screen adds to those of its page.
const moreKeys = 11

// wholeKey says what the key would turn the form into.
func (s *Screen) wholeKey() shortcut.Key {
	b, root := kit.Keys.WholeJSON, s.Form.Root()
	if root.Kind() != schema.JSON {
		return shortcut.Key{Binding: b}
	}
	b.SetHelp(b.Help().Key, "Whole form from JSON")
	return shortcut.When(b, root.Location().Kind() != schema.JSON, "this schema can only be filled in as JSON")
}

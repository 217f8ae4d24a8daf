package form

import (
	"slices"

	"a2aform/formgen"
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
	if s.page().IsPicking() {
		return s.pickerKeys()
	}
	page := s.page().Keys()
	editor := kit.Keys.Editor
	if s.page().Focused().IsBinary() {
		editor.SetHelp(editor.Help().Key, "choose a file")
	}
	review := kit.Keys.Review
	if s.answer != nil {
		review.SetHelp(review.Help().Key, "answer")
	}
	edit := shortcut.When(editor, canEdit(s.page().Focused()), "only texts, objects and lists that are yours open in an editor")
	head := []shortcut.Key{{Binding: review}, page[0], page[1], edit, s.wholeKey()}
	head = append(head, shortcut.On(kit.Keys.Load, kit.Keys.Copy, kit.Keys.Back, kit.Keys.Search, s.filterKey())...)
	presets := shortcut.Key{Binding: kit.Keys.Presets}
	if len(s.presets)+len(s.saved) == 0 { // then they are no key of the moment
		return append(append(head, presets), page[2:]...)
	}
	return append(slices.Insert(head, 2, presets), page[2:]...)
}

// pickerKeys are the keys of the choices of a row. They filter what is typed, so
// all others wait.
func (s *Screen) pickerKeys() []shortcut.Key {
	if s.page().Focused().Kind() == schema.MultiEnum && s.page().OnRow(formgen.Edit) {
		return shortcut.On(kit.Bind("done", "enter"), kit.Bind("take or put back", "space"), kit.Keys.Back)
	}
	return shortcut.On(kit.Bind("choose", "enter"), kit.Keys.Back)
}

// wholeKey says what the key would turn the form into.
func (s *Screen) wholeKey() shortcut.Key {
	b, root := kit.Keys.WholeJSON, s.Form.Root()
	if root.Kind() != schema.JSON {
		return shortcut.Key{Binding: b}
	}
	b.SetHelp(b.Help().Key, "whole form from JSON")
	return shortcut.When(b, root.Location().Kind() != schema.JSON, "this schema can only be filled in as JSON")
}

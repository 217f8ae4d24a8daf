package ui

import (
	"slices"

	"charm.land/bubbles/v2/key"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// keys are those of the screen and of the focused row, in the order of their
// use.
func (s *formScreen) keys() []key.Binding {
	if s.form == nil {
		return []key.Binding{keys.Back}
	}
	if s.page().IsPicking() {
		return s.pickerKeys()
	}
	page := s.page().Keys()
	editor := keys.Editor
	editor.SetEnabled(canEdit(s.page().Focused()))
	if s.page().Focused().IsBinary() {
		editor.SetHelp(editor.Help().Key, "choose a file")
	}
	review := keys.Review
	if s.answer != nil {
		review.SetHelp(review.Help().Key, "answer")
	}
	open := []key.Binding{review, page[0], page[1], editor, s.wholeKey(), keys.Load, keys.Copy, keys.Back, keys.Search, s.filterKey()}
	if len(s.presets) > 0 {
		open = slices.Insert(open, 2, keys.Presets)
	}
	return append(open, page[2:]...)
}

// pickerKeys are the keys of the choices of a row. They filter what is typed, so
// all others wait.
func (s *formScreen) pickerKeys() []key.Binding {
	if s.page().Focused().Kind() == schema.Several && s.page().OnRow(formgen.Edit) {
		return []key.Binding{bind("done", "enter"), bind("take or put back", "space"), keys.Back}
	}
	return []key.Binding{bind("choose", "enter"), keys.Back}
}

// wholeKey says what the key would turn the form into.
func (s *formScreen) wholeKey() key.Binding {
	b, root := keys.WholeJSON, s.form.Root()
	if root.Kind() == schema.JSON {
		b.SetHelp(b.Help().Key, "whole form from JSON")
		b.SetEnabled(root.Place().Kind() != schema.JSON)
	}
	return b
}

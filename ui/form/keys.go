package form

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/formgen/words"
	"a2aform/internal/safe"
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
	now, later := s.momentKeys()
	rank := func(k kit.Key) int {
		is := func(b key.Binding) bool { return b.Help().Key == k.Help().Key }
		if i := slices.IndexFunc(now, is); i >= 0 {
			return i - len(now) - 1
		}
		return slices.IndexFunc(later, is)
	}
	table := own
	if !s.editor.onButton() {
		table = slices.Concat(own, kit.Shown(s.editor.page().Keys()...))
	}
	slices.SortStableFunc(table, func(a, b kit.Key) int { return rank(a) - rank(b) })
	for i, k := range table {
		switch {
		case isMove(k):
			table[i] = k.In(kit.Moving)
		case isOf(k, seldom) && rank(k) >= -1, // not one of now
			isOf(k, toField) && s.editor.page().Fits():
			table[i] = k.In(kit.More)
		}
	}
	return table
}

// seldom are the keys that few people need, unless the field at hand is about them. The footer leaves them out.
var seldom = []*key.Binding{
	&kit.Keys.Load, &kit.Keys.Copy, &kit.Keys.WholeJSON, &kit.Keys.FieldSchema, &partsKeys.Open, &kit.Keys.Editor,
	&huhform.Keys.Presence, &huhform.Keys.Increase, &huhform.Keys.Decrease, &huhform.Keys.JSON, &huhform.Keys.GroupJSON, &huhform.Keys.AddField, &huhform.Keys.Redo, &huhform.Keys.NextProblem,
}

// toField goes to a field that is out of sight.
var toField = []*key.Binding{&kit.Keys.Search}

// isOf reports one of some keys, which may be under another name here.
func isOf(k kit.Key, keys []*key.Binding) bool {
	return slices.ContainsFunc(keys, func(b *key.Binding) bool {
		if len(b.Keys()) == 0 {
			return b.Help() == k.Help()
		}
		return slices.Equal(b.Keys(), k.Keys())
	})
}

// momentKeys are the keys that come before all others just now, and those that come after them.
func (s *Screen) momentKeys() (now, later []key.Binding) {
	to, page := &huhform.Keys, s.editor.page()
	add := func(isNow bool, keys ...key.Binding) {
		if isNow {
			now = append(now, keys...)
		} else {
			later = append(later, keys...)
		}
	}
	hasPanes := s.editor.place().hasPanes // their buttons name the keys of the review and of what fills in the form
	switch {
	case s.editor.onButton():
		now = append(now, kit.Keys.Back, kit.Keys.Review)
	case hasPanes:
		now = append(now, to.Next, to.Remove) // an item of a list has no button for it
	default:
		now = append(now, kit.Keys.Review)
	}
	add(s.hasProblems(), to.NextProblem)
	if !s.editor.onButton() {
		x := page.Focused()
		add(x.IsBinary() || formgen.DateFormat(x) != "", kit.Keys.Editor) // a file, or a day
		add(x.Kind() == schema.JSON, to.JSON)
	}
	now = append(now, kit.Keys.Back, kit.Keys.Review)
	add(s.hasOffers(), kit.Keys.Presets)
	return now, later
}

// isMove reports a key that goes to another field.
func isMove(k kit.Key) bool {
	to := huhform.Keys
	return slices.ContainsFunc([]key.Binding{to.Next, to.Prev, to.PageDown, to.PageUp, to.First, to.Bottom}, func(b key.Binding) bool { return b.Help() == k.Help() })
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
	var anyway []kit.Key
	if s.use == nil && s.Form.Counts().Problems > 0 {
		anyway = []kit.Key{kit.On(kit.Keys.SendAnyway, func() (kit.Action, tea.Cmd) {
			act, cmd := s.askReview()
			s.anyway = s.asked
			return act, cmd
		}).In(kit.More)}
	}
	return slices.Concat([]kit.Key{
		back,
		kit.On(review, s.askReview),
		kit.On(kit.Keys.Presets, s.openPresets),
		kit.On(kit.Keys.Load, func() tea.Cmd { return s.editor.askForFile(s.editor.loadTarget()) }),
		kit.On(kit.Keys.Copy, s.editor.copyJSON),
		kit.On(kit.Keys.Search, s.editor.openSearch),
		kit.When(s.editor.filterKey(), s.editor.cannotFilter(), s.editor.nextFilter),
		kit.When(partsKeys.Open, kit.Unless(s.use == nil, "an answer to a question has one part"), s.openPartsScreen),
		kit.When(editor, cannotEdit(s.editor.page().Focused()), s.editor.openEditor),
		s.wholeKey(),
		kit.On(huhform.Keys.NextProblem, s.editor.nextProblem),
		kit.When(kit.Keys.FieldSchema, kit.Unless(s.editor.page().Focused().Location().Schema() != nil, "a field of your own has no schema"), s.openSchema),
	}, anyway, textReaders{s.Host, s, s.Input.Schema}.keys())
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

func (s *Screen) View() string { return strings.Join(s.Lines(), "\n") }

// Lines are those of the view.
func (s *Screen) Lines() []string {
	switch {
	case s.failed != nil:
		return append(kit.ErrorLines(s.Styles(), fmt.Errorf("this skill's schema cannot be used: %w", s.failed), s.Width),
			s.Styles().Text.Render("→ Press Esc, then c to write plain text instead. Tell the agent's author."))
	case s.Form == nil:
		return []string{s.Styles().Dim.Render("Reading the schema…")}
	}
	return s.editor.lines()
}

// above are the lines above the fields: what the skill is for, what the agent asks, and what to know.
func (s *Screen) above(width int) []string { return s.notes().lines(width) }

// Help explains the focused field.
func (s *Screen) Help() []string {
	if s.Form == nil {
		return []string{"The schema of this skill is being read, or cannot be made into a form; the screen says why."}
	}
	st, x := s.Styles(), s.editor.page().Focused()
	lines := []string{st.Title.Render(x.Path())}
	for _, l := range words.Help(x).Lines() {
		lines = append(lines, kit.Wrap(l.String(), s.HelpWidth(), 0, st.Text)...)
	}
	lines = append(lines, kit.Wrap(formgen.Capital(words.Hint(x)), s.HelpWidth(), 0, st.Dim)...)
	for _, note := range []string{"in the data: " + safe.Text(cmp.Or(x.Pointer(), "the whole value")).Line(0).String(), words.PresenceHelp(x, shortcut.InProse(huhform.Keys.Presence)), words.Reason(x)} {
		if note != "" {
			lines = append(lines, kit.Wrap(note, s.HelpWidth(), 0, st.Dim)...)
		}
	}
	lines = append(lines, s.editor.shapes(x)...)
	if question := s.notes().wrapQuestion(s.HelpWidth(), st.Text); len(question) > 0 {
		lines = append(append(lines, "", st.Title.Render("The agent's question")), question...)
	}
	lines = append(lines, s.notes().help(s.editor.page(), s.Width)...)
	if unused := s.editor.unused; len(unused) > 0 {
		lines = append(append(lines, ""), kit.Wrap(unusedText(unused), s.HelpWidth(), 0, st.Warn)...)
	}
	return lines
}

// openSchema shows the schema of the focused field.
func (s *Screen) openSchema() {
	x := s.editor.page().Focused()
	var lines []string
	for _, l := range kit.JSONLines(x.Location().Schema()) {
		lines = append(lines, s.Styles().Text.Render(l))
	}
	s.Host.Overlay = &kit.Overlay{Host: s.Host, Title: "Schema of " + safe.Text(x.Path()).Line(0).String(), Text: lines}
	s.Host.Overlay.Layout()
}

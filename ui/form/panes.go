package form

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/internal/schema"
	"a2aform/ui/kit"
)

// hasPanes reports whether borders and buttons fit.
func (s *Screen) hasPanes() bool {
	const minHeight = 12
	return s.Width >= kit.MinPaneWidth && s.Height >= minHeight
}

// hasHintPane reports whether the hints on a field are beside the form, not below its row.
func (s *Screen) hasHintPane() bool {
	const minWidth = 98
	return s.hasPanes() && s.Width >= minWidth
}

// hintWidth is the width of the pane of hints, with its border.
func (s *Screen) hintWidth() int {
	if !s.hasHintPane() {
		return 0
	}
	const widest = 50
	return min(s.Width/3, widest)
}

// textSize is the size of the area of the lines of the form.
func (s *Screen) textSize() (width, height int) {
	if !s.hasPanes() {
		return s.Width, s.Height
	}
	return s.Width - s.hintWidth() - kit.FrameWidth, s.Height - kit.FrameHeight - buttonLines
}

// panes are the form, the hints on the focused field, and the buttons.
func (s *Screen) panes(lines []string) []string {
	st, height := &s.Styles().Pane, s.paneHeight(len(lines))
	title, width := s.pageTitle(), s.Width-s.hintWidth()
	form := kit.Pane{
		Title: title, Note: s.note(kit.NoteRoom(width, title)), IsNoteStyled: true, Lines: lines,
		Width: width, Height: height, HasFocus: !s.onButton(),
	}
	if s.hasHintPane() {
		title, hints := s.hint()
		form.Right = st.Draw(kit.Pane{Title: title, Lines: hints, Width: s.hintWidth(), Height: height})
	}
	return append(st.Draw(form), s.buttonLine())
}

// paneHeight is the height of the pane of so many lines of a form. Where the hints are beside the form, what is below
// its last field is left free; else the height would change with the focus.
func (s *Screen) paneHeight(lines int) int {
	const minLines = 12
	full := s.Height - buttonLines
	if !s.hasHintPane() {
		return full
	}
	return min(max(lines, minLines)+kit.FrameHeight, full)
}

// pageTitle is the name of the skill, and where in its form one is.
func (s *Screen) pageTitle() string {
	if at := s.page().At(); at != s.Form.Root() {
		return endOf(at.Path(), s.Width-s.hintWidth()-2*kit.FrameWidth)
	}
	return s.Title()
}

// note says which fields are listed, what is wrong, and how many of the required ones are filled in, with
// a bar: as much of it as there is space for.
func (s *Screen) note(room int) string {
	filter := ""
	if s.filter != huhform.All {
		filter = s.filter.String()
		if s.page().Matching() == 0 {
			filter += ", none here"
		}
		filter = s.Styles().Accent.Render(filter)
	}
	const maxCells = 6
	n, bar := s.Form.Counts(), ""
	if cells := min(n.Required, maxCells); cells > 0 {
		done := n.Filled * cells / n.Required
		bar = " " + s.progressStyle().Render(strings.Repeat("▰", done)+strings.Repeat("▱", cells-done))
	}
	before := func(text string) string { return strings.Trim(filter+"  "+text, " ") }
	for _, text := range []string{before(s.progress()) + bar, before(s.progress()), before(s.wrong())} {
		if lipgloss.Width(text) <= room {
			return text
		}
	}
	return s.wrong()
}

// hint is a short help on the row or the button that has the focus.
func (s *Screen) hint() (title string, lines []string) {
	width := s.hintWidth() - kit.FrameWidth
	st := s.Styles()
	if s.onButton() {
		b := s.buttons()[s.button-1]
		return b.label, kit.Wrap(b.about, width, 0, st.Text)
	}
	x := s.page().Focused()
	add := func(more []string) {
		if len(lines) > 0 && len(more) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, more...)
	}
	if hints, counter := s.page().Hints(); len(hints) > 0 {
		add(kit.Wrap(strings.Join(hints, " "), width, maxHintLines, st.Text))
		if counter != "" {
			lines = append(lines, st.Dim.Render(counter))
		}
	}
	add(s.problemLines(x, width))
	add(s.aboutLines(x, width))
	add(s.patternLines(x, width))
	add(s.exampleLines(x, width))
	add(s.branchLines(x, width))
	add(s.choiceLines(x, width))
	add(s.hintKeys(x, width))
	return x.Label(), lines
}

// maxHintLines is how many lines of hints and of a description are shown; help has them all.
const maxHintLines = 6

func (s *Screen) problemLines(x *formgen.Field, width int) (lines []string) {
	for _, p := range s.Form.Showing()[x] {
		lines = append(lines, kit.Bullet("✗ ", formgen.Sentence(x, p), width, s.Styles().Bad)...)
		if len(lines) >= maxHintLines {
			break
		}
	}
	return lines
}

// patternLines show the pattern of a text, of which the hint has an example.
func (s *Screen) patternLines(x *formgen.Field, width int) []string {
	pattern := x.Location().Bounds().Pattern
	if pattern.IsEmpty() || x.Kind() != schema.String {
		return nil
	}
	return kit.Wrap("Pattern "+kit.Line(pattern), width, maxHintLines, s.Styles().Dim)
}

func (s *Screen) aboutLines(x *formgen.Field, width int) (lines []string) {
	text := x.Help().String()
	if text == "" {
		return nil
	}
	return kit.Wrap(text, width, maxHintLines, s.Styles().Dim)
}

// exampleLines are the first examples of the schema.
func (s *Screen) exampleLines(x *formgen.Field, width int) []string {
	examples := x.Location().Examples()
	if len(examples) == 0 || x.IsSecret() {
		return nil
	}
	const maximum = 3
	var texts []string
	for _, v := range examples[:min(len(examples), maximum)] {
		texts = append(texts, formgen.Summary(v))
	}
	return kit.Wrap("Example: "+strings.Join(texts, ", "), width, 2, s.Styles().Dim)
}

// branchLines say what the chosen one of several shapes is.
func (s *Screen) branchLines(x *formgen.Field, width int) (lines []string) {
	st := s.Styles()
	if !s.page().OnRow(formgen.Variant) {
		return nil
	}
	for _, u := range x.Unions() {
		for i, label := range u.Branches {
			if u.Notes[i] != "" && len(lines) < maxHintLines {
				lines = append(lines, kit.Bullet("• ", label+": "+u.Notes[i], width, st.Dim)...)
			}
		}
	}
	return lines
}

// choiceLines are the choices of an enumeration, where its row cannot show all there is to
// know of them.
func (s *Screen) choiceLines(x *formgen.Field, width int) (lines []string) {
	if x.Kind() != schema.Enum || !s.page().OnRow(formgen.Edit) {
		return nil
	}
	const maximum = 12
	all, showsNotes := x.Choices(), false
	for _, c := range all {
		showsNotes = showsNotes || !c.Note.IsEmpty()
	}
	if len(all) > maximum || s.page().ShowsChoices() && !showsNotes {
		return nil
	}
	for i, c := range all {
		text, mark := x.ChoiceLabel(i), "• "
		if !c.Note.IsEmpty() {
			text += ": " + kit.Line(c.Note)
		}
		if i == x.Chosen() && x.Presence() == formgen.Set {
			mark = "● "
		}
		lines = append(lines, kit.Bullet(mark, text, width, s.Styles().Dim)...)
	}
	return lines
}

// hintKeys are the keys that change whether the field is sent, and with what.
func (s *Screen) hintKeys(x *formgen.Field, width int) (lines []string) {
	st := s.Styles()
	add := func(key, text string) {
		lines = append(lines, ansi.Truncate(st.Key.Render(key)+" "+st.Dim.Render(text), width, "…"))
	}
	if x.Offered() != nil && x.Presence() != formgen.Set {
		what := "Use the example"
		if x.Location().Default().Exists() {
			what = "Use the default"
		}
		add(huhform.Keys.Default.Help().Key, what)
	}
	if len(x.Presences()) > 1 {
		add(huhform.Keys.Presence.Help().Key, formgen.PresenceStep(x))
	}
	return lines
}

// IsComplete reports that all required fields are filled in.
func (s *Screen) IsComplete() bool { n := s.Form.Counts(); return n.Filled == n.Required }

// IsMessage reports a form whose data is sent as a message of its own.
func (s *Screen) IsMessage() bool { return s.use == nil }

// IsAnswer reports a form with which an agent asks: what is filled in is sent without a review.
func (s *Screen) IsAnswer() bool { return s.use != nil && s.use.Origin == formgen.Asked }

// HasExamples reports examples or presets to begin with.
func (s *Screen) HasExamples() bool { return len(s.presets)+len(s.saved) > 0 }

package form

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/formgen/words"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// place is where the parts of the form are.
func (e *valueEditor) place() layout { return layoutOf(e.width, e.height, e.showsJSON) }

// lines are those of the view.
func (e *valueEditor) lines() []string {
	l, lines := e.place(), append(e.head(), e.page().Lines()...)
	if !l.hasPanes {
		return lines
	}
	return e.panes(l, lines)
}

// head are the lines above the fields: how far the form is, where there is no border that says so, and what to know.
func (e *valueEditor) head() (lines []string) {
	st, l := e.host.Styles, e.place()
	width, _ := l.text()
	if !l.hasPanes {
		left := st.Dim.Render("schema ") + st.Text.Render(e.owner.schemaName())
		if e.filter != huhform.All {
			left += st.Dim.Render(" · ") + st.Accent.Render(e.filtered())
		}
		lines = append(lines, kit.Between(left, e.progress(), width))
	}
	lines = append(lines, e.owner.above(width)...)
	if e.pasted != nil {
		lines = append(lines, kit.Wrap(e.pasted.question(), width, 0, st.Accent)...)
	}
	lines = append(lines, e.unusedLines(width)...)
	if at := e.page().At(); !l.hasPanes && at != e.form.Root() {
		lines = append(lines, st.Title.Render(endOf(at.Path(), width)))
	}
	lines = append(append(lines, e.page().Above()...), e.needs(width)...)
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	return lines
}

// maxUnused is how many lines of unused values stand above the fields. Help has all of them.
const maxUnused = 3

// unusedLines name what was pasted and has no field.
func (e *valueEditor) unusedLines(width int) []string {
	if len(e.unused) == 0 {
		return nil
	}
	hide := " (" + shortcut.InProse(kit.Keys.Back) + " hides this)"
	lines := kit.Wrap("! "+unusedText(e.unused)+hide, width, 0, e.host.Styles.Warn)
	if len(lines) > maxUnused {
		more := fmt.Sprintf("  … %s lists all", shortcut.InProse(kit.Keys.Help)) + hide
		lines = append(lines[:maxUnused-1], e.host.Styles.Warn.Render(ansi.Truncate(more, width, "…")))
	}
	return lines
}

// unusedText names all values that have no field.
func unusedText(names []string) string {
	return "Pasted, but not used: " + strings.Join(names, ", ")
}

// panes are the form, the hints on the focused field, and the buttons.
func (e *valueEditor) panes(l layout, lines []string) []string {
	st, title := &e.host.Styles.Pane, e.pageTitle()
	form := kit.Pane{
		Title: title, Note: e.note(kit.NoteRoom(l.fields.Width, title)), IsNoteStyled: true, Lines: lines,
		Width: l.fields.Width, Height: l.fields.Height, HasFocus: !e.onButton() && !e.isAside,
	}
	if l.hint.IsShown() {
		title, hints := e.hint()
		form.Right = st.Draw(kit.Pane{Title: title, Lines: hints, Width: l.hint.Width, Height: l.hint.Height})
	}
	if l.json.IsShown() {
		width, height := l.json.Inside()
		form.Right = append(form.Right, st.Draw(kit.Pane{Title: "JSON", Lines: e.json.lines(e.page().Focused(), width, height, e.host.Styles), Width: l.json.Width, Height: l.json.Height})...)
	}
	focused := e.button - 1
	if e.isAside {
		focused = -1
	}
	return append(st.Draw(form), e.host.Styles.Button.Line(e.drawn(), focused, e.width))
}

// pageTitle is the name of the skill, and where in its form one is.
func (e *valueEditor) pageTitle() string {
	if at := e.page().At(); at != e.form.Root() {
		return endOf(at.Path(), e.place().fields.Width-2*kit.FrameWidth)
	}
	return e.owner.Title()
}

// note says which fields are listed, what is wrong, and how many of the required ones are filled in, with
// a bar: as much of it as there is space for.
func (e *valueEditor) note(room int) string {
	filter := ""
	if e.filter != huhform.All {
		filter = e.filter.String()
		if e.page().Matching() == 0 {
			filter += ", none here"
		}
		filter = e.host.Styles.Accent.Render(filter)
	}
	const maxCells = 6
	n, bar := e.form.Counts(), ""
	if cells := min(n.Required, maxCells); cells > 0 {
		done := n.Filled * cells / n.Required
		if n.Filled > 0 {
			done = max(done, 1) // the first one shows
		}
		bar = " " + e.progressStyle().Render(strings.Repeat("▰", done)+strings.Repeat("▱", cells-done))
	}
	before := func(text string) string { return strings.Trim(filter+"  "+text, " ") }
	for _, text := range []string{before(e.progress()) + bar, before(e.progress()), before(e.wrong())} {
		if lipgloss.Width(text) <= room {
			return text
		}
	}
	return e.wrong()
}

// hint is a short help on the row or the button that has the focus.
func (e *valueEditor) hint() (title string, lines []string) {
	width, _ := e.place().hint.Inside()
	if e.onButton() {
		b := e.buttons()[e.button-1]
		return b.label, kit.Wrap(b.about, width, 0, e.host.Styles.Text)
	}
	x := e.page().Focused()
	return x.Label(), hint{e.form, e.page(), x, e.host.Styles, width}.lines()
}

// maxNeeds is how many lines of needs stand above the fields, which they must not push off the screen.
const maxNeeds = 3

// needs are the demands of the page's object on its members together that are not met yet.
func (e *valueEditor) needs(width int) (lines []string) {
	st := e.host.Styles
	all := slices.DeleteFunc(words.Needs(e.page().At()), func(n words.Need) bool { return n.Bad || n.Met })
	for i, need := range all {
		if i == maxNeeds-1 && len(all) > maxNeeds {
			return append(lines, st.Dim.Render(fmt.Sprintf("· and %d more, %s lists them", len(all)-i, shortcut.InProse(kit.Keys.Help))))
		}
		lines = append(lines, kit.Wrap("· "+formgen.Capital(need.Text), width, 2, st.Dim)...)
	}
	return lines
}

// filtered says which fields are listed, and how to see others.
func (e *valueEditor) filtered() string {
	text, back := e.filter.String(), " ("+shortcut.InProse(kit.Keys.Filter)+": "+e.filter.Next().String()+")"
	if e.page().Matching() == 0 {
		text += ", none here"
	}
	return text + back
}

// progress says what is wrong and how much is filled in.
func (e *valueEditor) progress() string {
	wrong, n := e.wrong(), e.form.Counts()
	if n.Required == 0 {
		return wrong
	}
	if wrong != "" {
		wrong += "  "
	}
	return wrong + e.progressStyle().Render(fmt.Sprintf("%d of %d required", n.Filled, n.Required))
}

func (e *valueEditor) progressStyle() lipgloss.Style {
	if n := e.form.Counts(); n.Filled < n.Required || n.Problems+n.Warnings > 0 {
		return e.host.Styles.Dim
	}
	return e.host.Styles.Good
}

// wrong counts the problems that are shown and the warnings, "" for neither.
func (e *valueEditor) wrong() string {
	var parts []string
	n := e.form.Counts()
	if n.Problems > 0 {
		parts = append(parts, e.host.Styles.Bad.Render(words.CountProblems(n.Problems)))
	}
	if n.Warnings > 0 {
		parts = append(parts, e.host.Styles.Warn.Render(words.CountWarnings(n.Warnings)))
	}
	return strings.Join(parts, "  ")
}

// shapes lists what a field can be, and what the members of an object need.
func (e *valueEditor) shapes(x *formgen.Field) (lines []string) {
	st := e.host.Styles
	for _, u := range x.Unions() {
		lines = append(lines, "", st.Title.Render("Shapes"))
		for i, label := range u.Branches {
			marker := "○ "
			if i == u.Chosen {
				marker = "● "
			}
			if u.Notes[i] != "" {
				label += ": " + u.Notes[i]
			}
			lines = append(lines, kit.Bullet(marker, label, e.width, st.Text)...)
		}
	}
	for _, need := range words.Needs(x) {
		lines = append(lines, kit.Wrap(formgen.Capital(need.Text), e.width, 0, st.Dim)...)
	}
	return lines
}

// endOf is the end of a text that is too long for its line: of a path, the end
// tells where one is.
func endOf(text string, width int) string {
	over := ansi.StringWidth(text) - width
	for cut := over + 1; over > 0; cut++ { // a cut through a wide character leaves one column more
		if short := ansi.TruncateLeft(text, cut, "…"); ansi.StringWidth(short) <= width {
			return short
		}
	}
	return text
}

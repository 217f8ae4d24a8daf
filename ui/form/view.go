package form

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

func (s *Screen) View() string { return strings.Join(s.Lines(), "\n") }

// Lines are those of the view.
func (s *Screen) Lines() []string {
	switch {
	case s.failed != nil:
		return append(kit.ErrorLines(s.Styles(), fmt.Errorf("this skill's schema cannot be used: %w", s.failed), s.Width),
			s.Styles().Text.Render("→ Press esc, then c to write plain text instead. Tell the agent's author."))
	case s.Form == nil:
		return []string{s.Styles().Dim.Render("Reading the schema…")}
	}
	lines := append(s.head(), s.page().Lines()...)
	if !s.hasPanes() {
		return lines
	}
	return s.panes(lines)
}

// roomy is from how many lines on a form says what its skill is for.
const roomy = 18

// head are the lines above the page: how far the form is, and what to know.
func (s *Screen) head() []string {
	if s.Form == nil {
		return nil
	}
	if s.hasPanes() {
		return s.paneHead()
	}
	st := s.Styles()
	left := st.Dim.Render("schema ") + st.Text.Render(kit.InputName(*s.Input))
	if s.filter != huhform.All {
		left += st.Dim.Render(" · ") + st.Accent.Render(s.filtered())
	}
	lines := append([]string{kit.Between(left, s.progress(), s.Width)}, s.questionLines(s.Width)...)
	lines = append(lines, s.partsLine(s.Width)...)
	lines = append(lines, s.warned()...)
	lines = append(lines, s.sketch(s.Width)...)
	if at := s.page().At(); at != s.Form.Root() {
		lines = append(lines, st.Title.Render(endOf(at.Path(), s.Width)))
	}
	lines = append(lines, s.page().Above()...)
	return append(append(lines, s.needs()...), "")
}

// paneHead are the lines above the fields in the pane of a form, whose border has its
// title already.
func (s *Screen) paneHead() (lines []string) {
	width, _ := s.textSize()
	if s.Height >= roomy && s.skill != nil && !s.skill.Description.IsEmpty() && len(s.pages) == 1 {
		lines = kit.Wrap(kit.Line(s.skill.Description.Summary()), width, 2, s.Styles().Dim)
	}
	lines = append(lines, s.questionLines(width)...)
	lines = append(lines, s.partsLine(width)...)
	lines = append(lines, s.warned()...)
	lines = append(lines, s.sketch(width)...)
	lines = append(lines, s.page().Above()...)
	lines = append(lines, s.needs()...)
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	return lines
}

// sketch is the text that the values go into, as far as it is one sentence.
func (s *Screen) sketch(width int) []string {
	if !s.isSlots() || !s.Input.Template.IsSentence() {
		return nil
	}
	v, err := ojson.Parse([]byte(s.Form.Root().JSON()), ojson.DataLimits)
	if err != nil {
		v = ojson.NewObject()
	}
	return kit.Wrap("→ "+safe.Text(s.Input.Template.Sketch(v)).Line(0).String(), width, 2, s.Styles().Text)
}

// questionLines are the first lines of what the agent asks, where the form is its answer. Help has them all.
func (s *Screen) questionLines(width int) []string {
	if len(s.pages) > 1 {
		return nil
	}
	most := 4
	if s.Height < roomy {
		most = 2
	}
	return s.wrapQuestion(width, most, s.Styles().Strong)
}

// wrapQuestion is what the agent asks, in at most so many lines, 0 for all of them.
func (s *Screen) wrapQuestion(width, most int, style lipgloss.Style) []string {
	if s.use == nil || s.use.Question == nil {
		return nil
	}
	text := s.use.Question()
	if text.IsEmpty() {
		return nil
	}
	return kit.Wrap(text.Block(safe.TextLimit()).String(), width, most, style)
}

// maxNotices and maxNeeds are how many lines of each stand above the fields,
// which they must not push off the screen.
const (
	maxNotices = 2
	maxNeeds   = 3
)

// warned are the first notices on the schema, a line each, or how many there are
// where the screen is small. Help has them all.
func (s *Screen) warned() (lines []string) {
	st, notices := s.Styles(), s.notices()
	width, _ := s.textSize()
	most := maxNotices
	if s.Height < roomy {
		most = 1
	}
	add := func(text string) {
		lines = append(lines, st.Warn.Render(ansi.Truncate("! "+text, width, "…")))
	}
	if n := len(notices); n > most && s.Height < roomy {
		add(fmt.Sprintf("%d notices, f1 lists them", n))
		return lines
	}
	for i, n := range notices {
		if i == most {
			add(fmt.Sprintf("and %d more, f1 lists them", len(notices)-i))
			break
		}
		add(n)
	}
	return lines
}

// needs are the demands of the page's object on its members together that are not met yet.
func (s *Screen) needs() (lines []string) {
	st := s.Styles()
	width, _ := s.textSize()
	all := slices.DeleteFunc(s.page().At().Needs(), func(n formgen.Need) bool { return n.Bad || n.Met })
	for i, need := range all {
		if i == maxNeeds-1 && len(all) > maxNeeds {
			return append(lines, st.Dim.Render(fmt.Sprintf("· and %d more, f1 lists them", len(all)-i)))
		}
		lines = append(lines, kit.Wrap("· "+formgen.Capital(need.Text), width, 2, st.Dim)...)
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

// filtered says which fields are listed, and how to see others.
func (s *Screen) filtered() string {
	text, back := s.filter.String(), " (ctrl+r: "+s.filter.Next().String()+")"
	if s.page().Matching() == 0 {
		text += ", none here"
	}
	return text + back
}

// progress says what is wrong and how much is filled in.
func (s *Screen) progress() string {
	wrong, n := s.wrong(), s.Form.Counts()
	if n.Required == 0 {
		return wrong
	}
	if wrong != "" {
		wrong += "  "
	}
	return wrong + s.progressStyle().Render(fmt.Sprintf("%d of %d required", n.Filled, n.Required))
}

func (s *Screen) progressStyle() lipgloss.Style {
	if n := s.Form.Counts(); n.Filled < n.Required || n.Problems+n.Warnings > 0 {
		return s.Styles().Dim
	}
	return s.Styles().Good
}

// wrong counts the problems that are shown and the warnings, "" for neither.
func (s *Screen) wrong() string {
	var words []string
	n := s.Form.Counts()
	if n.Problems > 0 {
		words = append(words, s.Styles().Bad.Render(formgen.CountProblems(n.Problems)))
	}
	if n.Warnings > 0 {
		words = append(words, s.Styles().Warn.Render(formgen.CountWarnings(n.Warnings)))
	}
	return strings.Join(words, "  ")
}

// Help explains the focused field, down to its schema.
func (s *Screen) Help() []string {
	if s.Form == nil {
		return []string{"The schema of this skill is being read, or cannot be made into a form; the screen says why."}
	}
	st, x := s.Styles(), s.page().Focused()
	lines := []string{st.Title.Render(x.Path())}
	for _, l := range x.Help().Lines() {
		lines = append(lines, kit.Wrap(l.String(), s.HelpWidth(), 0, st.Text)...)
	}
	lines = append(lines, kit.Wrap(formgen.Capital(x.Hint()), s.HelpWidth(), 0, st.Dim)...)
	for _, note := range []string{"in the data: " + safe.Text(cmp.Or(x.Pointer(), "the whole value")).Line(0).String(), formgen.PresenceHelp(x), x.Reason()} {
		if note != "" {
			lines = append(lines, kit.Wrap(note, s.HelpWidth(), 0, st.Dim)...)
		}
	}
	lines = append(lines, s.shapes(x)...)
	if question := s.wrapQuestion(s.HelpWidth(), 0, st.Text); len(question) > 0 {
		lines = append(append(lines, "", st.Title.Render("The agent's question")), question...)
	}
	lines = append(lines, s.noticeHelp()...)
	if raw := x.Location().Schema(); raw != nil {
		lines = append(lines, "", st.Title.Render("Schema"))
		for _, l := range kit.JSONLines(raw) {
			lines = append(lines, st.Text.Render(l))
		}
	}
	return lines
}

// shapes lists what a field can be, and what the members of an object need.
func (s *Screen) shapes(x *formgen.Field) (lines []string) {
	st := s.Styles()
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
			lines = append(lines, kit.Bullet(marker, label, s.Width, st.Text)...)
		}
	}
	for _, need := range x.Needs() {
		lines = append(lines, kit.Wrap(formgen.Capital(need.Text), s.Width, 0, st.Dim)...)
	}
	return lines
}

// noticeHelp lists what stands above the fields in short: what the object of the
// page needs, and what the schema gets wrong and where.
func (s *Screen) noticeHelp() (lines []string) {
	st, at := s.Styles(), s.page().At()
	if needs := at.Needs(); len(needs) > 0 && at != s.page().Focused() {
		lines = append(lines, "", st.Title.Render("Together"))
		for _, need := range needs {
			marker := "· "
			if need.Met {
				marker = "✓ "
			}
			lines = append(lines, kit.Bullet(marker, formgen.Capital(need.Text), s.Width, st.Text)...)
		}
	}
	notices := s.notices()
	if len(notices) > 0 {
		lines = append(lines, "", st.Title.Render("Notices on the schema"))
	}
	for _, n := range notices {
		lines = append(lines, kit.Bullet("! ", n, s.Width, st.Warn)...)
	}
	return lines
}

package form

import (
	"cmp"
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/formgen/words"
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
	return s.editor.lines()
}

// roomy is from how many lines on a form says what its skill is for.
const roomy = 18

// above are the lines above the fields: what the skill is for, what the agent asks, and what to know.
func (s *Screen) above(width int) (lines []string) {
	if s.Height >= roomy && s.skill != nil && !s.skill.Description.IsEmpty() && s.editor.isWhole() && s.editor.hasPanes() {
		lines = kit.Wrap(kit.Line(s.skill.Description.Summary()), width, 2, s.Styles().Dim)
	}
	lines = append(lines, s.rejectionLines(width)...)
	lines = append(lines, s.questionLines(width)...)
	lines = append(lines, s.partsLine(width)...)
	lines = append(lines, s.warned(width)...)
	return append(lines, s.sketch(width)...)
}

// maxRejection is how many lines of the reason of a rejection stand above the fields.
const maxRejection = 3

// rejectionLines say why the agent rejected what was sent last.
func (s *Screen) rejectionLines(width int) []string {
	if s.rejection.IsEmpty() {
		return nil
	}
	lines := kit.Bullet("✗ ", "Rejected: "+s.rejection.Block(safe.TextLimit()).String(), width, s.Styles().Bad)
	if len(lines) > maxRejection {
		lines = append(lines[:maxRejection-1], s.Styles().Bad.Render("  …"))
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

// questionLines are the first lines of what the agent asks with the form. Help has them all.
func (s *Screen) questionLines(width int) []string {
	if !s.editor.isWhole() {
		return nil
	}
	most := max(s.Height/3, 2)
	lines := s.wrapQuestion(width, s.Styles().Strong)
	if len(lines) <= most {
		return lines
	}
	return append(lines[:most-1], s.Styles().Warn.Render(ansi.Truncate(fmt.Sprintf("… %s, %s shows all", kit.Plural(len(lines)-most+1, "more line", "more lines"), kit.Keys.Help.Help().Key), width, "…")))
}

// wrapQuestion is what the agent asks, also with the form of its card.
func (s *Screen) wrapQuestion(width int, style lipgloss.Style) []string {
	var text safe.Raw
	switch {
	case s.use != nil && s.use.Question != nil:
		text = s.use.Question()
	case s.Input.Form != nil:
		text = s.Input.Form.Instructions
	}
	if text.IsEmpty() {
		return nil
	}
	return kit.Wrap(text.Block(safe.TextLimit()).String(), width, 0, style)
}

// maxNotices is how many notices stand above the fields, which they must not push off the screen.
const maxNotices = 2

// warned are the first notices on the schema, a line each, or how many there are
// where the screen is small. Help has them all.
func (s *Screen) warned(width int) (lines []string) {
	st, notices := s.Styles(), s.notices()
	most := maxNotices
	if s.Height < roomy {
		most = 1
	}
	add := func(text string) {
		lines = append(lines, st.Warn.Render(ansi.Truncate("! "+text, width, "…")))
	}
	if n := len(notices); n > most && s.Height < roomy {
		add(fmt.Sprintf("%d notices, %s lists them", n, kit.Keys.Help.Help().Key))
		return lines
	}
	for i, n := range notices {
		if i == most {
			add(fmt.Sprintf("and %d more, %s lists them", len(notices)-i, kit.Keys.Help.Help().Key))
			break
		}
		add(n)
	}
	return lines
}

// Help explains the focused field, down to its schema.
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
	for _, note := range []string{"in the data: " + safe.Text(cmp.Or(x.Pointer(), "the whole value")).Line(0).String(), words.PresenceHelp(x), words.Reason(x)} {
		if note != "" {
			lines = append(lines, kit.Wrap(note, s.HelpWidth(), 0, st.Dim)...)
		}
	}
	lines = append(lines, s.editor.shapes(x)...)
	if question := s.wrapQuestion(s.HelpWidth(), st.Text); len(question) > 0 {
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

// noticeHelp lists what stands above the fields in short: what the object of the
// page needs, and what the schema gets wrong and where.
func (s *Screen) noticeHelp() (lines []string) {
	st, at := s.Styles(), s.editor.page().At()
	if needs := words.Needs(at); len(needs) > 0 && at != s.editor.page().Focused() {
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

func (s *Screen) notices() []string {
	var texts []string
	if s.agent != nil && s.use == nil && s.Form.Root().Location().Kind().IsNoObject() && s.agent.TakesOnlyObjects(s.Input.Tag) {
		texts = append(texts, "this form cannot be sent: its value is not an object, and the agent takes only objects")
	}
	if s.Input.IsNoted() {
		rule := s.Input.Rule
		if s.isSlots() {
			rule = "guessed from " + s.Input.GuessedFrom + "; esc goes on with a plain text"
		}
		texts = append(texts, rule)
	}
	if s.Input.AsText && s.Input.Template == nil {
		texts = append(texts, "sent as JSON in a text part, because the skill takes only text")
	}
	for _, n := range s.Form.Notices() {
		texts = append(texts, n.Text)
	}
	return texts
}

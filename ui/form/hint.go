package form

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/formgen/words"
	"a2aform/internal/schema"
	"a2aform/ui/kit"
)

// hint is a short help on the focused field of a page.
type hint struct {
	form   *formgen.Form
	page   *huhform.Page
	x      *formgen.Field
	styles *kit.Styles
	width  int
}

// lines are what the widget of the field says, and what is to be known of the field.
func (h hint) lines() (lines []string) {
	add := func(more []string) {
		if len(lines) > 0 && len(more) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, more...)
	}
	if hints, counter := h.page.Hints(); len(hints) > 0 {
		add(kit.Wrap(strings.Join(hints, " "), h.width, maxHintLines, h.styles.Text))
		if counter != "" {
			lines = append(lines, h.styles.Dim.Render(counter))
		}
	}
	for _, more := range [][]string{h.problems(), h.about(), h.pattern(), h.examples(), h.branches(), h.choices(), h.keys()} {
		add(more)
	}
	return lines
}

// maxHintLines is how many lines of hints and of a description are shown; help has them all.
const maxHintLines = 6

func (h hint) problems() (lines []string) {
	for _, p := range h.form.Showing()[h.x] {
		lines = append(lines, kit.Bullet("✗ ", words.Sentence(h.x, p), h.width, h.styles.Bad)...)
		if len(lines) >= maxHintLines {
			break
		}
	}
	return lines
}

// pattern is the pattern of a text, of which the widget has an example.
func (h hint) pattern() []string {
	pattern := h.x.Location().Bounds().Pattern
	if pattern.IsEmpty() || h.x.Kind() != schema.String {
		return nil
	}
	return kit.Wrap("Pattern "+kit.Line(pattern), h.width, maxHintLines, h.styles.Dim)
}

func (h hint) about() []string {
	text := words.Help(h.x).String()
	if text == "" {
		return nil
	}
	return kit.Wrap(text, h.width, maxHintLines, h.styles.Dim)
}

// examples are the first examples of the schema.
func (h hint) examples() []string {
	examples := h.x.Location().Examples()
	if len(examples) == 0 || h.x.IsSecret() {
		return nil
	}
	const maximum = 3
	var texts []string
	for _, v := range examples[:min(len(examples), maximum)] {
		texts = append(texts, formgen.Summary(v))
	}
	return kit.Wrap("Example: "+strings.Join(texts, ", "), h.width, 2, h.styles.Dim)
}

// branches say what the chosen one of several shapes is.
func (h hint) branches() (lines []string) {
	st := h.styles
	if !h.page.OnRow(formgen.Variant) {
		return nil
	}
	for _, u := range h.x.Unions() {
		for i, label := range u.Branches {
			if u.Notes[i] != "" && len(lines) < maxHintLines {
				lines = append(lines, kit.Bullet("• ", label+": "+u.Notes[i], h.width, st.Dim)...)
			}
		}
	}
	return lines
}

// choices are the choices of an enumeration, where its row cannot show all there is to
// know of them.
func (h hint) choices() (lines []string) {
	if h.x.Kind() != schema.Enum || !h.page.OnRow(formgen.Edit) {
		return nil
	}
	const maximum = 12
	all, showsNotes := h.x.Choices(), false
	for _, c := range all {
		showsNotes = showsNotes || !c.Note.IsEmpty()
	}
	if len(all) > maximum || h.page.ShowsChoices() && !showsNotes {
		return nil
	}
	for i, c := range all {
		text, mark := formgen.ChoiceLabel(h.x.Choices(), i), "• "
		if !c.Note.IsEmpty() {
			text += ": " + kit.Line(c.Note)
		}
		if i == h.x.Chosen() && h.x.Presence() == formgen.Set {
			mark = "● "
		}
		lines = append(lines, kit.Bullet(mark, text, h.width, h.styles.Dim)...)
	}
	return lines
}

// keys are the keys that change whether the field is sent, and with what.
func (h hint) keys() (lines []string) {
	st := h.styles
	add := func(key, text string) {
		lines = append(lines, ansi.Truncate(st.Key.Render(key)+" "+st.Dim.Render(text), h.width, "…"))
	}
	if h.x.Offered() != nil && h.x.Presence() != formgen.Set {
		what := "Use the example"
		if h.x.Location().Default().Exists() {
			what = "Use the default"
		}
		add(huhform.Keys.Default.Help().Key, what)
	}
	if len(h.x.Presences()) > 1 && (!h.x.IsRequired() || h.x.IsNullable()) {
		add(huhform.Keys.Presence.Help().Key, words.PresenceStep(h.x))
	}
	return lines
}

package form

import (
	"fmt"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/dustin/go-humanize/english"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/formgen/words"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// doubtfulFields are the fields whose values can be sent, though the agent may refuse them, in the
// order of the form: fields with warnings, and fields that differ from a schema that is a guess.
func doubtfulFields(f *formgen.Form) (list []*formgen.Field) {
	showing := f.Showing()
	var walk func(*formgen.Field)
	walk = func(x *formgen.Field) {
		if len(x.Warnings())+len(showing[x]) > 0 {
			list = append(list, x)
		}
		for _, c := range x.Children() {
			walk(c)
		}
	}
	walk(f.Root())
	return list
}

// goToDoubt goes back to the form, to the first field with a warning.
func (s *Review) goToDoubt() kit.Action {
	s.from.screen.editor.goToProblem(s.doubtful[0])
	x := s.doubtful[0]
	status := kit.Infof("%s is not as in the examples", x.Path()).Status
	if len(x.Warnings()) > 0 {
		status = kit.Infof("%s", words.Doubt(x, x.Warnings()[0])).Status
	}
	if n := len(s.doubtful); n > 1 {
		status = kit.Infof("warning 1 of %d; %s goes to the next", n, shortcut.InProse(huhform.Keys.NextProblem)).Status
	}
	return kit.Action{Pop: 1, Status: status}
}

// notes is what to know of a form: what its skill is for, what the agent asks or refused, and notices on the schema. It is made for each draw.
type notes struct {
	of        *target
	form      *formgen.Form
	use       *Use
	st        *kit.Styles
	height    int      // of the screen
	rejection safe.Raw // why the agent rejected what was sent last
	parts     int      // that are sent with the form
	isSlots   bool     // the values go into a text
	isWhole   bool     // the page is the whole form
	hasPanes  bool
}

func (s *Screen) notes() notes {
	return notes{
		of: &s.target, form: s.Form, use: s.use, st: s.Styles(), height: s.Height, rejection: s.rejection, parts: len(s.parts.All()) - 1,
		isSlots: s.isSlots(), isWhole: s.editor.isWhole(), hasPanes: s.editor.place().hasPanes,
	}
}

// roomy is from how many lines on a form says what its skill is for.
const roomy = 18

// lines are those above the fields.
func (n notes) lines(width int) (lines []string) {
	if skill := n.of.skill; n.height >= roomy && skill != nil && !skill.Description.IsEmpty() && n.isWhole && n.hasPanes {
		lines = kit.Wrap(kit.Line(skill.Description.Summary()), width, 2, n.st.Dim)
	}
	lines = append(lines, n.rejectionLines(width)...)
	lines = append(lines, n.questionLines(width)...)
	lines = append(lines, n.partsLine(width)...)
	lines = append(lines, n.warned(width)...)
	return append(lines, n.sketch(width)...)
}

// maxRejection is how many lines of the reason of a rejection stand above the fields.
const maxRejection = 3

// rejectionLines say why the agent rejected what was sent last.
func (n notes) rejectionLines(width int) []string {
	if n.rejection.IsEmpty() {
		return nil
	}
	lines := kit.Bullet("✗ ", "Rejected: "+n.rejection.Block(safe.TextLimit()).String(), width, n.st.Bad)
	if len(lines) > maxRejection {
		lines = append(lines[:maxRejection-1], n.st.Bad.Render("  …"))
	}
	return lines
}

// sketch is the text that the values go into, as far as it is one sentence.
func (n notes) sketch(width int) []string {
	if !n.isSlots || !n.of.Input.Template.IsSentence() {
		return nil
	}
	v, err := ojson.Parse([]byte(n.form.Root().JSON()), ojson.DataLimits)
	if err != nil {
		v = ojson.NewObject()
	}
	return kit.Wrap("→ "+safe.Text(n.of.Input.Template.Sketch(v)).Line(0).String(), width, 2, n.st.Text)
}

// questionLines are the first lines of what the agent asks with the form. Help has them all.
func (n notes) questionLines(width int) []string {
	if !n.isWhole {
		return nil
	}
	most := max(n.height/3, 2)
	lines := n.wrapQuestion(width, n.st.Strong)
	if len(lines) <= most {
		return lines
	}
	return append(lines[:most-1], n.st.Warn.Render(ansi.Truncate(fmt.Sprintf("… %s, %s shows all", english.Plural(len(lines)-most+1, "more line", "more lines"), shortcut.InProse(kit.Keys.Help)), width, "…")))
}

// wrapQuestion is what the agent asks, also with the form of its card.
func (n notes) wrapQuestion(width int, style lipgloss.Style) []string {
	var text safe.Raw
	switch {
	case n.use != nil && n.use.Question != nil:
		text = n.use.Question()
	case n.of.Input.Form != nil:
		text = n.of.Input.Form.Instructions
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
func (n notes) warned(width int) (lines []string) {
	st, notices := n.st, n.notices()
	most := maxNotices
	if n.height < roomy {
		most = 1
	}
	add := func(text string) {
		lines = append(lines, st.Warn.Render(ansi.Truncate("! "+text, width, "…")))
	}
	if len(notices) > most && n.height < roomy {
		add(fmt.Sprintf("%d notices, %s lists them", len(notices), shortcut.InProse(kit.Keys.Help)))
		return lines
	}
	for i, text := range notices {
		if i == most {
			add(fmt.Sprintf("and %d more, %s lists them", len(notices)-i, shortcut.InProse(kit.Keys.Help)))
			break
		}
		add(text)
	}
	return lines
}

// partsLine says what is sent with the form; nothing for the form alone.
func (n notes) partsLine(width int) []string {
	more := n.parts
	if more == 0 {
		return nil
	}
	text := "Sent with " + english.Plural(more, "more part", "more parts") + ". Message parts (" + shortcut.InProse(kit.Keys.Palette) + ") shows them."
	return []string{n.st.Accent.Render(ansi.Truncate(text, width, "…"))}
}

// help lists what stands above the fields in short: what the object of the
// page needs, and what the schema gets wrong and where.
func (n notes) help(page *huhform.Page, width int) (lines []string) {
	st, at := n.st, page.At()
	if needs := words.Needs(at); len(needs) > 0 && at != page.Focused() {
		lines = append(lines, "", st.Title.Render("Together"))
		for _, need := range needs {
			marker := "· "
			if need.Met {
				marker = "✓ "
			}
			lines = append(lines, kit.Bullet(marker, formgen.Capital(need.Text), width, st.Text)...)
		}
	}
	notices := n.notices()
	if len(notices) > 0 {
		lines = append(lines, "", st.Title.Render("Notices on the schema"))
	}
	for _, text := range notices {
		lines = append(lines, kit.Bullet("! ", text, width, st.Warn)...)
	}
	return lines
}

// notices are what to know of the schema and of how it is sent.
func (n notes) notices() []string {
	var texts []string
	if n.of.agent != nil && n.use == nil && n.form.Root().Location().Kind().IsNoObject() && n.of.agent.TakesOnlyObjects(n.of.Input.Tag) {
		texts = append(texts, "this form cannot be sent: its value is not an object, and the agent takes only objects")
	}
	if n.of.Input.IsNoted() {
		rule := n.of.Input.Rule
		if n.isSlots {
			rule = "guessed from " + n.of.Input.GuessedFrom + "; Esc goes on with a plain text"
		}
		texts = append(texts, rule)
	}
	if n.of.Input.AsText && n.of.Input.Template == nil {
		texts = append(texts, "sent as JSON in a text part, because the skill takes only text")
	}
	for _, notice := range n.form.Notices() {
		texts = append(texts, notice.Text)
	}
	return texts
}

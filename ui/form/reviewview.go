package form

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

var _ = kit.RegisterKeys("review", &reviewKeys)

// reviewKeys are the keys of the review besides those of all screens.
var reviewKeys = struct{ Request, Doubt, AtOnce, Edit key.Binding }{
	Edit:    kit.Bind("Edit", "o"),
	Doubt:   kit.Bind("Fix", "f6", "]"),
	AtOnce:  kit.Bind("Send, and skip the review from now on", "A"),
	Request: kit.Bind("Request"),
}

func (s *Review) place() reviewLayout { return reviewLayoutOf(s.Width, s.Height, len(s.views())) }

func (s *Review) View() string {
	st, l := s.Styles(), s.place()
	if !l.hasPanes {
		return kit.Between(st.Title.Render(s.heading()), st.Dim.Render(s.values.origins.mainNote()), s.Width) + "\n" + s.lines.View()
	}
	lines := st.Pane.Draw(kit.Pane{
		Title: s.heading(), Note: s.values.origins.mainNote(), Lines: strings.Split(s.lines.View(), "\n"),
		Width: l.view.Width, Height: l.view.Height, HasFocus: true,
	})
	if l.beside.IsShown() {
		lines = kit.Beside(lines, st.Pane.Draw(kit.Pane{Title: s.views()[besideView].name, Lines: s.beside, Width: l.beside.Width, Height: l.beside.Height}))
	}
	return strings.Join(append(lines, st.Button.Line(s.buttons(), 0, s.Width)), "\n")
}

// Buttons are those below what is sent.
func (s *Review) Buttons() []kit.Button {
	if !s.place().hasPanes {
		return nil
	}
	return s.buttons()
}

func (s *Review) buttons() []kit.Button {
	buttons := []kit.Button{{Label: "Send", Key: "enter", IsOff: s.quiet.IsWaiting()}}
	if s.edit != nil {
		buttons = append(buttons, kit.Button{Label: "Edit", Key: reviewKeys.Edit.Help().Key})
	}
	return append(buttons, kit.Button{Label: "Back", Key: "esc"})
}

// doubleClick is how many times as long as [kit.Options.PasteGuard] two clicks may be apart.
const doubleClick = 5

// Click does what the button at a position is for.
func (s *Review) Click(column, line int) (kit.Action, tea.Cmd) {
	l := s.place()
	if !l.hasPanes || line != l.buttons {
		return kit.Action{}, nil
	}
	switch at := kit.ButtonAt(s.buttons(), column); {
	case at == 0:
		if time.Since(s.opened) < doubleClick*s.Host.Options.PasteGuard { // the second click of two on the button of the form
			return kit.Infof("The click came as the review opened and was ignored. Click again."), nil
		}
		return s.send(), nil
	case at == 1 && s.edit != nil:
		return s.edit(), nil
	case at > 0:
		return s.Back(), nil
	}
	return kit.Action{}, nil
}

// shownValues is a form with what is sent.
type shownValues struct {
	form    *formgen.Form
	origins origins
	leftOut []string // labels of fields
}

// filledIn draws what was filled in, in the words of the form: what may be refused first, then the fields in their order,
// then what is left out.
func (s *Review) filledIn(width int) (lines []string) {
	const gap = 2
	st, root := s.Styles(), s.values.form.Root()
	rows := sentRows(nil, root, 0)
	if len(root.Children()) == 0 {
		rows = []sentRow{{field: root, words: words.Sent(root)}}
	}
	const leftOutLabel = "Left out"
	label, leftOut := 0, strings.Join(s.values.leftOut, ", ")
	if leftOut != "" {
		label = lipgloss.Width(leftOutLabel)
	}
	for _, r := range rows {
		label = max(label, lipgloss.Width(r.label()))
	}
	for _, x := range s.doubtful {
		label = max(label, lipgloss.Width(x.Label()))
	}
	label = min(label, width/3)
	add := func(mark, name, text string, style lipgloss.Style) {
		for i, l := range kit.Wrap(text, width-label-gap-lipgloss.Width(mark), maxValueLines, style) {
			head := strings.Repeat(" ", lipgloss.Width(mark)+label)
			if i == 0 {
				head = style.Render(mark) + st.Dim.Render(kit.Pad(ansi.Truncate(name, label, "…"), label))
			}
			lines = append(lines, head+strings.Repeat(" ", gap)+l)
		}
	}
	warned := slices.DeleteFunc(slices.Clone(s.doubtful), func(x *formgen.Field) bool { return len(x.Warnings()) == 0 }) // the others are said above
	for _, x := range warned {
		add("! ", x.Label(), words.Sent(x)+"  "+formgen.Capital(words.DoubtNote(x, x.Warnings()[0])), st.Warn)
	}
	if len(warned) > 0 {
		lines = append(lines, "")
	}
	for _, r := range rows {
		add("", r.label(), r.words, st.Text)
		if day := formgen.Weekday(r.field); day != "" {
			const gap, short = "  ", 3 // as beside a date in a table
			if last := len(lines) - 1; lipgloss.Width(lines[last])+len(gap)+short <= width {
				lines[last] += gap + st.Dim.Render(day[:short])
			}
		}
		if note := s.values.origins.note(r.field); note != "" && r.depth == 0 {
			lines = withNote(lines, st.Dim.Render(note), min(width, maxNoteColumn))
		}
	}
	if leftOut != "" {
		lines = append(lines, "")
		add("", leftOutLabel, leftOut, st.Dim)
	}
	return lines
}

// sentRow is a field with what is sent of it, or the heading of those in it.
type sentRow struct {
	field *formgen.Field
	depth int
	words string
}

// label is that of the field, behind those around it.
func (r sentRow) label() string { return strings.Repeat("  ", r.depth) + r.field.Label() }

// maxRowDepth is how deep fields have rows of their own. What is deeper is on the line of its object.
const maxRowDepth = 3

// sentRows adds the fields of an object that are sent. Those of an object inside are below its label and its chosen shape, the items
// of a list of objects below its label.
func sentRows(rows []sentRow, object *formgen.Field, depth int) []sentRow {
	for _, x := range object.Children() {
		text := words.Sent(x)
		if text == "" || depth > 0 && x.Kind() == schema.Const {
			continue
		}
		var inside []sentRow
		if depth < maxRowDepth {
			inside = sentRows(nil, x, depth+1)
		}
		switch {
		case len(inside) == 0:
			rows = append(rows, sentRow{x, depth, text})
		case x.Kind() == schema.Object && x.IsItem():
			rows = append(rows, sentRow{x, depth, named(inside, depth+1)})
		case x.Kind() == schema.Object, x.Kind() == schema.Array && inside[0].field.Kind() == schema.Object && len(x.Children()) <= maxItemRows:
			rows = append(append(rows, sentRow{x, depth, strings.Join(words.Shapes(x), ", ")}), inside...)
		default:
			rows = append(rows, sentRow{x, depth, text})
		}
	}
	return rows
}

// maxItemRows is how many items of a list have rows of their own.
const maxItemRows = 100

// named are fields of an object on one line, behind their labels: what is in them follows with no label of its own.
func named(rows []sentRow, depth int) string {
	var parts []string
	for _, r := range rows {
		if r.depth == depth {
			parts = append(parts, r.field.Label()+" "+words.Sent(r.field))
		}
	}
	return strings.Join(parts, ", ")
}

// maxValueLines is how many lines of a value are shown; JSON has all of it.
const maxValueLines = 6

// data is the JSON that is sent.
func (s *Review) data(width int) (lines []string) {
	st := s.Styles()
	v, err := ojson.Parse(s.plan.Data, ojson.DataLimits)
	if err != nil {
		return kit.Wrap("The data is too large to show here. The request has all of it.", width, 0, st.Dim)
	}
	for _, l := range kit.JSONLines(v) {
		lines = append(lines, colored(l, width, st, st.Syntax.JSON)...)
	}
	return lines
}

// parts draws each part of the message as it is sent, the form with where its values come
// from.
func (s *Review) parts(width int) (lines []string) {
	st, n := s.Styles(), 0
	heading := func(about string) {
		n++
		if n > 1 {
			lines = append(lines, "")
		}
		lines = append(lines, st.Title.Render(fmt.Sprintf("Part %d", n))+st.Dim.Render("  "+about))
	}
	own := func() {
		if s.plan.Data != nil && !s.hasSlots() {
			heading(s.tag())
			lines = append(lines, s.data(width)...)
		}
		if s.plan.Text != "" || s.hasSlots() {
			heading("plain text")
			lines = append(lines, s.message(width)...)
		}
	}
	for i, part := range s.plan.Parts {
		if i == s.plan.PartsBefore {
			own()
		}
		about, content := SentParts(part)
		heading(about)
		for _, l := range content {
			lines = append(lines, colored(l, width, st, st.Syntax.JSON)...)
		}
	}
	if s.plan.PartsBefore >= len(s.plan.Parts) {
		own()
	}
	return lines
}

// maxNoteColumn is where a note ends at most: the eye has to find the value that it is of.
const maxNoteColumn = 80

// withNote puts a note at the right end of the last line, or under it where it does not fit.
func withNote(lines []string, note string, width int) []string {
	last := len(lines) - 1
	gap := width - lipgloss.Width(lines[last]) - lipgloss.Width(note)
	if gap < 2 {
		return append(lines, strings.Repeat(" ", max(width-lipgloss.Width(note), 0))+note)
	}
	lines[last] += strings.Repeat(" ", gap) + note
	return lines
}

func (s *Review) Help() []string {
	escape := shortcut.InProse(kit.Keys.Back)
	back := escape + " goes back."
	switch {
	case s.from != nil:
		back = escape + " goes back to the form, where everything is as you left it."
	case s.edit != nil:
		back = "The key " + reviewKeys.Edit.Help().Key + " opens it to be edited, and " + escape + " goes back without sending it."
	}
	return append([]string{
		"This is what will be sent. Request, among the commands, shows the request byte for byte. Secrets are sent, but not shown. The key " + kit.Keys.CopyAs.Help().Key + " copies the message as JSON or as a command.",
		"",
		shortcut.InProse(kit.Keys.Send) + " sends it once. Nothing is sent again without asking you. " + back,
	}, noticeLines(s.Styles(), s.notices, s.HelpWidth())...)
}

// metadataLines list the metadata that goes along.
func (s *Review) metadataLines(width int) (lines []string) {
	for _, m := range s.plan.Agent.Metadata() {
		text := "Metadata " + safe.Text(m.Key+" = "+string(m.Value)).Line(safe.CellLimit()).String()
		lines = append(lines, kit.Wrap(text, width, 2, s.Styles().Dim)...)
	}
	return lines
}

// noticeLines list warnings of the message as a whole.
func noticeLines(st *kit.Styles, notices []string, width int) (lines []string) {
	for _, n := range notices {
		lines = append(lines, kit.Bullet("! ", n, width, st.Warn)...)
	}
	return lines
}

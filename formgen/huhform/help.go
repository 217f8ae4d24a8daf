package huhform

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// note is a line below a row.
type note struct {
	style lipgloss.Style
	text  string
}

// help are the lines below the focused row: how much there is of what may be,
// what fits, and what it is for.
func (p *Page) help() []note {
	r := p.row()
	width := p.columns.noteWidth(r)
	if n := p.typedName(); n != nil {
		return p.nameHelp(n)
	}
	if !hasLabel(r) {
		return nil
	}
	if p.hintsBeside {
		return nil
	}
	text := strings.Join(p.hints(r), " ")
	if help := r.Field.Help().Lines(); len(help) > 0 && help[0].String() != "" {
		text = strings.TrimSpace(text + " " + help[0].String())
		if len(help) > 1 {
			text += " …" // f1 has the rest
		}
	}
	counter := p.counter(r.Field)
	if counter.text != "" {
		text = counter.text + " · " + text
	}
	lines := wrapWords(text, width)
	const maximum = 3
	if len(lines) > maximum {
		lines = append(lines[:maximum-1], ansi.Truncate(lines[maximum-1], max(width-1, 1), "")+"…")
	}
	notes := make([]note, len(lines))
	for i, l := range lines {
		notes[i] = note{p.styles.Dim, l}
	}
	if rest, ok := strings.CutPrefix(lines[0], counter.text); ok && counter.text != "" {
		notes[0] = note{lipgloss.NewStyle(), counter.style.Render(counter.text) + p.styles.Dim.Render(rest)}
	}
	return notes
}

// Hints are a short help on the focused row, in sentences: what fits and which keys
// do something here; and how much of what may be there is, such as "12/80", "" where nothing
// is counted. A row that is a command has none.
func (p *Page) Hints() (hints []string, counter string) {
	r := p.row()
	if !hasLabel(r) {
		return nil, ""
	}
	return p.hints(r), p.counter(r.Field).text
}

func (p *Page) hints(r formgen.Row) []string {
	list := hints(r)
	if p.fieldEditor != nil && p.fieldEditor.replaces {
		list = append(list, "Typing replaces the default.")
	}
	switch e := p.fieldEditor; {
	case e == nil || e.list == nil:
	case e.list.several:
		list = append(list, "Space selects. Typing filters.")
	default:
		list = append(list, "Typing filters, enter takes one.")
	}
	if r.Field.IsSecret() && p.recipient != "" {
		list = append(list, "It goes to "+p.recipient+".")
	}
	return list
}

// wrapWords breaks a text into lines between words, and not at hyphens, which
// dates have.
func wrapWords(text string, width int) []string {
	const hyphen = "\ue000" // is of the same width, and no place to break
	wrapped := ansi.Wrap(strings.ReplaceAll(text, "-", hyphen), max(width, 1), " ")
	return strings.Split(strings.ReplaceAll(wrapped, hyphen, "-"), "\n")
}

// hints are a short help on a row's field, in sentences.
func hints(r formgen.Row) (list []string) {
	x := r.Field
	add := func(is bool, sentence string) {
		if is && sentence != "" {
			list = append(list, sentence)
		}
	}
	add(x.IsDeprecated(), "Deprecated.")
	what, reason := x.Hint(), x.Reason()
	switch {
	case r.Kind == formgen.Variant:
		what = variantHint(r)
	case r.Kind == formgen.Open && x.Kind() == schema.Object:
		what = ""
	case reason != "" && !isFlipped(x):
		what += ": " + reason
	}
	add(what != "", sentence(formgen.Capital(what)))
	add(x.IsLocked(), "Set by the agent.")
	add(isFlipped(x), "F2 goes back to the form.")
	add(x.IsSecretByName(), "Masked and not kept: its name looks like a secret (alt+v shows it, alt+k if it is none).")
	add(r.Kind == formgen.Open && x.Presence() == formgen.Set, "Enter opens it.")
	add(r.Kind == formgen.Open && x.Presence() != formgen.Set && !x.IsLocked(), "Enter adds it.")
	switch {
	case x.IsBinary():
		add(true, "F4 chooses a file.")
	case takesSteps(x) && r.Kind == formgen.Edit:
		add(true, "Ctrl+↑↓ steps.")
	case formgen.DateFormat(x) != "" && !x.IsLocked():
		add(true, "Words work too: tomorrow, next fri, +3d. F4 shows a calendar.")
	}
	add(true, sentence(formgen.Capital(formgen.WhyRequired(x))))
	return list
}

// sentence ends a text with a period.
func sentence(text string) string {
	if text == "" || strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}

// variantHint is what the schema says of the chosen shape.
func variantHint(r formgen.Row) string {
	u := r.Field.Unions()[r.Union]
	if r.Field.Presence() == formgen.Set && u.Chosen >= 0 && u.Notes[u.Chosen] != "" {
		return u.Notes[u.Chosen]
	}
	if len(u.Branches) <= maxRadio {
		return fmt.Sprintf("One of %d kinds. ← → chooses.", len(u.Branches))
	}
	return fmt.Sprintf("One of %d kinds.", len(u.Branches))
}

// nameHelp says what is wrong with a name that is typed.
func (p *Page) nameHelp(n *naming) []note {
	if problem := n.problem(); problem != "" {
		return []note{{p.styles.Problem, "✗ " + problem}}
	}
	if n.member != nil {
		return []note{{p.styles.Dim, "enter renames it, esc leaves it as it is"}}
	}
	return nil
}

// counter says how much of what may be there is: characters of a text that has
// bounds, lines of JSON.
func (p *Page) counter(x *formgen.Field) note {
	switch {
	case x.Kind() == schema.JSON && p.fieldEditor != nil && p.fieldEditor.editor != nil && p.fieldEditor.editor.Lines() > 1:
		line, column := p.fieldEditor.editor.Position()
		return note{p.styles.Dim, fmt.Sprintf("line %d of %d, column %d", line, p.fieldEditor.editor.Lines(), column)}
	case x.Kind() != schema.String || x.IsSecret() || x.IsBinary():
		return note{}
	}
	n := 0
	if x.Presence() == formgen.Set {
		n = utf8.RuneCountInString(x.Text())
	}
	return p.count(n, x.Location().Bounds().Length)
}

// count is "12/80", red where it is too many; "3 of 5" on the way to a least;
// nothing where no bound is.
func (p *Page) count(n int, size schema.Size) note {
	switch {
	case size.Max != nil && n > *size.Max:
		return note{p.styles.Problem, fmt.Sprintf("%d/%d", n, *size.Max)}
	case size.Max != nil:
		return note{p.styles.Dim, fmt.Sprintf("%d/%d", n, *size.Max)}
	case 0 < n && n < size.Least():
		return note{p.styles.Dim, fmt.Sprintf("%d of %d", n, *size.Min)}
	}
	return note{}
}

// needs are the demands of an object on its members together that are not met yet.
func (p *Page) needs(i int) []note {
	r := p.rows[i]
	if r.Kind != formgen.Section && r.Kind != formgen.Variant || !p.rows.showsProblems(i) {
		return nil
	}
	var notes []note
	for _, need := range r.Field.Needs() {
		if !need.Bad && !need.Met {
			notes = append(notes, note{p.styles.Dim, "· " + formgen.Capital(need.Text)})
		}
	}
	return notes
}

// below is a line below a row's value.
func (p *Page) below(i int, n note) string {
	return p.columns.fit(p.gutter(i) + strings.Repeat(" ", p.columns.noteIndent(p.rows[i])) + n.style.Render(n.text))
}

package huhform

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// leastLabel is the least width of the label column.
const leastLabel = 8

// labelWidth is the width of the label column: as wide as the labels need, at
// most two fifths of the page.
func (p *Page) labelWidth() int { return min(p.widest, max(p.width*2/5, leastLabel)) }

// widestLabel is the width of the widest label, its indent and star included.
func widestLabel(rows []formgen.Row) int {
	widest := leastLabel
	for _, r := range rows {
		if r.Kind == formgen.Edit || r.Kind == formgen.Open || r.Kind == formgen.Variant {
			widest = max(widest, lipgloss.Width(r.Label())+2*r.Depth+len(" *"))
		}
	}
	return widest
}

// The widths of what stands beside a label: gutter, marker, and the gap before
// the value.
const (
	gutterWidth        = 2
	columnsBesideLabel = gutterWidth + 2 + 2
)

// valueWidth is the room for a value.
func (p *Page) valueWidth() int {
	return max(p.width-p.labelWidth()-columnsBesideLabel, 6)
}

// value is a row's value where it is not being edited.
func (p *Page) value(r formgen.Row) string {
	x := r.Field
	switch {
	case r.Kind == formgen.Variant && x.Presence() != formgen.Null:
		return p.variantValue(r)
	case x.Presence() == formgen.Null:
		return p.styles.Dim.Render("null")
	case x.Presence() == formgen.Absent:
		return p.styles.Dim.Render(absentNote(r))
	case r.Kind == formgen.Open:
		return p.openSummary(x)
	case x.Kind() == schema.Const:
		return p.styles.Fixed.Render(x.Summary()) + p.styles.Dim.Render("  fixed")
	case x.Kind() == schema.Boolean:
		return p.styles.Value.Render(boolWord(x))
	case x.Kind() == schema.String && x.Text() == "":
		return p.styles.Dim.Render("empty text")
	case x.IsSecret():
		return p.styles.Value.Render(strings.Repeat("•", min(len([]rune(x.Text())), 12)))
	}
	return p.styles.Value.Render(x.Summary())
}

func boolWord(x *formgen.Field) string {
	if yes, _ := x.Bool(); yes {
		return "✓ yes"
	}
	return "✗ no"
}

// absentNote says what becomes of a place that has no value.
func absentNote(r formgen.Row) string {
	x := r.Field
	switch {
	case x.IsItem():
		return "needs a value"
	case x.IsReadOnly():
		return "set by the agent"
	case r.Kind == formgen.Open && !x.IsRequired():
		return "not sent, enter to add"
	case x.IsRequired() && x.IsNullable():
		return "required; ctrl+g for null"
	case x.IsRequired():
		return "required"
	}
	if v := x.Place().Default(); v.Exists() {
		return "not sent, default " + formgen.Summary(v)
	}
	return "not sent"
}

func (p *Page) openSummary(x *formgen.Field) string {
	text := p.styles.Value.Render(x.Summary())
	if x.Summary() == "" {
		text = p.styles.Dim.Render("nothing filled in")
	}
	if n := p.form.ShowingIn(x); n > 0 {
		text = p.styles.Problem.Render(problems(n)) + "  " + text
	}
	return text
}

func problems(n int) string {
	if n == 1 {
		return "✗ 1 problem"
	}
	return fmt.Sprintf("✗ %d problems", n)
}

// help are the lines below the focused row: what fits, and what it is for.
func (p *Page) help(r formgen.Row) []string {
	width := max(p.width-p.noteIndent(r)-gutterWidth, 10)
	hint := p.hint(r)
	if hint == "" {
		return nil
	}
	lines := strings.Split(ansi.Wordwrap(hint, width, " "), "\n")
	const most = 3
	if len(lines) > most {
		lines = append(lines[:most-1], ansi.Truncate(lines[most-1], max(width-1, 1), "")+"…")
	}
	return lines
}

// hint is what fits into a row and what it is for.
func (p *Page) hint(r formgen.Row) string {
	switch {
	case p.naming != nil && p.naming.problem() != "":
		return "✗ " + p.naming.problem()
	case p.naming != nil && p.naming.member != nil:
		return "enter renames it, esc leaves it as it is"
	case r.Kind == formgen.AddKey:
		return addKeyHint(r.Field)
	case r.Kind == formgen.Variant:
		return withDescription(variantHelp(r), r.Field)
	case r.Kind == formgen.Add || r.Kind == formgen.Section:
		return ""
	}
	hint := r.Field.Hint()
	if r.Kind == formgen.Open {
		hint = "enter opens it, " + hint
	}
	switch reason := r.Field.Reason(); {
	case r.Field.IsReadOnly():
		hint += ", set by the agent"
	case isFlipped(r.Field):
		hint += ", f2 turns it back"
	case reason != "":
		hint += ": " + reason
	}
	if r.Field.IsDeprecated() {
		hint = "deprecated, " + hint
	}
	if r.Field.Kind() == schema.Several {
		hint += ", space takes one"
	}
	return withDescription(hint, r.Field)
}

func addKeyHint(x *formgen.Field) string {
	if hint := x.Place().Bounds().Hint(); hint != "" {
		return "type its name, enter adds it; " + hint
	}
	return "type its name, enter adds it"
}

func withDescription(hint string, x *formgen.Field) string {
	if help := x.Help().Lines(); len(help) > 0 && help[0].String() != "" {
		hint += " · " + help[0].String()
	}
	return hint
}

// narrow is up to how many columns notes use the label's column too.
const narrow = 60

// noteIndent is how far the lines below a row stand in, behind the gutter: in
// the column of values, where there is room for it.
func (p *Page) noteIndent(r formgen.Row) int {
	if r.Kind == formgen.Section || p.width < narrow {
		return 2*r.Depth + 2
	}
	return p.labelWidth() + columnsBesideLabel - gutterWidth
}

// note is a line below a row's value.
func (p *Page) note(i int, r formgen.Row, style lipgloss.Style, text string) string {
	return p.fit(p.gutter(i) + strings.Repeat(" ", p.noteIndent(r)) + style.Render(text))
}

package huhform

import (
	"strings"

	"a2aform/formgen"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// value is a row's value where it is not being edited.
func (p *Page) value(i int) string {
	r := p.rows[i]
	x := r.Field
	switch {
	case x.Presence() == formgen.Null:
		return p.styles.Dim.Render("null")
	case x.Presence() == formgen.Omitted && p.rows.showsProblems(i) && len(p.form.Showing()[x]) > 0:
		return "" // the problem below says what is needed
	case x.Presence() == formgen.Omitted:
		return p.styles.Dim.Render(formgen.OmittedText(r))
	case r.Kind == formgen.Variant:
		return p.variant(i)
	case r.Kind == formgen.Open:
		return p.openSummary(i)
	}
	return p.scalar(x)
}

func (p *Page) scalar(x *formgen.Field) string {
	switch {
	case x.Kind() == schema.Const:
		return p.styles.Fixed.Render(x.Summary()) + p.styles.Dim.Render("  (set by the schema)")
	case x.Kind() == schema.Boolean:
		return p.styles.Value.Render(formgen.BoolText(x))
	case x.Kind() == schema.String && x.Text() == "":
		return p.styles.Dim.Render("Empty text")
	case x.IsText() && x.Text() == "":
		return p.styles.Dim.Render("Needs a value")
	case p.masked(x):
		return p.styles.Value.Render(strings.Repeat("•", min(len([]rune(x.Text())), 12)))
	}
	if size := binarySize(x); size != "" {
		return p.styles.Value.Render(size)
	}
	if p.revealed == x {
		return p.styles.Value.Render(safe.Text(x.Text()).Line(0).String())
	}
	if day := formgen.Weekday(x); day != "" {
		return p.styles.Value.Render(x.Summary()) + "  " + p.styles.Dim.Render(day)
	}
	return p.styles.Value.Render(x.Summary())
}

// variant is the chosen branch of a choice between shapes, and what its value
// is where that has no row.
func (p *Page) variant(i int) string {
	r := p.rows[i]
	label := branch(r)
	if label == "" {
		return p.styles.Dim.Render("Choose one")
	}
	return p.styles.Value.Render(label)
}

// openSummary is what a location with a page of its own contains. Below a choice that
// shows the problems, it does not say them again.
func (p *Page) openSummary(i int) string {
	x := p.rows[i].Field
	text := p.styles.Value.Render(x.Summary())
	if x.Summary() == "" {
		text = p.styles.Dim.Render("Nothing filled in")
	}
	if n := p.form.ShowingIn(x); n > 0 {
		return p.styles.Problem.Render(formgen.CountProblems(n)) + "  " + text
	}
	if n := warningsIn(x); n > 0 {
		return p.styles.Warning.Render(formgen.CountWarnings(n)) + "  " + text
	}
	return text
}

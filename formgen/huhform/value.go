package huhform

import (
	"fmt"
	"strings"

	"a2aform/formgen"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// minLabelWidth is the least width of the label column.
const minLabelWidth = 8

// labelWidth is the width of the label column: as wide as the labels need, at
// most two fifths of the page.
func (p *Page) labelWidth() int { return min(p.widest, max(p.width*2/5, minLabelWidth)) }

// The widths of what is next to a label: gutter, marker, and the gap before
// the value.
const (
	gutterWidth        = 2
	columnsBesideLabel = gutterWidth + 2 + 2
)

// valueWidth is the space for a value.
func (p *Page) valueWidth() int {
	return max(p.width-p.labelWidth()-columnsBesideLabel, 6)
}

// value is a row's value where it is not being edited.
func (p *Page) value(i int) string {
	r := p.rows[i]
	x := r.Field
	switch {
	case x.Presence() == formgen.Null:
		return p.styles.Dim.Render("null")
	case x.Presence() == formgen.Omitted:
		return p.styles.Dim.Render(omittedNote(r))
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
		return p.styles.Fixed.Render(x.Summary()) + p.styles.Dim.Render("  fixed")
	case x.Kind() == schema.Boolean:
		return p.styles.Value.Render(boolWord(x))
	case x.Kind() == schema.String && x.Text() == "":
		return p.styles.Dim.Render("empty text")
	case x.IsText() && x.Text() == "":
		return p.styles.Dim.Render("needs a value")
	case p.masked(x):
		return p.styles.Value.Render(strings.Repeat("•", min(len([]rune(x.Text())), 12)))
	}
	if size := binarySize(x); size != "" {
		return p.styles.Value.Render(size)
	}
	if p.revealed == x {
		return p.styles.Value.Render(safe.Text(x.Text()).Line(0).String())
	}
	return p.styles.Value.Render(x.Summary())
}

// variant is the chosen branch of a choice between shapes, and what its value
// is where that has no row.
func (p *Page) variant(i int) string {
	r := p.rows[i]
	label := branch(r)
	if label == "" {
		return p.styles.Dim.Render("choose")
	}
	return p.styles.Value.Render(label)
}

func boolWord(x *formgen.Field) string {
	if yes, _ := x.Bool(); yes {
		return "✓ yes"
	}
	return "✗ no"
}

// absentNote says what happens to a location that has no value.
func omittedNote(r formgen.Row) string {
	x := r.Field
	switch {
	case IsLocked(x):
		return "set by the agent"
	case x.IsItem() || x.IsExtra():
		return "needs a value"
	case r.Kind == formgen.Variant && x.IsRequired():
		return "choose"
	case r.Kind == formgen.Open && x.IsRequired() && offersNull(x):
		return "required, enter to add; ctrl+g for null"
	case r.Kind == formgen.Open && x.IsRequired():
		return "required, enter to add"
	case r.Kind == formgen.Open:
		return "not sent, enter to add"
	case x.IsRequired() && offersNull(x):
		return "required; ctrl+g for null"
	case x.IsRequired():
		return "required"
	}
	if v := x.Location().Default(); v.Exists() {
		return "not sent, default " + formgen.InSentence(v)
	}
	return "not sent"
}

// openSummary is what a location with a page of its own holds. Below a choice that
// shows the problems, it does not say them again.
func (p *Page) openSummary(i int) string {
	x := p.rows[i].Field
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

package form

import (
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/internal/ojson"
	"a2aform/ui/kit"
)

const (
	minHeight = 12  // rows that panes need
	wideFrom  = 138 // from how many columns on there is something beside the fields or what is sent: on a terminal of 140
	maxJSON   = 50  // columns of the JSON beside the fields
)

// layout is where the parts of a form are. Where no pane fits, its fields have all of the screen.
type layout struct {
	hasPanes     bool
	fields, json kit.Rect // with their borders
	buttons      int      // their line
}

// layoutOf lays a form out, with the JSON of its value beside the fields where there is space for it.
func layoutOf(width, height int, hasJSON bool) (l layout) {
	if !hasPanes(width, height) {
		l.fields = kit.At(0, 0, width, height)
		return l
	}
	l.hasPanes, l.buttons = true, height-buttonLines
	l.fields = kit.At(0, 0, width, l.buttons)
	if hasJSON && width >= wideFrom {
		side := min(width/3, maxJSON)
		l.fields.Width -= side
		l.json = kit.At(l.fields.Width, 0, side, l.buttons)
	}
	return l
}

func hasPanes(width, height int) bool { return width >= kit.MinPaneWidth && height >= minHeight }

// text is the size of the area of the lines of the form.
func (l layout) text() (width, height int) {
	if !l.hasPanes {
		return l.fields.Width, l.fields.Height
	}
	return l.fields.Inside()
}

// reviewLayout is where the parts of a review are: a view of what is sent, another one beside it, and the buttons below. Where no pane
// fits, the view is below the heading.
type reviewLayout struct {
	hasPanes     bool
	view, beside kit.Rect // with their borders
	buttons      int      // their line
}

// reviewLayoutOf lays a review out. Two views are side by side where there is space.
func reviewLayoutOf(width, height, views int) (l reviewLayout) {
	if !hasPanes(width, height) {
		const above = 1
		l.view = kit.At(0, above, width, max(height-above, 1))
		return l
	}
	l.hasPanes, l.buttons = true, height-buttonLines
	l.view = kit.At(0, 0, width, l.buttons)
	if width >= wideFrom && views > 1 {
		l.view.Width = width / 2
		l.beside = kit.At(l.view.Width, 0, width-l.view.Width, l.buttons)
	}
	return l
}

// text is the size of the inside of the view.
func (l reviewLayout) text() (width, height int) {
	if !l.hasPanes {
		return l.view.Width, l.view.Height
	}
	return l.view.Inside()
}

// jsonPane is the value of a form as JSON, beside its fields.
type jsonPane struct {
	edit   uint64 // of the form whose value it is
	isRead bool
	secret bool // in the value, which is not shown
	all    []kit.JSONLine
}

// maxJSONLines bounds the lines of the pane; the review has all of them.
const maxJSONLines = 2000

// read takes the value as it is now.
func (p *jsonPane) read(form *formgen.Form) {
	if p.isRead && p.edit == form.Edit() {
		return
	}
	*p = jsonPane{edit: form.Edit(), isRead: true, secret: huhform.HoldsSecret(form, form.Root())}
	if v, _ := form.Value(); v != nil && !p.secret && (!v.Is(ojson.Object) || v.Len() > 0) {
		p.all = kit.LinesOfJSON(v, maxJSONLines)
	}
}

// lines are those around a field.
func (p *jsonPane) lines(around *formgen.Field, width, height int, st *kit.Styles) (lines []string) {
	switch {
	case p.secret:
		return kit.Wrap("A secret is filled in, so the value is not shown.", width, 0, st.Dim)
	case len(p.all) == 0:
		return kit.Wrap("Nothing is filled in yet.", width, 0, st.Dim)
	}
	current, ok := kit.LineOfJSON(p.all, around.Pointer())
	top := 0
	if ok {
		top = max(min(current-height/2, len(p.all)-height), 0)
	}
	for i := top; i < min(top+height, len(p.all)); i++ {
		text := ansi.Truncate(p.all[i].Text, width, "…")
		if ok && i == current {
			lines = append(lines, st.Current.Render(text))
		} else {
			lines = append(lines, st.Syntax.JSON(text))
		}
	}
	return lines
}

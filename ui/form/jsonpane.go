package form

import (
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/formgen/huhform"
	"a2aform/ui/kit"
)

// jsonPane is the value of a form as JSON, beside its fields.
type jsonPane struct {
	edit   uint64 // of the form whose value it is
	isRead bool
	secret bool // in the value, which is not shown
	all    []kit.JSONLine
}

// maxJSON bounds the lines of the pane; the review has all of them.
const maxJSON = 2000

// read takes the value as it is now.
func (p *jsonPane) read(form *formgen.Form) {
	if p.isRead && p.edit == form.Edit() {
		return
	}
	*p = jsonPane{edit: form.Edit(), isRead: true, secret: huhform.HoldsSecret(form, form.Root())}
	if v, _ := form.Value(); v != nil && !p.secret {
		p.all = kit.LinesOfJSON(v, maxJSON)
	}
}

// lines are those around a field.
func (p *jsonPane) lines(around *formgen.Field, width, height int, st *kit.Styles) (lines []string) {
	if p.secret {
		return kit.Wrap("A secret is filled in, so the value is not shown.", width, 0, st.Dim)
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

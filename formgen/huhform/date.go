package huhform

import (
	"time"

	"a2aform/formgen"
)

// SetClock says what time it is: words such as "tomorrow" count from it.
func (p *Page) SetClock(now func() time.Time) {
	p.now = now
	p.form.SetClock(now)
	p.rebuildEditor()
}

// replacedWords are the words for a date that the date has taken the place of.
type replacedWords struct {
	field       *formgen.Field
	words, date string
	edit        uint64 // of the form when the row was left
}

// keep keeps the words of the row that is left for Page.undo.
func (r *replacedWords) keep(e *fieldEditor, edit uint64) {
	if e != nil && e.access != nil && e.access.Words() != "" {
		*r = replacedWords{e.row.Field, e.access.Words(), e.row.Field.Text(), edit}
	}
}

// bringWords shows the words again that a date has replaced: those of the focused row, or
// of another one if nothing was changed since.
func (p *Page) bringWords() bool {
	r := p.replaced
	if r.field == nil || r.field.Text() != r.date || r.edit != p.form.Edit() && r.field != p.Focused() {
		return false
	}
	p.replaced = replacedWords{}
	if p.rows.of(r.field) < 0 || !p.Focus(r.field) || p.fieldEditor == nil || p.fieldEditor.access == nil {
		return false
	}
	p.fieldEditor.setText(r.words)
	return true
}

package huhform

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/formgen"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// put gives pasted text to what edits the row. Line breaks are \n from here
// on, and the last one of a single line is not meant. What an input line
// would rewrite goes directly to the model: text of several lines gets a text area,
// text with tabs or invisible characters is written with escapes.
func (p *Page) put(msg tea.PasteMsg) tea.Cmd {
	x := p.row().Field
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(msg.Content)
	if !p.fieldEditor.area && strings.Count(text, "\n") == 1 {
		text = strings.TrimSuffix(text, "\n")
	}
	if p.fieldEditor.editor == nil && wouldRewrite(text, p.fieldEditor.area) && x.Kind() == schema.String && !x.IsSecret() && p.row().Kind == formgen.Edit {
		x.Paste(text)
		p.Refresh()
		p.rebuildEditor()
		if p.fieldEditor != nil && p.fieldEditor.area {
			p.fieldEditor.toEnd()
			if x.Kind() == schema.JSON { // before the quotation mark
				p.fieldEditor.editor.Back()
			}
		}
		return nil
	}
	if p.fieldEditor.editor == nil && !x.IsSecret() {
		text = safe.Escape(text) // huh would drop what it does not draw
	}
	cmd := p.fieldEditor.update(tea.PasteMsg{Content: text})
	p.Refresh()
	return cmd
}

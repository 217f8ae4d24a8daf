package formgen

import (
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Paste adds text at the end of a text field exactly as it is: a text with
// characters that cannot be seen is written with escapes from then on. On other
// kinds it does nothing.
func (x *Field) Paste(text string) {
	if x.Kind() != schema.String {
		return
	}
	if x.presence == Set {
		text = x.text + text
	}
	if isTypable(text) {
		x.SetText(text)
		return
	}
	x.form.shape++
	x.replace(ojson.NewString(text))
}

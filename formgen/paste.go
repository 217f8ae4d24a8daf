package formgen

import (
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Paste adds text at the end of a text field exactly as it is: a text with
// characters that cannot be seen is written with escapes from then on. On other
// kinds it does nothing.
func (f *Field) Paste(text string) {
	if f.Kind() != schema.String {
		return
	}
	if f.presence == Set {
		text = f.text + text
	}
	if isTypable(text) {
		f.SetText(text)
		return
	}
	f.form.layoutVersion++
	f.replace(ojson.NewString(text))
}

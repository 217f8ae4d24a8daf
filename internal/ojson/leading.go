package ojson

import "strings"

// Leading are the first texts and numbers of a value, in order and with commas between
// them, in at most size bytes and a mark where there are more.
func (v *Value) Leading(size int) string {
	var sb strings.Builder
	v.appendLeading(&sb, size)
	if text := sb.String(); len(text) > size {
		return strings.ToValidUTF8(text[:size], "") + "…"
	}
	return sb.String()
}

// appendLeading reports whether more fits.
func (v *Value) appendLeading(sb *strings.Builder, size int) bool {
	switch v.Kind() {
	case String, Number:
		text := v.Text()
		if text != "" && sb.Len() > 0 {
			sb.WriteString(", ")
		}
		sb.WriteString(text)
	case Array:
		for _, item := range v.Items() {
			if !item.appendLeading(sb, size) {
				return false
			}
		}
	case Object:
		for _, m := range v.Members() {
			if !m.Value.appendLeading(sb, size) {
				return false
			}
		}
	}
	return sb.Len() <= size
}

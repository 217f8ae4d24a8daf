package normalize

import (
	"a2aform/internal/ojson"
)

// tuple writes items and additionalItems of older dialects as prefixItems and
// items.
func (r *Normalizer) tuple(s *Node, o *object) {
	items := o.get("items")
	if !items.Is(ojson.Array) || items.Len() == 0 || o.get("prefixItems").Exists() {
		return
	}
	s.moved("items", "/prefixItems")
	o.replace("items", "prefixItems", items)
	r.note(s, `"items" is a list, as in older dialects; it is read as "prefixItems"`)
	if more := o.get("additionalItems"); more.Exists() {
		s.moved("additionalItems", "/items")
		o.replace("additionalItems", "items", more)
		r.note(s, `"additionalItems" is read as "items"`)
	}
}

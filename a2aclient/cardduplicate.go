package a2aclient

import (
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// warnDuplicates warns of members that an object of the card has twice.
func (r *cardReader) warnDuplicates(path string, v *ojson.Value) {
	for _, item := range v.Items() {
		r.warnDuplicates(path, item)
	}
	members := v.Members()
	seen := make(map[string]*ojson.Value, len(members))
	for _, m := range members {
		at := path + "." + m.Name
		if before := seen[m.Name]; before != nil {
			r.warnDuplicate(at, before, m.Value)
		}
		seen[m.Name] = m.Value
		r.warnDuplicates(at, m.Value)
	}
}

// warnDuplicate names a member of the card that stands in it twice, and both values: one
// reader takes the first, another the last, so that one of them may have checked an
// address that the other sends to.
func (r *cardReader) warnDuplicate(path string, first, last *ojson.Value) {
	shown := func(v *ojson.Value) string { return safe.Text(string(v.Compact())).Line(80).String() }
	r.warn("the card has %s twice, %s and %s: the last one counts, and other programs may take the first", safe.Text(path).Line(80), shown(first), shown(last))
}

package schema

import (
	"strconv"

	"a2aform/internal/ojson"
)

// edits are values to put into a document, by pointer. An edit of a place comes
// before those inside it.
type edits struct {
	value  *ojson.Value // nil changes nothing here
	inside map[string]*edits
}

func (e *edits) set(pointer string, v *ojson.Value) {
	for _, token := range ojson.Tokens(pointer) {
		next := e.inside[token]
		if next == nil {
			next = &edits{}
			if e.inside == nil {
				e.inside = map[string]*edits{}
			}
			e.inside[token] = next
		}
		e = next
	}
	e.value = v
}

// apply makes the edited value of v.
func (e *edits) apply(v *ojson.Value) *ojson.Value {
	if e.value != nil {
		v = e.value
	}
	if len(e.inside) == 0 {
		return v
	}
	switch v.Kind() {
	case ojson.Object:
		members := append([]ojson.Member(nil), v.Members()...)
		for i, m := range members {
			if inner := e.inside[m.Name]; inner != nil {
				members[i].Value = inner.apply(m.Value)
			}
		}
		return ojson.NewObject(members...)
	case ojson.Array:
		items := append([]*ojson.Value(nil), v.Items()...)
		for i, item := range items {
			if inner := e.inside[strconv.Itoa(i)]; inner != nil {
				items[i] = inner.apply(item)
			}
		}
		return ojson.NewArray(items...)
	}
	return v
}

// withoutRepeats leaves only the last member of each name, as the judge and most
// readers of JSON do.
func withoutRepeats(v *ojson.Value) *ojson.Value {
	switch v.Kind() {
	case ojson.Array:
		return eachItem(v, "", func(item *ojson.Value, _ string) *ojson.Value { return withoutRepeats(item) })
	case ojson.Object:
		return eachMember(lastOnly(v), "", false, func(item *ojson.Value, _ string) *ojson.Value { return withoutRepeats(item) })
	}
	return v
}

func lastOnly(v *ojson.Value) *ojson.Value {
	last := make(map[string]int, v.Len())
	for i, m := range v.Members() {
		last[m.Name] = i
	}
	if len(last) == v.Len() {
		return v
	}
	kept := make([]ojson.Member, 0, len(last))
	for i, m := range v.Members() {
		if last[m.Name] == i {
			kept = append(kept, m)
		}
	}
	return ojson.NewObject(kept...)
}

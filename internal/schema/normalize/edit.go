package normalize

import (
	"fmt"
	"strconv"

	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
)

// edits are values to put into a document, by pointer. An edit of a location comes
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

// apply makes the edited value of v. An object gets the members that it lacks.
func (e *edits) apply(v *ojson.Value) *ojson.Value {
	if e.value != nil {
		v = e.value
	}
	if len(e.inside) == 0 {
		return v
	}
	if v.Is(ojson.Array) {
		items := append([]*ojson.Value(nil), v.Items()...)
		for i, item := range items {
			if inner := e.inside[strconv.Itoa(i)]; inner != nil {
				items[i] = inner.apply(item)
			}
		}
		return ojson.NewArray(items...)
	}
	if v.Exists() && !v.Is(ojson.Object) {
		return v
	}
	members := append([]ojson.Member(nil), v.Members()...)
	there := make(map[string]bool, len(e.inside))
	for i, m := range members {
		if inner := e.inside[m.Name]; inner != nil {
			members[i].Value = inner.apply(m.Value)
			there[m.Name] = true
		}
	}
	for _, name := range SortedNames(e.inside) {
		if !there[name] {
			members = append(members, ojson.Member{Name: name, Value: e.inside[name].apply(nil)})
		}
	}
	return ojson.NewObject(members...)
}

// WithoutRepeats leaves only the last member of each name, as the validator and most
// readers of JSON do.
func WithoutRepeats(v *ojson.Value) *ojson.Value {
	switch v.Kind() {
	case ojson.Array:
		return eachItem(v, "", func(item *ojson.Value, _ string) *ojson.Value { return WithoutRepeats(item) })
	case ojson.Object:
		return eachMember(lastOnly(v), "", false, func(item *ojson.Value, _ string) *ojson.Value { return WithoutRepeats(item) })
	}
	return v
}

func lastOnly(v *ojson.Value) *ojson.Value {
	if !repeats(v.Members()) {
		return v
	}
	last := make(map[string]int, v.Len())
	for i, m := range v.Members() {
		last[m.Name] = i
	}
	kept := make([]ojson.Member, 0, len(last))
	for i, m := range v.Members() {
		if last[m.Name] == i {
			kept = append(kept, m)
		}
	}
	return ojson.NewObject(kept...)
}

// RepeatNotice says where the first member of a name is that another one has, too.
func RepeatNotice(v *ojson.Value) Notice {
	at, name, count := "", "", 0
	walk(v, "", func(v *ojson.Value, pointer string) {
		seen := make(map[string]bool, v.Len())
		for _, m := range v.Members() {
			if seen[m.Name] {
				if count++; count == 1 {
					at, name = pointer, m.Name
				}
			}
			seen[m.Name] = true
		}
	})
	words := message.Quote(name) + " appears more than once; the last one counts"
	if count > 1 {
		words += fmt.Sprintf(" (and %d more like it)", count-1)
	}
	where := "the schema"
	if at != "" {
		where = message.Sanitize("#" + at)
	}
	return Notice{where, where + ": " + words}
}

// walk shows all objects that have members of one name, with their pointers.
func walk(v *ojson.Value, at string, see func(v *ojson.Value, at string)) {
	if v.Is(ojson.Object) && repeats(v.Members()) {
		see(v, at)
	}
	for i, item := range v.Items() {
		walk(item, ojson.Pointer(at, strconv.Itoa(i)), see)
	}
	for _, m := range v.Members() {
		walk(m.Value, ojson.Pointer(at, m.Name), see)
	}
}

// fewMembers is up to how many members are compared with one another.
const fewMembers = 12

func repeats(members []ojson.Member) bool {
	if len(members) > fewMembers {
		seen := make(map[string]bool, len(members))
		for _, m := range members {
			seen[m.Name] = true
		}
		return len(seen) < len(members)
	}
	for i, m := range members {
		for _, other := range members[:i] {
			if m.Name == other.Name {
				return true
			}
		}
	}
	return false
}

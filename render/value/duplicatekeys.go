package value

import (
	"bytes"
	"slices"
	"strconv"

	"a2aform/internal/jsonindex"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// If a key occurs several times in one object, the last value counts, and a table
// shows only that one. Notes name the duplicate keys.

// Duplicates are the names that come again in an object or in what it contains: a
// note each, pointers as seen from the value.
func Duplicates(v *ojson.Value) []schema.Problem { return appendDuplicates(nil, v, "") }

func appendDuplicates(found []schema.Problem, v *ojson.Value, pointer string) []schema.Problem {
	for i, item := range v.Items() {
		if item.Len() > 0 {
			found = appendDuplicates(found, item, ojson.Pointer(pointer, strconv.Itoa(i)))
		}
	}
	members := v.Members()
	if times := CountNames(members); times != nil {
		members = UniqueMembers(v)
		for _, m := range members {
			if n := times[m.Name]; n > 1 {
				found = append(found, schema.Problem{Pointer: ojson.Pointer(pointer, m.Name), Message: DuplicateText(n)})
			}
		}
	}
	for _, m := range members {
		if m.Value.Len() > 0 {
			found = appendDuplicates(found, m.Value, ojson.Pointer(pointer, m.Name))
		}
	}
	return found
}

// DuplicateText says of a name that it came several times.
func DuplicateText(times int) string { return "came " + Count(times, "time") + "; the last is shown" }

// fewMembers is up to how many names are compared with one another.
const fewMembers = 16

// CountNames is how often each name comes; nil where all come once.
func CountNames(members []ojson.Member) map[string]int {
	if len(members) <= fewMembers && !slices.ContainsFunc(members, func(m ojson.Member) bool {
		first := slices.IndexFunc(members, func(o ojson.Member) bool { return o.Name == m.Name })
		return members[first].Value != m.Value
	}) {
		return nil
	}
	times := make(map[string]int, len(members))
	for _, m := range members {
		times[m.Name]++
	}
	if len(times) == len(members) {
		return nil
	}
	return times
}

// maxDepth is how deep mayHaveDuplicates looks: each level reads again what is in it.
const maxDepth = 8

// MayHaveDuplicates reports a JSON text in which a name may come several times in one
// object; see mayHaveDuplicates.
func MayHaveDuplicates(text []byte) bool { return mayHaveDuplicates(text, maxDepth) }

// mayHaveDuplicates reports a JSON text in which a name may come several times in one
// object. It keeps nothing, and says yes of what it does not look at: names with
// escapes, objects of many members, and what is deeper than looks.
func mayHaveDuplicates(text []byte, depth int) bool {
	var names nameSet
	isObject := len(text) > 0 && text[0] == '{'
	for c := jsonindex.Walk(text); c.Next(); {
		if isObject && (c.IsEscaped() || !names.add(c.Key)) {
			return true
		}
		isContainer := c.Value[0] == '{' || c.Value[0] == '['
		if isContainer && (depth == 0 || mayHaveDuplicates(c.Value, depth-1)) {
			return true
		}
	}
	return false
}

// nameSet is a set of names that allocates nothing. It has space for so many names that
// rows of usual tables fit.
type nameSet struct {
	slots [4 * maxNames]uint8 // numbers of names, from 1; 0 for none
	names [maxNames][]byte
	n     int
}

const maxNames = 64

// add reports whether the name is new. Once the set is full, no name is.
func (s *nameSet) add(name []byte) bool {
	if s.n == maxNames {
		return false
	}
	hash := uint32(2166136261) // FNV-1a
	for _, b := range name {
		hash = (hash ^ uint32(b)) * 16777619
	}
	at := hash % uint32(len(s.slots))
	for s.slots[at] > 0 {
		if bytes.Equal(s.names[s.slots[at]-1], name) {
			return false
		}
		at = (at + 1) % uint32(len(s.slots))
	}
	s.names[s.n] = name
	s.n++
	s.slots[at] = uint8(s.n) //nolint:gosec // at most maxNames
	return true
}

// UniqueMembers are the members of an object, of each name the last one, which
// is the one that counts.
func UniqueMembers(v *ojson.Value) []ojson.Member {
	at := make(map[string]int, v.Len())
	members := make([]ojson.Member, 0, v.Len())
	for _, m := range v.Members() {
		if i, again := at[m.Name]; again {
			members[i] = m
			continue
		}
		at[m.Name] = len(members)
		members = append(members, m)
	}
	return members
}

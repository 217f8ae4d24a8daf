package value

import (
	"slices"
	"strconv"

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
				found = append(found, schema.Problem{Pointer: ojson.Pointer(pointer, m.Name), Want: DuplicateText(n)})
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

package value

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize/english"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// Problems finds the problems of a value by where they are.
type Problems []schema.Problem // sorted by pointer, then by the rest, as the validator has no order

// NewProblems sorts problems by where they are.
func NewProblems(problems []schema.Problem) Problems {
	m := slices.Clone(problems)
	slices.SortFunc(m, func(a, b schema.Problem) int {
		return cmp.Or(cmp.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Keyword, b.Keyword), cmp.Compare(a.Message(), b.Message()))
	})
	return m
}

// At are the problems of exactly one location.
func (m Problems) At(pointer string) []schema.Problem {
	from, _ := slices.BinarySearchFunc(m, pointer, byPointer)
	to := from
	for to < len(m) && m[to].Pointer == pointer {
		to++
	}
	return m[from:to]
}

// Under are the problems of a location and of all below it, their pointers as seen
// from the location.
func (m Problems) Under(pointer string) []schema.Problem {
	if len(m) == 0 {
		return nil
	}
	found := slices.Clone(m.At(pointer))
	prefix := pointer + "/"
	from, _ := slices.BinarySearchFunc(m, prefix, byPointer)
	for ; from < len(m) && strings.HasPrefix(m[from].Pointer, prefix); from++ {
		found = append(found, m[from])
	}
	for i := range found {
		found[i].Pointer = found[i].Pointer[len(pointer):]
	}
	return found
}

func byPointer(p schema.Problem, pointer string) int { return cmp.Compare(p.Pointer, pointer) }

// OfMember are those problems that lie at or below one member of the value they
// are seen from, their pointers as seen from the member.
func OfMember(problems []schema.Problem, token string) []schema.Problem {
	var found []schema.Problem
	here := ojson.Pointer("", token)
	for _, p := range problems {
		rest, ok := strings.CutPrefix(p.Pointer, here)
		if ok && (rest == "" || rest[0] == '/') {
			p.Pointer = rest
			found = append(found, p)
		}
	}
	return found
}

// Where words a JSON Pointer for people: "/lines/2/amount" is "lines, item 3,
// amount". The result is safe to show; "" for the value itself.
func Where(pointer string) string {
	var words []string
	for _, token := range ojson.Tokens(pointer) {
		if i, err := strconv.Atoi(token); err == nil {
			token = "item " + strconv.Itoa(i+1)
		}
		words = append(words, safe.Text(token).Line(0).String())
	}
	return strings.Join(words, ", ")
}

// Wording is a problem with where it lies, relative to the value it is shown with. It is
// safe to show.
func Wording(p schema.Problem) string {
	if where := Where(p.Pointer); where != "" {
		return where + ": " + p.Message()
	}
	return p.Message()
}

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
func DuplicateText(times int) string {
	return "came " + english.Plural(times, "time", "") + "; the last is shown"
}

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

package value

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

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

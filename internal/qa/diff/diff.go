// Package diff lists where two JSON values differ: what was added, removed, changed and moved, and which of it does not count by
// the rules of the user.
package diff

import (
	"math/big"
	"slices"
	"strconv"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Rules say which differences do not count. Places are patterns of JSON Pointers, in which * is one step and ** any number.
type Rules struct {
	Ignore  []string
	Within  []Tolerance
	Formats []string          // texts that both have one of these formats are equal
	By      map[string]string // arrays as sets: the member that tells items apart by the place of the array, "" for the whole item
	ByIndex bool              // items of other arrays belong together by their index, not by what they have in common
}

// Tolerance is how far numbers at a place may be apart.
type Tolerance struct {
	At      string
	Within  *big.Rat
	IsShare bool // of the first number, not a distance
}

// Kind is what happened to a value.
type Kind string

// The kinds of changes.
const (
	Added   Kind = "added"
	Removed Kind = "removed"
	Changed Kind = "changed"
	Retyped Kind = "type" // the value has another type
	Moved   Kind = "moved"
)

// Change is a place at which two values differ.
type Change struct {
	Kind    Kind
	At      string       // a JSON Pointer into the second value, of what was removed into the first
	From    string       // the place in the first value; equal to At for what was added
	A, B    *ojson.Value // nil where there is none
	Allowed string       // why it does not count, such as "ignored"; "" for a difference
}

// Result is what [Compare] found.
type Result struct {
	Changes []Change // in the order of the second value
	Equal   int      // places without members that have the same value
}

// Differs reports a change that counts.
func (r *Result) Differs() bool {
	return slices.ContainsFunc(r.Changes, func(c Change) bool { return c.Allowed == "" })
}

// Compare lists the changes from one value to another; nil is no value. Numbers are compared as decimals, texts by code points
// and objects without the order of their members.
func Compare(a, b *ojson.Value, rules *Rules) *Result {
	c := comparison{rules: rules}
	for _, at := range rules.Ignore {
		c.ignore = append(c.ignore, ojson.Tokens(at))
	}
	c.compare(a, b, place{})
	return &c.found
}

// place is where two values are.
type place struct{ a, b string }

func (p place) member(name string) place {
	return place{ojson.Pointer(p.a, name), ojson.Pointer(p.b, name)}
}

func (p place) items(i, j int) place {
	return place{ojson.Pointer(p.a, strconv.Itoa(i)), ojson.Pointer(p.b, strconv.Itoa(j))}
}

type comparison struct {
	rules  *Rules
	ignore [][]string
	found  Result
}

func (c *comparison) compare(a, b *ojson.Value, at place) {
	switch {
	case a == nil || b == nil:
		c.oneSided(a, b, at)
	case c.isIgnored(at.b):
		c.count(a, b, at, Changed, "ignored")
	case a.Kind() != b.Kind():
		c.add(Change{Retyped, at.b, at.a, a, b, ""})
	case a.Is(ojson.Object) && a.Len()+b.Len() > 0:
		c.objects(a, b, at)
	case a.Is(ojson.Array) && a.Len()+b.Len() > 0:
		c.arrays(a, b, at)
	default:
		c.count(a, b, at, Changed, c.allowed(a, b, at.b))
	}
}

// oneSided adds a value that only one side has.
func (c *comparison) oneSided(a, b *ojson.Value, at place) {
	change := Change{Added, at.b, at.b, a, b, ""}
	if b == nil {
		change = Change{Removed, at.a, at.a, a, b, ""}
	}
	if c.isIgnored(change.At) {
		change.Allowed = "ignored"
	}
	c.add(change)
}

// count adds a change, or counts a value that is equal.
func (c *comparison) count(a, b *ojson.Value, at place, kind Kind, allowed string) {
	if ojson.Equal(a, b) {
		c.found.Equal++
		return
	}
	c.add(Change{kind, at.b, at.a, a, b, allowed})
}

func (c *comparison) add(change Change) { c.found.Changes = append(c.found.Changes, change) }

func (c *comparison) isIgnored(at string) bool {
	if len(c.ignore) == 0 {
		return false
	}
	here := ojson.Tokens(at)
	return slices.ContainsFunc(c.ignore, func(pattern []string) bool { return Matches(pattern, here) })
}

func (c *comparison) objects(a, b *ojson.Value, at place) {
	for _, m := range a.Members() {
		c.compare(m.Value, b.Get(m.Name), at.member(m.Name))
	}
	for _, m := range b.Members() {
		if a.Get(m.Name) == nil {
			c.compare(nil, m.Value, at.member(m.Name))
		}
	}
}

func (c *comparison) arrays(a, b *ojson.Value, at place) {
	if by, ok := c.setBy(at.b); ok {
		c.sets(a, b, at, by)
		return
	}
	if c.rules.ByIndex {
		for i := range max(a.Len(), b.Len()) {
			c.compare(item(a, i), item(b, i), at.items(i, i))
		}
		return
	}
	c.sequences(a.Items(), b.Items(), at)
}

func item(v *ojson.Value, i int) *ojson.Value {
	if i < v.Len() {
		return v.Items()[i]
	}
	return nil
}

// setBy reports an array whose order does not count, and the member that tells its items apart.
func (c *comparison) setBy(at string) (by string, ok bool) {
	here := ojson.Tokens(at)
	for pattern, by := range c.rules.By {
		if Matches(ojson.Tokens(pattern), here) {
			return by, true
		}
	}
	return "", false
}

// sets compares arrays as sets. Items belong together that have the same value at by, or without by are equal.
func (c *comparison) sets(a, b *ojson.Value, at place, by string) {
	left := make([]bool, b.Len()) // whether an item of b is in no pair yet
	for j := range left {
		left[j] = true
	}
	for i, x := range a.Items() {
		j := slices.IndexFunc(b.Items(), func(y *ojson.Value) bool { return by != "" && x.Get(by) != nil && ojson.Equal(x.Get(by), y.Get(by)) })
		for k := 0; by == "" && j < 0 && k < b.Len(); k++ {
			if left[k] && c.areEqual(x, b.Items()[k], at.items(i, k)) {
				j = k
			}
		}
		if j < 0 || !left[j] {
			c.compare(x, nil, at.items(i, i))
			continue
		}
		left[j] = false
		c.compare(x, b.Items()[j], at.items(i, j))
	}
	for j, y := range b.Items() {
		if left[j] {
			c.compare(nil, y, at.items(j, j))
		}
	}
}

// areEqual reports values without a difference that counts.
func (c *comparison) areEqual(a, b *ojson.Value, at place) bool {
	if ojson.Equal(a, b) {
		return true
	}
	probe := comparison{rules: c.rules, ignore: c.ignore}
	probe.compare(a, b, at)
	return !probe.found.Differs()
}

// allowed says why texts or numbers count as equal, "" where they do not.
func (c *comparison) allowed(a, b *ojson.Value, at string) string {
	switch a.Kind() {
	case ojson.Number:
		if c.isNear(a, b, at) {
			return "within the tolerance"
		}
	case ojson.String:
		for _, name := range c.rules.Formats {
			checker := schema.FormatChecker(name)
			if checker != nil && checker.Validate(a.Text()) == nil && checker.Validate(b.Text()) == nil {
				return "both " + name
			}
		}
	}
	return ""
}

// isNear reports numbers that are no further apart than they may be.
func (c *comparison) isNear(a, b *ojson.Value, at string) bool {
	x, y := ojson.Rat(a.Text()), ojson.Rat(b.Text())
	if len(c.rules.Within) == 0 || x == nil || y == nil {
		return false
	}
	here := ojson.Tokens(at)
	distance := new(big.Rat).Sub(x, y)
	distance.Abs(distance)
	return slices.ContainsFunc(c.rules.Within, func(t Tolerance) bool {
		within := t.Within
		if t.IsShare {
			within = new(big.Rat).Mul(within, new(big.Rat).Abs(x))
		}
		return distance.Cmp(within) <= 0 && Matches(ojson.Tokens(t.At), here)
	})
}

// Matches reports whether the steps of a place are those of a pattern, in which * is one step and ** any number of them.
func Matches(pattern, at []string) bool {
	switch {
	case len(pattern) == 0:
		return len(at) == 0
	case pattern[0] == "**":
		for i := range len(at) + 1 {
			if Matches(pattern[1:], at[i:]) {
				return true
			}
		}
		return false
	}
	return len(at) > 0 && (pattern[0] == "*" || pattern[0] == at[0]) && Matches(pattern[1:], at[1:])
}

// Package diff lists where two JSON values differ: what was added, removed, changed and moved, and which of it does not count by
// the rules of the user.
package diff

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Rules say which differences do not count. Places are patterns of JSON Pointers, in which * is one step and ** any number.
type Rules struct {
	Ignore  []string
	Within  []Tolerance
	Formats []string                       // texts that both have one of these formats are equal
	By      map[string]string              // arrays as sets: the member that tells items apart by the place of the array, "" for the whole item
	KeyOf   func(a, b *ojson.Value) string // the member that tells the items of two other arrays apart, whose order counts; "" or nil for none
	ByIndex bool                           // items of other arrays, and of those that differ less so, belong together by their index
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

// count is the number of changes that count.
func (r *Result) count() (n int) {
	for _, c := range r.Changes {
		if c.Allowed == "" {
			n++
		}
	}
	return n
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
	if c.rules.KeyOf != nil {
		if key := c.rules.KeyOf(a, b); key != "" && !(c.rules.ByIndex && c.areNearerByIndex(a, b, at, key)) {
			c.keyed(a.Items(), b.Items(), at, key)
			return
		}
	}
	if c.rules.ByIndex {
		c.indexed(a, b, at)
		return
	}
	c.sequences(a.Items(), b.Items(), at)
}

// areNearerByIndex reports arrays that differ in fewer places by index than by a member, as where that does not count.
func (c *comparison) areNearerByIndex(a, b *ojson.Value, at place, key string) bool {
	byIndex, byKey := comparison{rules: c.rules, ignore: c.ignore}, comparison{rules: c.rules, ignore: c.ignore}
	byIndex.indexed(a, b, at)
	byKey.keyed(a.Items(), b.Items(), at, key)
	return byIndex.found.count() < byKey.found.count()
}

// indexed compares arrays whose items belong together by their index.
func (c *comparison) indexed(a, b *ojson.Value, at place) {
	for i := range max(a.Len(), b.Len()) {
		c.compare(item(a, i), item(b, i), at.items(i, i))
	}
}

// keyed compares arrays whose items are told apart by a member. An item that is in another order than most is moved, and is compared all the same.
func (c *comparison) keyed(a, b []*ojson.Value, at place, key string) {
	name := func(v *ojson.Value) string { return string(v.Get(key).Compact()) }
	places := map[string]int{}
	for j, y := range b {
		places[name(y)] = j
	}
	var order []int // of the items of a that are in b
	for _, x := range a {
		if j, ok := places[name(x)]; ok {
			order = append(order, j)
		}
	}
	isInOrder := longestRise(order)
	isPaired := make([]bool, len(b))
	for i, x := range a {
		j, ok := places[name(x)]
		if !ok {
			c.compare(x, nil, at.items(i, i))
			continue
		}
		isPaired[j] = true
		here := at.items(i, j)
		if !isInOrder[j] && !c.isIgnored(here.b) {
			c.add(Change{Moved, here.b, here.a, x, b[j], ""})
		}
		c.compare(x, b[j], here)
	}
	for j, y := range b {
		if !isPaired[j] {
			c.compare(nil, y, at.items(j, j))
		}
	}
}

// longestRise are the numbers of a longest sequence in them that rises.
func longestRise(numbers []int) map[int]bool {
	var ends []int // for each length the place at which a sequence of it ends with the least number
	before := make([]int, len(numbers))
	for i, n := range numbers {
		at, _ := slices.BinarySearchFunc(ends, n, func(end, n int) int { return numbers[end] - n })
		if before[i] = -1; at > 0 {
			before[i] = ends[at-1]
		}
		ends = append(ends[:at], append([]int{i}, ends[min(at+1, len(ends)):]...)...)
	}
	rise := map[int]bool{}
	if len(ends) > 0 {
		for i := ends[len(ends)-1]; i >= 0; i = before[i] {
			rise[numbers[i]] = true
		}
	}
	return rise
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

// maxCells bounds the work of finding what two sequences have in common; longer ones are compared by index.
const maxCells = 250_000

// pair are the indices of items that belong together; -1 for none.
type pair struct{ a, b int }

// sequences compares arrays in which order counts. Items belong together that are equal, between those the ones that have members
// in common, and between those the ones at the same distance.
func (c *comparison) sequences(a, b []*ojson.Value, at place) {
	equal := func(i, j int) bool { return c.areEqual(a[i], b[j], at.items(i, j)) }
	similar := func(i, j int) bool { return areSimilar(a[i], b[j]) }
	sameKind := func(i, j int) bool { return a[i].Kind() == b[j].Kind() }
	before := len(c.found.Changes)
	for _, p := range inGaps(len(a), len(b), align(len(a), len(b), equal), similar, sameKind) {
		switch {
		case p.a < 0:
			c.compare(nil, b[p.b], at.items(p.b, p.b))
		case p.b < 0:
			c.compare(a[p.a], nil, at.items(p.a, p.a))
		default:
			c.compare(a[p.a], b[p.b], at.items(p.a, p.b))
		}
	}
	c.found.Changes = append(c.found.Changes[:before], moved(c.found.Changes[before:], len(ojson.Tokens(at.b))+1)...)
}

// inGaps completes pairs in order: in the gaps between them the similar items are paired, then those at the same distance.
func inGaps(na, nb int, fixed []pair, similar, sameKind func(i, j int) bool) (all []pair) {
	gap := func(from, to pair, fill func(na, nb int, offset pair) []pair) (pairs []pair) {
		return fill(to.a-from.a, to.b-from.b, from)
	}
	byIndex := func(na, nb int, offset pair) (pairs []pair) {
		for i := range max(na, nb) {
			switch a, b := offset.a+i, offset.b+i; {
			case i < na && i < nb && sameKind(a, b):
				pairs = append(pairs, pair{a, b})
			default:
				if i < na {
					pairs = append(pairs, pair{a, -1})
				}
				if i < nb {
					pairs = append(pairs, pair{-1, b})
				}
			}
		}
		return pairs
	}
	bySimilarity := func(na, nb int, offset pair) []pair {
		found := align(na, nb, func(i, j int) bool { return similar(offset.a+i, offset.b+j) })
		for i := range found {
			found[i] = pair{found[i].a + offset.a, found[i].b + offset.b}
		}
		return between(found, offset, pair{offset.a + na, offset.b + nb}, func(from, to pair) []pair { return gap(from, to, byIndex) })
	}
	return between(fixed, pair{}, pair{na, nb}, func(from, to pair) []pair { return gap(from, to, bySimilarity) })
}

// between returns pairs with what fill makes of the gaps between them.
func between(pairs []pair, from, to pair, fill func(from, to pair) []pair) (all []pair) {
	for _, p := range pairs {
		all = append(append(all, fill(from, p)...), p)
		from = pair{p.a + 1, p.b + 1}
	}
	return append(all, fill(from, to)...)
}

// align finds a longest common subsequence. For too many items it finds only what both have at their beginning and end.
func align(na, nb int, equal func(i, j int) bool) (pairs []pair) {
	first := 0
	for first < min(na, nb) && equal(first, first) {
		pairs = append(pairs, pair{first, first})
		first++
	}
	behind := 0
	for behind < min(na, nb)-first && equal(na-1-behind, nb-1-behind) {
		behind++
	}
	if n, m := na-first-behind, nb-first-behind; n > 0 && m > 0 && n <= maxCells/m {
		pairs = append(pairs, longest(n, m, first, equal)...)
	}
	for k := behind; k > 0; k-- {
		pairs = append(pairs, pair{na - k, nb - k})
	}
	return pairs
}

func longest(n, m, offset int, equal func(i, j int) bool) (pairs []pair) {
	common := make([][]int, n+1) // of the items from i and j on
	same := make([][]bool, n)
	for i := range common {
		common[i] = make([]int, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		same[i] = make([]bool, m)
		for j := m - 1; j >= 0; j-- {
			if same[i][j] = equal(offset+i, offset+j); same[i][j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < n && j < m; {
		switch {
		case same[i][j]:
			pairs = append(pairs, pair{offset + i, offset + j})
			i, j = i+1, j+1
		case common[i+1][j] >= common[i][j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}

// areSimilar reports objects with an equal member that is no yes or no.
func areSimilar(a, b *ojson.Value) bool {
	for _, m := range a.Members() {
		if other := b.Get(m.Name); other != nil && !m.Value.Is(ojson.Bool) && !m.Value.Is(ojson.Null) && ojson.Equal(m.Value, other) {
			return true
		}
	}
	return false
}

// moved makes one change of an item of an array that was removed in one place and added in another. Items are depth steps deep.
func moved(changes []Change, depth int) (all []Change) {
	gone := make([]bool, len(changes))
	for i := range changes {
		r := &changes[i]
		if r.Kind != Removed || len(ojson.Tokens(r.At)) != depth {
			continue
		}
		for j := range changes {
			if a := &changes[j]; a.Kind == Added && len(ojson.Tokens(a.At)) == depth && ojson.Equal(r.A, a.B) {
				a.Kind, a.From, a.A = Moved, r.At, r.A
				gone[i] = true
				break
			}
		}
	}
	for i := range changes {
		if !gone[i] {
			all = append(all, changes[i])
		}
	}
	return all
}

// Word is a part of a text that both texts have, or one alone.
type Word struct {
	Text string
	Kind Kind // "" for one that both have, else [Added] or [Removed]
}

// Words compares texts word by word.
func Words(a, b string) (words []Word) {
	x, y := split(a), split(b)
	for _, p := range between(align(len(x), len(y), func(i, j int) bool { return x[i] == y[j] }), pair{}, pair{len(x), len(y)}, oneByOne) {
		switch {
		case p.b < 0:
			words = appendWord(words, x[p.a], Removed)
		case p.a < 0:
			words = appendWord(words, y[p.b], Added)
		default:
			words = appendWord(words, x[p.a], "")
		}
	}
	return words
}

// oneByOne are the items of a gap, first those of a.
func oneByOne(from, to pair) (pairs []pair) {
	for i := from.a; i < to.a; i++ {
		pairs = append(pairs, pair{i, -1})
	}
	for j := from.b; j < to.b; j++ {
		pairs = append(pairs, pair{-1, j})
	}
	return pairs
}

func appendWord(words []Word, text string, kind Kind) []Word {
	if n := len(words); n > 0 && words[n-1].Kind == kind {
		words[n-1].Text += text
		return words
	}
	return append(words, Word{text, kind})
}

// split returns the words of a text, each with the space before it.
func split(text string) (words []string) {
	for text != "" {
		word := max(strings.IndexFunc(text, isNoSpace), 0)
		end := len(text)
		if space := strings.IndexFunc(text[word:], unicode.IsSpace); space > 0 {
			end = word + space
		}
		words = append(words, text[:end])
		text = text[end:]
	}
	return words
}

func isNoSpace(r rune) bool { return !unicode.IsSpace(r) }

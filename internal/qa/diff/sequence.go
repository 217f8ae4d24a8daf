package diff

import (
	"a2aform/internal/ojson"
)

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

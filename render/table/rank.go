package table

import (
	"cmp"
	"slices"
)

// findRanks orders the columns by importance: what a person looks for first in a table that is too wide for the screen. The first
// columns of a role come before the others of it. One that is mostly empty, or alike in all rows, comes after the rest, and so does one
// whose name only adds to that of another, as amount_refunded to amount. Columns that are mostly empty, or alike, do not make later ones of
// their role less important.
func (g *Table) findRanks(samples []sample) {
	scores := make([]float64, len(g.columns))
	order := make([]int, len(g.columns))
	before := map[importance]int{}
	hasLead := false
	ids := 0
	for _, c := range g.columns {
		if c.Role == RoleID {
			ids++
		}
	}
	hasPlaces := g.hasPlaces()
	for i := range g.columns {
		c := &g.columns[i]
		order[i] = i
		r := samples[i].importance(c, ids)
		if c.isNamed(lookedForWords) || !hasPlaces && c.isNamed(stateWords) {
			r.first--
		}
		drawback := samples[i].drawback(c)
		scores[i] = r.first + float64(before[r])*r.next + placeDrawback*float64(i) + drawback
		if drawback < gapDrawback {
			before[r]++
		}
		if c.Role != RoleTime && (c.Role != RoleLabel || before[r] > 1) {
			scores[i] += float64(samples[i].medianWidth()) / widthDrawback
		}
		if slices.ContainsFunc(g.columns[:i], c.addsTo) {
			scores[i] += variantDrawback
		}
		if !hasLead && samples[i].leads(c) {
			scores[i], hasLead = min(scores[i], lead), true
			if c.Role == RoleText {
				before[importances[RoleLabel]]++
			}
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[a], scores[b]) })
	for rank, i := range order {
		g.columns[i].Rank = rank
	}
}

// hasPlaces reports columns of places: a state among them is one, not how something went.
func (g *Table) hasPlaces() bool {
	return slices.ContainsFunc(g.columns, func(c Column) bool { return c.isNamed(placeNames) })
}

// Shrinks reports a column whose cells are cut to half of them before a column is hidden: never those of the most important one.
func (c *Column) Shrinks() bool {
	return c.Rank > 0 && slices.Contains([]Role{RoleLabel, RoleText, RoleLink, RoleFile, RoleNested}, c.Role)
}

// importance is how far the first column of a kind is from the most important one, and how much farther each next one is.
type importance struct{ first, next float64 }

var importances = map[Role]importance{
	RoleLabel:    {0, 0.9},
	RoleID:       {1.4, 1},
	RoleAmount:   {1.1, 1},
	RoleTime:     {1.2, 2},
	RoleRate:     {1.6, 0.3},
	RoleCategory: {2.1, 0.5},
	RoleText:     {5, 1},
	RoleLink:     {7, 0},
	RoleFile:     {8, 0},
	RoleNested:   {8.1, 0},
	RoleEmpty:    {10, 0},
}

const (
	sparseDrawback   = 5.0 // most rows have no value
	constantDrawback = 3.0 // all rows have the same
	gapDrawback      = 3.0 // of a category without values; where some rows have none, that share of it
	variantDrawback  = 1.5
	lead             = -0.5 // the first column of words says what a row is about, whatever its role
	placeDrawback    = 0.04 // of each column before it
	widthDrawback    = 20.0 // cells of a text that make it less important by one
)

// importance is that of the column's role. What only programs know a row by comes after what people do, unless it is the only id.
func (s *sample) importance(c *Column, ids int) importance {
	switch {
	case c.Role == RoleID && (s.medianWidth() > shortID || ids > 1 && c.isNamed(machineWords)):
		return importance{3.2, 1}
	case c.Role == RoleID && slices.ContainsFunc(c.names(), func(n nameWords) bool { return n.hasAny(postalWords) }): // a detail of the place
		return importance{3.2, 1}
	case c.Role == RoleRate && c.Total == NoTotal: // a year, a coordinate
		return importance{3, 0.3}
	case c.Role == RoleCategory && s.isMost(s.booleans):
		return importance{2.6, 0.5}
	}
	return importances[c.Role]
}

// shortID is how wide an id is that people read, in cells.
const shortID = 16

// drawback is what makes a column less important, by its values. Gaps in a category make it so, the more the more there are.
func (s *sample) drawback(c *Column) float64 {
	switch {
	case 2*s.filled < s.rows:
		return sparseDrawback
	case s.rows > 2 && s.filled == s.rows && len(s.values) == 1:
		return constantDrawback
	case c.Role == RoleCategory && s.rows > 0:
		return gapDrawback * float64(s.rows-s.filled) / float64(s.rows)
	}
	return 0
}

// leads reports a column of words of which rows have different ones.
func (s *sample) leads(c *Column) bool {
	isWords := c.Role == RoleLabel || c.Role == RoleCategory || c.Role == RoleText
	return isWords && s.drawback(c) < gapDrawback/2 && s.isMost(len(s.texts))
}

// isNamed reports that one of the words says what the column is.
func (c *Column) isNamed(words wordSet) bool {
	return slices.ContainsFunc(c.names(), func(n nameWords) bool { return words.has(n.head) })
}

// addsTo reports a column of the role of another whose name begins with that of the other.
func (c *Column) addsTo(other Column) bool {
	a, b := wordsOf(other.name), wordsOf(c.name)
	return c.Role == other.Role && len(a) > 0 && len(a) < len(b) && slices.Equal(a, b[:len(a)])
}

// The words of names that people look for, a state only where it is none of a country, and those that only programs know.
var (
	lookedForWords = wordsFrom("total price status date due")
	postalWords    = wordsFrom("zip zipcode postcode postal")
	stateWords     = wordsFrom("state")
	placeNames     = wordsFrom("city country zip zipcode postcode postal")
	machineWords   = wordsFrom("id ids uid gid pid cid oid sid tid rid uuid guid key hash sha md5 digest checksum token serial index idx ip mac")
)

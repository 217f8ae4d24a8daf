package render

import (
	"slices"
	"strconv"
	"strings"

	"a2aform/internal/ojson"
)

// keyName is the column of the keys of a map, variantName that of the variants
// of rows, wholeName that of rows without members.
const (
	keyName     = "key"
	variantName = "variant"
	wholeName   = "value"
)

// takenNames are the names that no member has to itself: those of the columns of
// keys and variants.
func (e extract) takenNames() []string {
	if e.isWhole && !e.isMap {
		return nil
	}
	var names []string
	for _, c := range e.columns {
		if c.reads == theKey || c.reads == theVariant && !e.isWhole {
			names = append(names, c.exportName())
		}
	}
	return names
}

// segment is a column's name, or the part of it before the first dot.
func (e extract) segment(c Column) string {
	if c.reads == theMember {
		return segment(c.name, e.taken)
	}
	return c.exportName()
}

// segment is a member's name as part of a column's name: quoted where it could be
// mistaken, see the rule above.
func segment(name string, taken []string) string {
	if strings.ContainsAny(name, ".\"") || slices.Contains(taken, name) {
		return string(ojson.NewString(name).Compact())
	}
	return name
}

// segments are members by their segments.
func segments(members []ojson.Member, taken []string) []ojson.Member {
	isCopy := false
	for i, m := range members {
		if name := segment(m.Name, taken); name != m.Name {
			if !isCopy {
				members, isCopy = slices.Clone(members), true
			}
			members[i].Name = name
		}
	}
	return members
}

// exportName is a column's name in files: the member's, not its title.
func (c Column) exportName() string {
	switch c.reads {
	case theKey:
		return keyName
	case theVariant:
		return variantName
	case thePosition:
		return strconv.Itoa(c.position + 1)
	case theMember:
		return c.name
	}
	return wholeName
}

package export

import (
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/render/table"
)

// takenNames are the names that no member has to itself: those of the columns of
// keys and variants.
func (e extract) takenNames() []string {
	if e.IsWhole && !e.IsMap() {
		return nil
	}
	var names []string
	for _, c := range e.Columns() {
		if c.IsKey() || c.IsVariant() && !e.IsWhole {
			names = append(names, c.ExportName())
		}
	}
	return names
}

// segment is a column's name, or the part of it before the first dot.
func (e extract) segment(c table.Column) string {
	if c.IsMember() {
		return segment(c.ExportName(), e.taken)
	}
	return c.ExportName()
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

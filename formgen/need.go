package formgen

import (
	"slices"
	"strings"

	"a2aform/internal/schema"
)

// Need is a demand on which members of an object are sent together, in words.
type Need struct {
	Text string // "fill in Email or Phone"; safe to show
	Met  bool
	Bad  bool // a problem that shows at the object says so already
}

// Needs are the demands of an object on its members together.
func (f *Field) Needs() []Need {
	if f.Kind() != schema.Object || f.presence != Set {
		return nil
	}
	var needs []Need
	showing := f.form.Showing()[f]
	for _, c := range f.loc.Combinations() {
		text := needText(f, c)
		bad := slices.ContainsFunc(showing, c.IsFaultOf)
		needs = append(needs, Need{text, c.IsMet(f.sends), bad})
	}
	return needs
}

// Missing is the first member that would meet a demand of the object; nil for none.
func (f *Field) Missing() *Field {
	for _, c := range f.loc.Combinations() {
		if !c.Never && !c.IsMet(f.sends) {
			return f.child(c.Sets[0][max(slices.IndexFunc(c.Sets[0], func(name string) bool { return !f.sends(name) }), 0)])
		}
	}
	return nil
}

// lacks says of which members of an object there are too few in the words of [Field.Needs], "" where that is not
// what is wrong.
func lacks(x *Field, p schema.Problem) string {
	if x.Kind() != schema.Object || p.Pointer != x.Pointer() {
		return ""
	}
	for _, c := range x.loc.Combinations() {
		if c.IsFaultOf(p) {
			return needText(x, c)
		}
	}
	return ""
}

// sends reports whether a member of that name is sent.
func (f *Field) sends(name string) bool {
	c := f.child(name)
	return c != nil && c.presence != Omitted
}

func needText(object *Field, c schema.Combination) string {
	sets := make([]string, len(c.Sets))
	for i, set := range c.Sets {
		sets[i] = strings.Join(labelsOf(object, set), " and ")
	}
	switch {
	case c.Never && len(sets) == 1 && len(c.Sets[0]) > 1:
		return "do not fill in " + sets[0] + " together"
	case c.Never:
		return "leave out " + strings.Join(sets, "; ")
	case c.Exactly && len(sets) > 1:
		return "fill in exactly one of " + strings.Join(sets, ", ")
	case len(sets) == 2:
		return "fill in " + sets[0] + " or " + sets[1]
	case len(sets) > 2:
		return "fill in one of " + strings.Join(sets, ", ")
	}
	return "fill in " + sets[0]
}

func labelsOf(object *Field, names []string) []string {
	labels := make([]string, len(names))
	for i, name := range names {
		labels[i] = shown(Humanize(name))
		if c := object.child(name); c != nil {
			labels[i] = c.Label()
		}
	}
	return labels
}

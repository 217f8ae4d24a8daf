package formgen

import (
	"slices"
	"strings"

	"a2aform/internal/schema"
)

// Demand is what an object demands of its members together, such as one of two.
//
// Not stable, see the package comment.
type Demand struct {
	schema.Combination
	object *Field
}

// Demands are all of an object. Other fields have none.
//
// Not stable, see the package comment.
type Demands []Demand

// Demands are the demands of an object on its members together.
func (f *Field) Demands() Demands {
	var demands Demands
	for _, c := range f.loc.Combinations() {
		demands = append(demands, Demand{c, f})
	}
	return demands
}

// Missing is the first member that would meet a demand; nil for none.
func (d Demands) Missing() *Field {
	for _, demand := range d {
		if demand.Never || demand.IsMet() {
			continue
		}
		set := demand.Sets[0]
		i := slices.IndexFunc(set, func(name string) bool { return !demand.isSent(name) })
		return demand.object.child(set[max(i, 0)])
	}
	return nil
}

// complaint says of which members there are too few or too many, "" where that is not the problem.
func (d Demands) complaint(p schema.Problem) string {
	for _, demand := range d {
		if demand.object.Kind() == schema.Object && p.Pointer == demand.object.Pointer() && demand.IsFaultOf(p) {
			return demand.Text()
		}
	}
	return ""
}

// IsMet reports that what is sent meets the demand.
func (d Demand) IsMet() bool { return d.Combination.IsMet(d.isSent) }

// isSent reports whether a member of that name is sent.
func (d Demand) isSent(name string) bool {
	c := d.object.child(name)
	return c != nil && c.presence != Omitted
}

// Text is the demand in words: "fill in Email or Phone".
func (d Demand) Text() string {
	sets := make([]string, len(d.Sets))
	for i, set := range d.Sets {
		sets[i] = d.labels(set)
	}
	switch {
	case d.Never && len(sets) == 1 && len(d.Sets[0]) > 1:
		return "do not fill in " + sets[0] + " together"
	case d.Never:
		return "leave out " + strings.Join(sets, "; ")
	case d.Exactly && len(sets) > 1:
		return "fill in exactly one of " + strings.Join(sets, ", ")
	case len(sets) == 2:
		return "fill in " + sets[0] + " or " + sets[1]
	case len(sets) > 2:
		return "fill in one of " + strings.Join(sets, ", ")
	}
	return "fill in " + sets[0]
}

// Alternatives are the members that meet the demand in place of that of a name: "Email or Phone". It is "" where that member
// alone does not meet the demand.
func (d Demand) Alternatives(name string) string {
	var others []string
	offers := false
	for _, set := range d.Sets {
		if len(set) == 1 && set[0] == name {
			offers = true
			continue
		}
		others = append(others, d.labels(set))
	}
	if !offers || d.Never {
		return ""
	}
	return strings.Join(others, " or ")
}

// labels names members: "Email and Phone".
func (d Demand) labels(names []string) string {
	labels := make([]string, len(names))
	for i, name := range names {
		labels[i] = shown(Humanize(name))
		if c := d.object.child(name); c != nil {
			labels[i] = c.Label()
		}
	}
	return strings.Join(labels, " and ")
}

package schema

import (
	"math"
	"slices"
	"strconv"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// The annotations for forms that generators write next to JSON Schema's own.
var (
	orderLists   = []string{"ui:order", "propertyOrdering"}
	orderNumbers = []string{"x-order", "propertyOrder"}
)

// Placeholder is what an empty text may show, by ui:placeholder; empty if the schema
// has none.
func (l Location) Placeholder() safe.Raw { return l.text("ui:placeholder") }

// IsTextArea reports a text of several lines, by ui:widget.
func (l Location) IsTextArea() bool { return l.annotation("ui:widget").Text() == "textarea" }

// ordered puts member names into the order of ui:order or propertyOrdering, where *
// stands for all others, else into that of x-order or propertyOrder at the members.
func (l Location) ordered(names []string) []string {
	for _, keyword := range orderLists {
		if list := l.annotation(keyword); list.Is(ojson.Array) {
			return byList(names, list.Items())
		}
	}
	if l.doc == nil || !slices.ContainsFunc(orderNumbers, l.doc.compiled.Mention) {
		return names
	}
	at := map[string]float64{}
	for _, name := range names {
		at[name] = l.Property(name).orderNumber()
	}
	slices.SortStableFunc(names, func(a, b string) int {
		switch {
		case at[a] < at[b]:
			return -1
		case at[a] > at[b]:
			return 1
		}
		return 0
	})
	return names
}

// orderNumber is the position that a member asks for, the last where it asks for none.
func (l Location) orderNumber() float64 {
	for _, keyword := range orderNumbers {
		if n, err := strconv.ParseFloat(l.annotation(keyword).Text(), 64); err == nil {
			return n
		}
	}
	return math.Inf(1)
}

func byList(names []string, list []*ojson.Value) []string {
	rest := slices.Clone(names)
	var before, after []string
	isAfter := false
	for _, one := range list {
		if one.Text() == "*" {
			isAfter = true
			continue
		}
		i := slices.Index(rest, one.Text())
		switch {
		case i < 0 || !one.Is(ojson.String):
			continue
		case isAfter:
			after = append(after, rest[i])
		default:
			before = append(before, rest[i])
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return slices.Concat(before, rest, after)
}

package diff

import (
	"strconv"

	"a2aform/internal/ojson"
)

// maxPlaces bounds what is listed.
const maxPlaces = 1000

// VaryingPlace is a place that has several values.
type VaryingPlace struct {
	At     string // a JSON Pointer
	Values []VaryingValue
}

// VaryingValue is one of the values of a place.
type VaryingValue struct {
	JSON *ojson.Value // nil where the place is missing
	In   []int        // the indices of the documents that have it, in order
}

// IsUnique reports a place where no two documents agree.
func (p *VaryingPlace) IsUnique() bool {
	for _, v := range p.Values {
		if len(v.In) > 1 {
			return false
		}
	}
	return true
}

// Varying are the places at which documents differ. Documents that are nil take no part.
func Varying(documents []*ojson.Value) []VaryingPlace {
	f := placeFinder{}
	var known []*ojson.Value
	for i, d := range documents {
		if d != nil {
			f.index = append(f.index, i)
			known = append(known, d)
		}
	}
	f.walk("", known)
	return f.places
}

func eachPlace(values []*ojson.Value, of func(*ojson.Value) *ojson.Value) []*ojson.Value {
	list := make([]*ojson.Value, len(values))
	for i, v := range values {
		list[i] = of(v)
	}
	return list
}

// placeFinder collects places.
type placeFinder struct {
	index  []int // of the documents as the caller has them
	places []VaryingPlace
}

// walk compares the values that documents have at one place; nil is a value that is missing.
func (f *placeFinder) walk(at string, values []*ojson.Value) {
	groups := f.group(values)
	if len(groups) < 2 || len(f.places) == maxPlaces {
		return
	}
	switch {
	case allPlaces(values, ojson.Object):
		for _, name := range placeNames(values) {
			f.walk(ojson.Pointer(at, name), eachPlace(values, func(v *ojson.Value) *ojson.Value { return v.Get(name) }))
		}
	case allPlaces(values, ojson.Array):
		longest := 0
		for _, v := range values {
			longest = max(longest, v.Len())
		}
		for i := range longest {
			f.walk(ojson.Pointer(at, strconv.Itoa(i)), eachPlace(values, func(v *ojson.Value) *ojson.Value { return v.Index(i) }))
		}
	default:
		f.places = append(f.places, VaryingPlace{at, groups})
	}
}

// group are the distinct values, in the order in which they come.
func (f *placeFinder) group(values []*ojson.Value) (groups []VaryingValue) {
	known := map[string]int{}
	for i, v := range values {
		key := "" // of no value: a key of JSON has text
		if v != nil {
			key = v.Key()
		}
		n, ok := known[key]
		if !ok {
			n = len(groups)
			known[key] = n
			groups = append(groups, VaryingValue{JSON: v})
		}
		groups[n].In = append(groups[n].In, f.index[i])
	}
	return groups
}

func allPlaces(values []*ojson.Value, kind ojson.Kind) bool {
	for _, v := range values {
		if !v.Is(kind) {
			return false
		}
	}
	return true
}

// placeNames are the names of the members of objects, each once.
func placeNames(objects []*ojson.Value) (list []string) {
	known := map[string]bool{}
	for _, o := range objects {
		for _, m := range o.Members() {
			if !known[m.Name] {
				known[m.Name] = true
				list = append(list, m.Name)
			}
		}
	}
	return list
}

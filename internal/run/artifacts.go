package run

import (
	"slices"

	"a2aform/internal/safe"
)

// artifacts are those of a run, found by their ids. What a snapshot was given is
// not changed: it shares the list, which is copied where one of them changes.
type artifacts struct {
	list   []Artifact
	at     map[string]int // by id; the first of those that share one
	shared int            // how many of the list a snapshot may know
}

// find is where an artifact is.
func (a *artifacts) find(id safe.Raw) (i int, ok bool) {
	i, ok = a.at[id.Exact()]
	return i, ok
}

// add puts one behind the others.
func (a *artifacts) add(one Artifact) {
	if a.at == nil {
		a.at = map[string]int{}
	}
	if _, known := a.find(one.ID); !known {
		a.at[one.ID.Exact()] = len(a.list)
	}
	a.list = append(a.list, one)
}

// set changes the one at i.
func (a *artifacts) set(i int, one Artifact) {
	if i < a.shared {
		a.list, a.shared = slices.Clone(a.list), 0
	}
	a.list[i] = one
}

// complete notes that nothing more comes of any.
func (a *artifacts) complete() {
	for i, one := range a.list {
		if !one.Complete {
			one.Complete = true
			a.set(i, one)
		}
	}
}

// share is the list for a snapshot.
func (a *artifacts) share() []Artifact {
	a.shared = len(a.list)
	return slices.Clip(a.list)
}

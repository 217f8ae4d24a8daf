package run

import (
	"slices"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

// artifacts are those of a run. What a snapshot was given is not changed: it shares
// the list, which is copied where one of them changes.
type artifacts struct {
	list   []Artifact
	at     map[artifactKey]int // the last one with the key
	last   map[safe.Raw]int    // by id; the last one with the id
	shared int                 // how many of the list a snapshot may know
}

// artifactKey tells artifacts apart: some agents give several the same id, or none.
type artifactKey struct{ id, name, index safe.Raw }

func keyOf(a *a2a.Artifact) artifactKey { return artifactKey{a.ID, a.Name, a.Index} }

// find is where the artifact is that an event adds to or replaces: that of the same id,
// unless their names or their indexes differ.
func (a *artifacts) find(one *a2a.Artifact) (i int, ok bool) {
	if i, ok = a.at[keyOf(one)]; ok {
		return i, true
	}
	if i, ok = a.last[one.ID]; !ok {
		return 0, false
	}
	known := &a.list[i]
	return i, agree(known.Name, one.Name) && agree(known.Index, one.Index)
}

// isAppended reports an artifact to which the agent appended pieces by name.
func (a *artifacts) isAppended(one *a2a.Artifact) bool {
	i, known := a.find(one)
	return known && a.list[i].isAppended
}

func agree(a, b safe.Raw) bool { return a == b || a.IsEmpty() || b.IsEmpty() }

// add puts one after the others.
func (a *artifacts) add(one Artifact) {
	a.list = append(a.list, one)
	a.enter(len(a.list) - 1)
}

// enter makes the artifact at i known by its id, name and index.
func (a *artifacts) enter(i int) {
	if a.at == nil {
		a.at, a.last = map[artifactKey]int{}, map[safe.Raw]int{}
	}
	one := &a.list[i].Artifact
	a.at[keyOf(one)] = max(a.at[keyOf(one)], i)
	a.last[one.ID] = max(a.last[one.ID], i)
}

// set changes the one at i.
func (a *artifacts) set(i int, one Artifact) {
	if i < a.shared {
		a.list, a.shared = slices.Clone(a.list), 0
	}
	a.list[i] = one
	a.enter(i)
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

package store

import (
	"slices"

	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// Thread returns the runs that led to a run, each with input from the one before it, then the run, then those that its result led
// to: where a result fed several runs, the newest. The list is of runs as [Store.Runs] gives them, the newest first; at is where the
// run is in the thread, -1 where the list does not have it.
func Thread(list []runfile.Info, id safe.Raw) (thread []runfile.Info, at int) {
	find := func(is func(runfile.Info) bool) (runfile.Info, bool) {
		i := slices.IndexFunc(list, func(r runfile.Info) bool {
			return is(r) && !slices.ContainsFunc(thread, func(in runfile.Info) bool { return in.ID == r.ID })
		})
		if i < 0 {
			return runfile.Info{}, false
		}
		return list[i], true
	}
	r, ok := find(func(r runfile.Info) bool { return r.ID == id })
	if !ok {
		return nil, -1
	}
	for ; ok; r, ok = find(func(r runfile.Info) bool { return isFedBy(thread[0], r) }) {
		thread = slices.Insert(thread, 0, r)
	}
	at = len(thread) - 1
	for {
		last := thread[len(thread)-1]
		if r, ok = find(func(r runfile.Info) bool { return isFedBy(r, last) }); !ok {
			return thread, at
		}
		thread = append(thread, r)
	}
}

// isFedBy reports a run whose input is from the result of another.
func isFedBy(r, other runfile.Info) bool { return r.FedBy != nil && r.FedBy.Run == other.ID }

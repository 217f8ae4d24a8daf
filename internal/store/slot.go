package store

import (
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// mostSlots is in how many windows a form keeps drafts of its own.
const mostSlots = 8

// Claim is a draft that is this window's alone, for as long as it is held.
type Claim struct {
	FormOf
	Elsewhere bool // another window has the form open too, and has its own draft
	lock      *flock.Flock
}

// Claim takes a form's draft that no other window holds: the one that was saved
// last, else an empty one. Where nothing can be locked, or all are held, the first
// one is shared, as by somebody who does not ask.
func (s *Store) Claim(of FormOf) Claim {
	best, saved := Claim{FormOf: of}, time.Time{}
	elsewhere := false
	for slot := range mostSlots {
		of.Slot = slot
		lock := s.lockOf(of)
		if _, err := os.Stat(lock.Path()); err != nil && best.lock != nil {
			break // nobody ever had so many windows
		}
		held, err := lock.TryLock()
		if err != nil {
			break
		}
		if !held {
			elsewhere = true
			continue
		}
		at := s.savedAt(of)
		if best.lock != nil && !at.After(saved) {
			_ = lock.Unlock()
			continue
		}
		best.Release()
		best, saved = Claim{FormOf: of, lock: lock}, at
	}
	best.Elsewhere = elsewhere
	return best
}

func (s *Store) lockOf(of FormOf) *flock.Flock {
	dir := filepath.Join(s.state, "locks")
	_ = makeDir(dir) // locking fails then
	return flock.New(filepath.Join(dir, of.name()), lockOptions()...)
}

// savedAt is when a draft was saved; zero where there is none that can be read,
// which is looked at when it is used.
func (s *Store) savedAt(of FormOf) time.Time {
	info, err := os.Stat(s.draftPath(of))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// Release lets another window have the draft.
func (c Claim) Release() {
	if c.lock != nil {
		_ = c.lock.Unlock() // the end of the process does it too
	}
}

package store

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

func ageLocks(s *Store) {
	entries, _ := os.ReadDir(s.locksDir())
	long := time.Now().Add(-2 * staleAfter)
	for _, e := range entries {
		_ = os.Chtimes(filepath.Join(s.locksDir(), e.Name()), long, long) // it may be gone
	}
}

func locksLeft(s *Store) int {
	entries, _ := os.ReadDir(s.locksDir())
	return len(entries)
}

// Old lock files that are not needed are removed: no window has the form open, and no
// draft belongs to it.
func TestUnneededLocksAreRemoved(t *testing.T) {
	s := inHome(t)
	of := FormOf{Digest: "x"}
	one, two, three := s.AcquireLease(of), s.AcquireLease(of), s.AcquireLease(of)
	if err := s.SaveDraft(Draft{FormOf: three.FormOf, Form: []byte(`1`)}); err != nil {
		t.Fatal(err)
	}
	two.Release()
	three.Release()
	s.Sweep()
	if n := locksLeft(s); n != 3 {
		t.Errorf("%d young locks are left, want all 3", n)
	}
	ageLocks(s)
	s.Sweep()
	if n := locksLeft(s); n != 2 {
		t.Errorf("%d are left, want the one that is held and that of the draft", n)
	}
	one.Release()
	if c := s.AcquireLease(of); c.Index != three.Index {
		t.Errorf("slot %d, want %d, that of the draft", c.Index, three.Index)
	}
}

// Two windows never have one draft, though others sweep all the while.
func TestSweepNeverSharesDraft(t *testing.T) {
	s := inHome(t)
	of := FormOf{Digest: "x"}
	var mu sync.Mutex
	held := map[int]bool{}
	note := func(index int, taken bool) {
		mu.Lock()
		defer mu.Unlock()
		if taken && held[index] {
			t.Errorf("two have the draft of slot %d", index)
		}
		held[index] = taken
	}
	ended := make(chan struct{})
	var claims, sweeps sync.WaitGroup
	for range 2 {
		sweeps.Go(func() {
			for {
				select {
				case <-ended:
					return
				default:
					ageLocks(s)
					s.Sweep()
				}
			}
		})
	}
	for range 4 {
		claims.Go(func() {
			for range 500 {
				c := s.AcquireLease(of)
				if c.lock == nil {
					continue
				}
				note(c.Index, true)
				time.Sleep(time.Duration(rand.IntN(200)) * time.Microsecond)
				note(c.Index, false)
				c.Release()
			}
		})
	}
	claims.Wait()
	close(ended)
	sweeps.Wait()
}

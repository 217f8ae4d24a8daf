package store

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"a2aform/internal/limit"
)

// That another program holds the lock is said only where it does.
func TestLockErrorNamesReason(t *testing.T) {
	usual := limit.LockTime
	limit.LockTime = limit.Period(50 * time.Millisecond)
	defer func() { limit.LockTime = usual }()
	var held *flock.Flock // to the end: a lock that nothing refers to is released when its file is collected
	defer func() { _ = held.Unlock() }()
	for name, tt := range map[string]struct {
		prepare func(path string) error
		want    string
	}{
		"another holds it": {func(path string) error { held = flock.New(path); return held.Lock() }, "PATH has been locked by another a2aform for 50ms: try again"},
		"a directory":      {func(path string) error { return os.Mkdir(path, 0o700) }, "PATH cannot be locked: is a directory"},
	} {
		s := inHome(t)
		path := filepath.Join(s.state, "lock")
		if err := os.MkdirAll(s.state, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := tt.prepare(path); err != nil {
			t.Fatal(err)
		}
		err := s.Remember(Agent{Ref: "x"})
		if err == nil || strings.ReplaceAll(err.Error(), path, "PATH") != tt.want {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
}

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

package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/gofrs/flock"

	"a2aform/internal/limit"
	"a2aform/internal/store/runfile"
)

// lockRetry is the pause between looks at a lock that another process holds.
const lockRetry = 20 * time.Millisecond

// lockOptions open the file of a lock: whatever lies in its place, no process waits for
// it to be opened.
func lockOptions() []flock.Option {
	flags := os.O_CREATE | syscall.O_NONBLOCK
	if runtime.GOOS == "solaris" || runtime.GOOS == "illumos" || runtime.GOOS == "aix" {
		flags |= os.O_RDWR // they lock nothing that is only read
	}
	return []flock.Option{flock.SetPermissions(runfile.FileMode), flock.SetFlag(flags)}
}

// locked does something to a file that is read, changed and written, while no
// other process and no other goroutine does.
func (s *Store) locked(work func() error) error {
	if err := makeDir(s.state); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit.LockTime.Duration())
	defer cancel()
	lock := flock.New(filepath.Join(s.state, "lock"), lockOptions()...)
	switch _, err := lock.TryLockContext(ctx, lockRetry); {
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%s has been locked by another a2aform for %s: try again", shown(lock.Path()), limit.LockTime)
	case err != nil:
		return fmt.Errorf("%s cannot be locked: %w", shown(lock.Path()), runfile.Fault(err))
	}
	return errors.Join(work(), lock.Unlock())
}

// maxLeases is the maximum number of windows with a draft of their own for one form.
const maxLeases = 8

// Lease is the exclusive use of a draft by one window, until it is released.
type Lease struct {
	FormOf
	HeldByOther bool // another window has the form open too, with its own draft
	lock        *flock.Flock
}

// AcquireLease leases a draft of a form that no other window holds: the one saved last,
// else an empty one. If nothing can be locked, or all are held, it returns the first
// draft without a lock, which is then shared.
func (s *Store) AcquireLease(of FormOf) Lease {
	best, saved := Lease{FormOf: of}, time.Time{}
	heldByOther := false
	for index := range maxLeases {
		of.Index = index
		lock, at := s.lockOf(of), s.savedAt(of)
		if _, err := os.Stat(lock.Path()); err != nil && at.IsZero() && best.lock != nil {
			continue // no window has it, and none left a draft
		}
		held, err := tryLock(lock)
		if err != nil {
			break
		}
		if !held {
			heldByOther = true
			continue
		}
		if best.lock != nil && !at.After(saved) {
			_ = lock.Unlock()
			continue
		}
		best.Release()
		best, saved = Lease{FormOf: of, lock: lock}, at
	}
	best.HeldByOther = heldByOther
	return best
}

func (s *Store) locksDir() string { return filepath.Join(s.state, "locks") }

func (s *Store) lockOf(of FormOf) *flock.Flock {
	_ = makeDir(s.locksDir()) // locking fails then
	return flock.New(filepath.Join(s.locksDir(), of.name()), lockOptions()...)
}

// maxLockTries bounds how often a lock is taken whose file was swept away then.
const maxLockTries = 10

// tryLock takes a lock that no process holds. If another process removes its file at the
// same time, tryLock takes it again, because the next process would not see the lock.
func tryLock(lock *flock.Flock) (held bool, err error) {
	for range maxLockTries {
		if held, err := lock.TryLock(); !held || err != nil {
			return false, err
		}
		if isInPlace(lock) {
			return true, nil
		}
		_ = lock.Unlock()
	}
	return false, nil
}

// isInPlace reports a lock that is held by the file that has its name.
func isInPlace(lock *flock.Flock) bool {
	held, err := lock.Stat()
	named, err2 := os.Stat(lock.Path())
	return err == nil && err2 == nil && os.SameFile(held, named)
}

// sweepLocks removes the files of locks that no process holds any more and that no draft
// needs.
func (s *Store) sweepLocks() {
	entries, _ := os.ReadDir(s.locksDir()) // as far as they can be read
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || time.Since(info.ModTime()) < staleAfter {
			continue
		}
		if _, err := os.Lstat(s.draftFile(e.Name())); err == nil {
			continue
		}
		lock := flock.New(filepath.Join(s.locksDir(), e.Name()), lockOptions()...)
		if held, _ := tryLock(lock); held {
			_ = os.Remove(lock.Path()) // it goes the next time
			_ = lock.Unlock()
		}
	}
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

// Release makes the draft available to other windows.
func (l Lease) Release() {
	if l.lock != nil {
		_ = l.lock.Unlock() // the end of the process does it too
	}
}

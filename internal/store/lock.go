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

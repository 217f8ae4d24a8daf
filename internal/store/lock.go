package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"a2aform/internal/limit"
)

// lockRetry is the pause between looks at a lock that another process holds.
const lockRetry = 20 * time.Millisecond

// locked does something to a file that is read, changed and written, while no
// other process and no other goroutine does.
func (s *Store) locked(work func() error) error {
	if err := makeDir(s.state); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit.LockTime.Duration())
	defer cancel()
	lock := flock.New(filepath.Join(s.state, "lock"), flock.SetPermissions(fileMode))
	if _, err := lock.TryLockContext(ctx, lockRetry); err != nil {
		return fmt.Errorf("another a2aform holds %s: try again (%w)", lock.Path(), err)
	}
	return errors.Join(work(), lock.Unlock())
}

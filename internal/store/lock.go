package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

const (
	lockTime  = 10 * time.Second // to wait for another process; a keyring may take 3 s
	lockRetry = 20 * time.Millisecond
)

// locked does something to a file that is read, changed and written, while no
// other process and no other goroutine does.
func (s *Store) locked(work func() error) error {
	if err := makeDir(s.state); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), lockTime)
	defer cancel()
	lock := flock.New(filepath.Join(s.state, "lock"), flock.SetPermissions(fileMode))
	if _, err := lock.TryLockContext(ctx, lockRetry); err != nil {
		return fmt.Errorf("another a2aform holds %s: try again (%w)", lock.Path(), err)
	}
	return errors.Join(work(), lock.Unlock())
}

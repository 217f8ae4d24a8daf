//go:build unix

package runfile

import (
	"os"
	"syscall"

	"github.com/gofrs/flock"
)

// holdRun shows other processes, for as long as the file is open, that the run may go on.
// Where nothing can be locked they cannot know.
func holdRun(path string) (release func()) {
	lock := heldBy(path)
	if held, err := lock.TryLock(); err != nil || !held {
		return func() {}
	}
	return func() { _ = lock.Unlock() } // the end of the process does it too
}

// IsHeld reports a run file that some program, this one included, has open.
func IsHeld(path string) bool {
	lock := heldBy(path)
	free, err := lock.TryLock()
	if free {
		_ = lock.Unlock()
	}
	return err == nil && !free
}

func heldBy(path string) *flock.Flock {
	return flock.New(path, flock.SetFlag(os.O_RDWR|syscall.O_NONBLOCK)) // makes no file
}

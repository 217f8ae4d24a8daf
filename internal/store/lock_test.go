package store

import (
	"os"
	"path/filepath"
	"strings"
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

package store

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"a2aform/internal/store/atomicfile"
	"a2aform/internal/store/runfile"
)

// WriteFile replaces a file as a whole; only the user may read it.
func WriteFile(path string, data []byte) error { return writeFile(path, data) }

// writeFile replaces a file of ours as a whole. Only the user may read it, even if others could read the old one. A link stays; the
// directory where it leads is the user's, and stays as it is. What is no regular file is refused.
func writeFile(path string, data []byte) error {
	if err := makeDir(filepath.Dir(path)); err != nil {
		return err
	}
	inPlace, err := atomicfile.IsInPlace(path)
	if err == nil && inPlace {
		err = runfile.ErrNotRegular
	}
	if err == nil {
		err = atomicfile.Write(path, data, runfile.FileMode)
	}
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", shown(path), runfile.Fault(err))
	}
	return nil
}

// staleAfter is the age from which a temporary file counts as abandoned.
const staleAfter = time.Hour

// Sweep removes what was left behind: temporary files where a program was killed,
// the files of locks that are not needed any more, and cards that no run uses.
func (s *Store) Sweep() {
	s.sweepLocks()
	s.sweepCards()
	for _, dir := range []string{s.state, s.config, s.RunsDir(), filepath.Join(s.state, "drafts"), filepath.Join(s.state, "presets"), filepath.Join(s.state, "cards"), filepath.Join(s.state, savedCardDir)} {
		entries, _ := os.ReadDir(dir) // as far as they can be read
		for _, e := range entries {
			if !strings.HasPrefix(e.Name(), atomicfile.Prefix) || !strings.HasSuffix(e.Name(), atomicfile.Suffix) {
				continue
			}
			if info, err := e.Info(); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > staleAfter {
				_ = os.Remove(filepath.Join(dir, e.Name())) // it goes the next time
			}
		}
	}
}

package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"a2aform/internal/store/runfile"
)

// The prefix and the suffix of the names of temporary files, which stay behind if the
// process is killed while it writes.
const temporaryPrefix, temporarySuffix = ".a2aform-", ".tmp"

// WriteFile replaces a file as a whole; only the user may read it.
func WriteFile(path string, data []byte) error { return writeFile(path, data) }

// writeFile replaces a file as a whole, so that a reader, also after a crash,
// finds the old one or the new one. Only the user may read it, even if others could read
// the old one. What a link points to is replaced, and not the link; the directory
// where that lies is the user's, and stays as it is.
func writeFile(path string, data []byte) error {
	if err := makeDir(filepath.Dir(path)); err != nil {
		return err
	}
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to
	}
	if err := replace(path, data); err != nil {
		return fmt.Errorf("%s cannot be written: %w", shown(path), runfile.Fault(err))
	}
	return nil
}

func replace(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), temporaryPrefix+"*"+temporarySuffix) // readable for the user alone
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	syncDir(filepath.Dir(path))
	return nil
}

// syncDir puts the name of a new file on the disk, where the system can.
func syncDir(dir string) {
	if f, err := os.Open(dir); err == nil {
		_ = f.Sync()
		_ = f.Close()
	}
}

// staleAfter is the age from which a temporary file counts as abandoned.
const staleAfter = time.Hour

// Sweep removes what was left behind: temporary files where a program was killed,
// the files of locks that are not needed any more, and cards that no run uses.
func (s *Store) Sweep() {
	s.sweepLocks()
	s.sweepCards()
	for _, dir := range []string{s.state, s.config, s.RunsDir(), filepath.Join(s.state, "drafts"), filepath.Join(s.state, "presets"), filepath.Join(s.state, "cards")} {
		entries, _ := os.ReadDir(dir) // as far as they can be read
		for _, e := range entries {
			if !strings.HasPrefix(e.Name(), temporaryPrefix) || !strings.HasSuffix(e.Name(), temporarySuffix) {
				continue
			}
			if info, err := e.Info(); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > staleAfter {
				_ = os.Remove(filepath.Join(dir, e.Name())) // it goes the next time
			}
		}
	}
}

package store

import (
	"errors"
	"path/filepath"
	"time"
)

// KeepFault writes what is known of a mistake of the program into a file of its
// own, and says which. It may quote what agents sent.
func (s *Store) KeepFault(report string) (path string, err error) {
	if s == nil {
		return "", errors.New("nothing is kept")
	}
	path = Unused(filepath.Join(s.state, "faults", time.Now().UTC().Format("20060102T150405Z")+".txt"))
	return path, writeFile(path, []byte(report))
}

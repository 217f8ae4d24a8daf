package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"a2aform/internal/store/runfile"
)

// listVersion is the version of the files that are one list. The first ones had
// none, and were the bare list.
const listVersion = 1

type listFile[T any] struct {
	Version int `json:"version"`
	List    []T `json:"list"`
}

// ErrNewer says that a later a2aform wrote a file; it is left as it is.
var ErrNewer = errors.New("was written by a newer a2aform, and is left unchanged")

// listOf is a file of the store that is one list.
type listOf[T any] struct {
	store *Store
	file  string // in the directory of the state
	what  string // it is called in messages
}

func (l listOf[T]) path() string { return filepath.Join(l.store.state, l.file) }

// read reads the list; one that does not exist is empty. A damaged file is set
// aside, and the error says so; it never quotes the file.
func (l listOf[T]) read() ([]T, error) {
	data, err := readFile(l.path())
	if isMissing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", l.what, runfile.Fault(err))
	}
	if err := thisProcess.check(l.store.state, l.path()); err != nil {
		return nil, err
	}
	var bare []T
	if json.Unmarshal(data, &bare) == nil {
		return bare, nil
	}
	var head struct{ Version int }
	var file listFile[T]
	switch {
	case json.Unmarshal(data, &head) == nil && head.Version > listVersion:
		return nil, fmt.Errorf("%s %w", l.what, ErrNewer)
	case head.Version < 1 || json.Unmarshal(data, &file) != nil:
		return nil, aside(l.path(), fmt.Errorf("%s is damaged", l.what))
	}
	return file.List, nil
}

// change reads the list, changes it and writes it, while no other process does. A list that
// is not changed is nil, and not written.
func (l listOf[T]) change(change func(list []T) []T) error {
	return l.store.locked(func() error {
		list, err := l.read()
		if err != nil {
			return err
		}
		if list = change(list); list == nil {
			return nil
		}
		data, err := json.MarshalIndent(listFile[T]{listVersion, list}, "", "  ")
		if err != nil {
			return fmt.Errorf("encode %s: %w", l.what, err)
		}
		return writeFile(l.path(), append(data, '\n'))
	})
}

// isMissing reports that there is no file, be it that there is no directory for it.
func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// aside gives a damaged file another name, which no file has yet, and adds that
// to what is wrong with it.
func aside(path string, damage error) error {
	to := Unused(path + ".damaged")
	if err := os.Rename(path, to); err != nil {
		return fmt.Errorf("%w, and cannot be set aside: %w", damage, runfile.Fault(err))
	}
	return fmt.Errorf("%w; it was set aside as %s", damage, shown(to))
}

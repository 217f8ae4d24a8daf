package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
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

// readList reads a list; one that does not exist is empty. A damaged file is set
// aside, and the error says so; it never quotes the file.
func readList[T any](path, what string) ([]T, error) {
	data, err := readFile(path)
	if isMissing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", what, runfile.Fault(err))
	}
	var bare []T
	if json.Unmarshal(data, &bare) == nil {
		return bare, nil
	}
	var head struct{ Version int }
	var file listFile[T]
	switch {
	case json.Unmarshal(data, &head) == nil && head.Version > listVersion:
		return nil, fmt.Errorf("%s %w", what, ErrNewer)
	case head.Version < 1 || json.Unmarshal(data, &file) != nil:
		return nil, aside(path, fmt.Errorf("%s is damaged", what))
	}
	return file.List, nil
}

// isMissing reports that there is no file, be it that there is no directory for it.
func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

func writeList[T any](path, what string, list []T) error {
	data, err := json.MarshalIndent(listFile[T]{listVersion, list}, "", "  ")
	if err != nil {
		return fmt.Errorf("encode %s: %w", what, err)
	}
	return writeFile(path, append(data, '\n'))
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

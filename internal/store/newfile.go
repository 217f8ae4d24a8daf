package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"a2aform/internal/store/atomicfile"
	"a2aform/internal/store/runfile"
)

// WriteNew writes a file that was not there before; one that was is left as it
// is, and the error is [fs.ErrExist]. One that could not be finished is removed, also
// where write panics.
func WriteNew(path string, write func(io.Writer) error) error {
	if strings.TrimSpace(path) == "" {
		return errors.New("it needs a name")
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, runfile.FileMode)
	if err != nil {
		return err
	}
	finished := false
	defer func() {
		if !finished { // by an error or a panic
			_ = file.Close()
			_ = os.Remove(path)
		}
	}()
	if err := write(file); err != nil {
		return err
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return err
	}
	finished = true
	atomicfile.SyncDir(filepath.Dir(path))
	return nil
}

// maxNumbers bounds how many names are tried.
const maxNumbers = 1000

// Unused is a path that no file has: with a number where the plain one is taken.
func Unused(path string) string {
	for n := range maxNumbers {
		numbered := withNumber(path, n+1)
		if _, err := os.Lstat(numbered); errors.Is(err, fs.ErrNotExist) {
			return numbered
		}
	}
	return path
}

func withNumber(path string, n int) string {
	if n < 2 {
		return path
	}
	extension := filepath.Ext(path)
	return strings.TrimSuffix(path, extension) + "-" + strconv.Itoa(n) + extension
}

// WriteUnused is [WriteNew] by the first name that no file has, and says which.
func WriteUnused(path string, write func(io.Writer) error) (string, error) {
	for n := range maxNumbers {
		numbered := withNumber(path, n+1)
		if err := WriteNew(numbered, write); !errors.Is(err, fs.ErrExist) {
			return numbered, err
		}
	}
	return path, fs.ErrExist
}

package runfile

import (
	"errors"
	"os"
	"syscall"
)

// ErrNotRegular says that something else than a file has its name.
var ErrNotRegular = errors.New("it is not a regular file")

// OpenFile is [os.OpenFile] for regular files alone: a pipe or a device in the location
// of one could keep the program waiting for ever, also by being opened.
func OpenFile(path string, flag int) (*os.File, error) {
	f, err := os.OpenFile(path, flag|syscall.O_NONBLOCK, FileMode)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = ErrNotRegular
	}
	if err != nil {
		_ = f.Close() // nothing was written
		return nil, err
	}
	return f, nil
}

// The modes of what is kept: for the user alone.
const (
	DirMode  = 0o700
	FileMode = 0o600
)

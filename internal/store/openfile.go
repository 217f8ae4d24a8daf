package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"a2aform/internal/blocking"
	"a2aform/internal/limit"
)

// errNotRegular says that something else than a file has its name.
var errNotRegular = errors.New("it is no regular file")

// openFile is [os.OpenFile] for regular files alone: a pipe or a device in the location
// of one could keep the program waiting for ever, also by being opened.
func openFile(path string, flag int) (*os.File, error) {
	f, err := blocking.OpenFile(path, flag|syscall.O_NONBLOCK, fileMode)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errNotRegular
	}
	if err != nil {
		_ = f.Close() // nothing was written
		return nil, err
	}
	return f, nil
}

// readFile is [os.ReadFile] for regular files alone.
func readFile(path string) ([]byte, error) {
	f, err := openFile(path, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(f)
	return data, errors.Join(err, f.Close())
}

// readByHand is the text of a file that the user writes, nil where there is none.
func readByHand(path, what string) ([]byte, error) {
	f, err := openFile(path, os.O_RDONLY)
	switch {
	case isMissing(err):
		return nil, nil
	case errors.Is(err, errNotRegular):
		return nil, fmt.Errorf("%s is no file of %s", shown(path), what)
	case err != nil:
		return nil, fmt.Errorf("%s cannot be read: %w", shown(path), fault(err))
	}
	maximum := limit.AgentsFile.Int()
	data, err := io.ReadAll(io.LimitReader(f, int64(maximum)+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", shown(path), fault(err))
	}
	if len(data) > maximum {
		return nil, fmt.Errorf("%s is larger than %s, which no file of %s is; %s", shown(path), limit.AgentsFile, what, limit.AgentsFile.Hint())
	}
	return data, nil
}

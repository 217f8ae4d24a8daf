package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/store/runfile"
	"a2aform/internal/tomlfile"
)

// readFile is [os.ReadFile] for regular files alone.
func readFile(path string) ([]byte, error) {
	f, err := runfile.OpenFile(path, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(f)
	return data, errors.Join(err, f.Close())
}

// readByHand is the text of a file that the user writes, nil where there is none. One of another user, or in a directory of one, is
// an error.
func readByHand(path, what string) ([]byte, error) {
	f, err := runfile.OpenFile(path, os.O_RDONLY)
	switch {
	case isMissing(err):
		return nil, nil
	case errors.Is(err, runfile.ErrNotRegular):
		return nil, fmt.Errorf("%s is not a file of %s", shown(path), what)
	case err != nil:
		return nil, fmt.Errorf("%s cannot be read: %w", shown(path), runfile.Fault(err))
	}
	maximum := limit.AgentsFile.Int()
	data, err := limit.ReadAll(f, maximum)
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", shown(path), runfile.Fault(err))
	}
	if len(data) > maximum {
		return nil, fmt.Errorf("%s is larger than %s, too large for a file of %s", shown(path), limit.AgentsFile, what)
	}
	if err := thisProcess.check(filepath.Dir(path), path); err != nil {
		return nil, err
	}
	return ojson.Text(data), nil
}

// ReadText reads a text of at most maxBytes from a regular file.
func ReadText(path string, maxBytes int, what string) ([]byte, *tomlfile.Problem) {
	f, err := runfile.OpenFile(path, os.O_RDONLY)
	switch {
	case errors.Is(err, runfile.ErrNotRegular):
		return nil, &tomlfile.Problem{Path: path, Text: err.Error()}
	case err != nil:
		return nil, &tomlfile.Problem{Path: path, Text: "it cannot be read: " + runfile.Fault(err).Error()}
	}
	defer func() { _ = f.Close() }()
	data, err := limit.ReadAll(f, maxBytes)
	switch {
	case err != nil:
		return nil, &tomlfile.Problem{Path: path, Text: "it cannot be read"}
	case len(data) > maxBytes:
		return nil, &tomlfile.Problem{Path: path, Text: what + " may have at most " + limit.Size(maxBytes).String()}
	}
	return ojson.Text(data), nil
}

package tomlfile

import (
	"errors"
	"os"
	"path/filepath"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/store/runfile"
)

// ReadFile reads a regular file of at most maxBytes.
func ReadFile(path string, maxBytes int, what string) ([]byte, *Problem) {
	f, err := runfile.OpenFile(path, os.O_RDONLY)
	switch {
	case errors.Is(err, runfile.ErrNotRegular):
		return nil, &Problem{Path: path, Text: err.Error()}
	case err != nil:
		return nil, &Problem{Path: path, Text: "it cannot be read: " + runfile.Fault(err).Error()}
	}
	defer func() { _ = f.Close() }()
	data, err := limit.ReadAll(f, maxBytes)
	switch {
	case err != nil:
		return nil, &Problem{Path: path, Text: "it cannot be read"}
	case len(data) > maxBytes:
		return nil, &Problem{Path: path, Text: what + " may have at most " + limit.Size(maxBytes).String()}
	}
	return ojson.Text(data), nil
}

// Relative is a path that the file names, from the directory of the file.
func (r *Reader) Relative(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(r.Path), filepath.FromSlash(path))
}

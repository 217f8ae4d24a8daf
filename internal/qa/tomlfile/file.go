package tomlfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"a2aform/internal/limit"
)

// ReadFile reads a regular file of at most maxBytes.
func ReadFile(path string, maxBytes int, what string) ([]byte, *Problem) {
	f, err := os.Open(path)
	if err != nil {
		var failed *os.PathError
		if errors.As(err, &failed) {
			err = failed.Err
		}
		return nil, &Problem{Path: path, Text: "it cannot be read: " + err.Error()}
	}
	defer func() { _ = f.Close() }()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, &Problem{Path: path, Text: "it is not a regular file"}
	}
	data, err := io.ReadAll(io.LimitReader(f, int64(maxBytes)+1))
	switch {
	case err != nil:
		return nil, &Problem{Path: path, Text: "it cannot be read"}
	case len(data) > maxBytes:
		return nil, &Problem{Path: path, Text: what + " may have at most " + limit.Size(maxBytes).String()}
	}
	return data, nil
}

// Relative is a path that the file names, from the directory of the file.
func (r *Reader) Relative(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(r.Path), filepath.FromSlash(path))
}

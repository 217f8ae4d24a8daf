package ui

import (
	"fmt"
	"io"
	"os"
)

// readLimited reads a regular file of at most most bytes.
func readLimited(path string, most int) ([]byte, error) {
	file, err := os.Open(path) //nolint:gosec // the user names the file
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // it was only read
	switch info, err := file.Stat(); {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s is a directory", path)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a file of data", path)
	}
	data, err := io.ReadAll(io.LimitReader(file, int64(most)+1))
	if err == nil && len(data) > most {
		return nil, fmt.Errorf("%s is larger than the limit of %s", path, byteSize(most))
	}
	return data, err
}

// byteSize is a size in a reader's units: "12.3 kB".
func byteSize(n int) string {
	size, units := float64(n), []string{"kB", "MB", "GB"}
	if n < 1000 {
		return plural(n, "byte", "bytes")
	}
	unit := ""
	for _, u := range units {
		if size < 1000 {
			break
		}
		size, unit = size/1000, u
	}
	return fmt.Sprintf("%.1f %s", size, unit)
}

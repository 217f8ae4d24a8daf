package signature

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"a2aform/internal/safe"
)

const (
	// DirName is the directory of the keys, in the directory of the configuration.
	DirName = "keys"

	maxFiles = 200
	maxSize  = 1 << 20 // of a file, in bytes
)

// endings are those of the files that are read; others, such as notes, are passed over.
var endings = []string{".json", ".jwk", ".jwks", ".pem", ".crt", ".cer", ".pub"}

// ReadKeys reads the keys in the directory of the user's configuration; "" or a directory without
// keys has none. A key without an id, as in PEM, has the name of its file, without the ending,
// as its id. The problems say in our words which files cannot be used.
func ReadKeys(configDir string) (keys []*Keys, problems []string) {
	if configDir == "" {
		return nil, nil
	}
	dir := filepath.Join(configDir, DirName)
	entries, err := os.ReadDir(dir)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			problems = append(problems, "the keys that you trust cannot be read: "+safe.Text(dir).Line(200).String())
		}
		return nil, problems
	}
	for _, e := range entries {
		if !slices.Contains(endings, strings.ToLower(filepath.Ext(e.Name()))) {
			continue
		}
		if len(keys) == maxFiles {
			return keys, append(problems, fmt.Sprintf("only the first %d files of the keys that you trust are read", maxFiles))
		}
		set, err := readFile(filepath.Join(dir, e.Name()))
		if err != nil {
			problems = append(problems, "the trusted key "+safe.Text(e.Name()).Line(80).String()+" is not used: "+err.Error())
			continue
		}
		keys = append(keys, set)
	}
	return keys, problems
}

func readFile(path string) (*Keys, error) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() { // opening a pipe would wait
		return nil, errors.New("it is not a file that can be read")
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, errors.New("it cannot be read")
	}
	defer func() { _ = file.Close() }() // it was only read
	data, err := io.ReadAll(io.LimitReader(file, maxSize+1))
	switch {
	case err != nil:
		return nil, errors.New("it cannot be read")
	case len(data) > maxSize:
		return nil, errors.New("it is larger than 1 MiB")
	}
	name := filepath.Base(path)
	keys, err := ParseKeys(data, safe.Text(name).Line(80).String()+" of the keys that you trust")
	if err != nil {
		return nil, err
	}
	return keys.Trusted(strings.TrimSuffix(name, filepath.Ext(name))), nil
}

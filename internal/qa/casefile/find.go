package casefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// maxFiles bounds how many case files are read at once.
const maxFiles = 10_000

// DefaultDir is where the cases of a repository are.
var DefaultDir = filepath.Join(".a2aform", "cases")

// FindDir is the [DefaultDir] of a directory, or of the nearest one above it up to the root of its repository;
// "" where there is none.
func FindDir(dir string) string {
	for {
		if info, err := os.Stat(filepath.Join(dir, DefaultDir)); err == nil && info.IsDir() {
			return filepath.Join(dir, DefaultDir)
		}
		_, err := os.Stat(filepath.Join(dir, ".git"))
		if parent := filepath.Dir(dir); err != nil && parent != dir {
			dir = parent
			continue
		}
		return ""
	}
}

// Find are the case files that paths name, in their order: a file itself, and of a directory all that end in
// .toml, at any depth.
func Find(paths []string) (files []string, problems []*Problem) {
	for _, path := range paths {
		found, err := under(path)
		if err != nil {
			var failed *fs.PathError
			if errors.As(err, &failed) {
				err = failed.Err
			}
			problems = append(problems, &Problem{Path: path, Text: "it cannot be read: " + err.Error()})
			continue
		}
		for _, file := range found {
			if !slices.Contains(files, file) {
				files = append(files, file)
			}
		}
		if len(files) > maxFiles {
			return nil, append(problems, &Problem{Path: path, Text: "there are more than 10,000 case files; name fewer"})
		}
	}
	return files, problems
}

func under(path string) (files []string, err error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return []string{filepath.Clean(path)}, err
	}
	err = filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && file != path && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case !entry.IsDir() && filepath.Ext(file) == ".toml" && len(files) <= maxFiles:
			files = append(files, file)
		}
		return nil
	})
	return files, err
}

// ReadAll reads the cases of files, and tells all that is wrong with any of them. Two cases of one name are a
// problem of the second.
func ReadAll(files []string) (cases []*Case, problems []*Problem) {
	names := map[string]string{}
	for _, file := range files {
		read, wrong := Read(file)
		problems = append(problems, wrong...)
		for _, c := range read {
			if other, ok := names[c.Name]; ok {
				problems = append(problems, &Problem{Path: file, Line: 1, Column: 1, Text: "the case " + c.Name + " has the same name as that of " + other})
			}
			names[c.Name] = file
		}
		cases = append(cases, read...)
	}
	return cases, problems
}

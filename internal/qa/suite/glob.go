package suite

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"a2aform/internal/qa/tomlfile"
)

const (
	maxFiles = 10_000 // of a suite
	maxDeep  = 4      // ** of a pattern
)

// Files are the case files of the patterns, those of a pattern in the order of their names. A pattern without
// a file is a problem.
func (s *Suite) Files() (files []string, problems []*tomlfile.Problem) {
	dir, seen := filepath.Dir(s.Path), map[string]bool{}
	for _, pattern := range s.Cases {
		found, err := glob(dir, pattern)
		switch {
		case err != nil:
			problems = append(problems, &tomlfile.Problem{Path: s.Path, Text: "cases: " + pattern + ": " + err.Error()})
		case len(found) == 0:
			problems = append(problems, &tomlfile.Problem{Path: s.Path, Text: "cases: there is no file " + pattern})
		}
		for _, file := range found {
			if !seen[file] {
				files = append(files, file)
			}
			seen[file] = true
		}
	}
	return files, problems
}

var errTooMany = errors.New("there are more than 10,000 case files")

// glob returns the files below dir that match a pattern, in which ** matches any number of directories. It leaves out directories
// whose names begin with a dot.
func glob(dir, pattern string) (files []string, err error) {
	pattern = path.Clean(filepath.ToSlash(pattern))
	fixed, rest := pattern, ""
	if i := strings.IndexAny(pattern, "*?[\\"); i >= 0 {
		cut := strings.LastIndexByte(pattern[:i], '/') + 1
		fixed, rest = pattern[:cut], pattern[cut:]
	}
	root := filepath.Join(dir, filepath.FromSlash(fixed))
	if rest == "" {
		return []string{root}, nil
	}
	err = filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil && file == root:
			return fs.SkipDir // there is nothing
		case err != nil:
			return err
		case entry.IsDir() && file != root && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case entry.IsDir():
			return nil
		}
		below, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		if ok, err := match(rest, filepath.ToSlash(below)); err != nil || !ok {
			return err
		}
		if files = append(files, file); len(files) > maxFiles {
			return errTooMany
		}
		return nil
	})
	return files, err
}

// match reports whether a pattern with ** matches a path, each with slashes.
func match(pattern, name string) (bool, error) {
	if _, err := path.Match(pattern, ""); err != nil || strings.Count(pattern, "**") > maxDeep {
		return false, errors.New("it is not a pattern")
	}
	return matchParts(strings.Split(pattern, "/"), strings.Split(name, "/")), nil
}

func matchParts(pattern, name []string) bool {
	for len(pattern) > 0 {
		if pattern[0] == "**" {
			for i := range len(name) + 1 {
				if matchParts(pattern[1:], name[i:]) {
					return true
				}
			}
			return false
		}
		if len(name) == 0 {
			return false
		}
		if ok, _ := path.Match(pattern[0], name[0]); !ok { // checked by match
			return false
		}
		pattern, name = pattern[1:], name[1:]
	}
	return len(name) == 0
}

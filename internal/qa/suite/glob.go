package suite

import (
	"errors"
	"path/filepath"

	"a2aform/internal/qa/casefile"
	"a2aform/internal/store"
	"a2aform/internal/tomlfile"
)

// Files are the case files of the suite: those that its paths name, and all below its directories. A path without a file is a
// problem.
func (s *Suite) Files() (files []string, problems []*tomlfile.Problem) {
	var paths []string
	for _, path := range s.Cases {
		found, err := filepath.Glob(filepath.Join(filepath.Dir(s.Path), filepath.FromSlash(path)))
		if err != nil || len(found) == 0 {
			problems = append(problems, &tomlfile.Problem{Path: s.Path, Text: "cases: there is no file " + path})
		}
		for _, file := range found {
			if err := s.checkPath(file); err != nil {
				problems = append(problems, &tomlfile.Problem{Path: s.Path, Text: "cases: " + file + ": " + err.Error()})
				continue
			}
			paths = append(paths, file)
		}
	}
	files, missing := casefile.Find(paths)
	return files, append(problems, missing...)
}

// checkPath says why the suite may not name a file or directory: it leads out of its repository.
func (s *Suite) checkPath(path string) error {
	root := store.RepositoryOf(s.Path)
	target, err := store.Resolve(path)
	if err != nil {
		return err
	}
	if dir, err := store.Resolve(root); err != nil || !store.IsBelow(dir, target) {
		return errors.New("it is not below " + root)
	}
	return nil
}

package suite

import (
	"path/filepath"

	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/tomlfile"
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
		paths = append(paths, found...)
	}
	files, missing := casefile.Find(paths)
	return files, append(problems, missing...)
}

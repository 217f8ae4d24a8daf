package casefile

import (
	"fmt"
	"hash/maphash"
	"path/filepath"

	"a2aform/internal/tomlfile"
)

// checkGoldenFiles reports the first case of each file whose golden file another case has, too: both would be compared with the
// output of one. The entries of a matrix may have one, because they send the same.
func checkGoldenFiles(files []*File) (problems []*tomlfile.Problem) {
	seed, seen := maphash.MakeSeed(), map[uint64]bool{} // hashes, because a table can be larger than memory
	for _, f := range files {
		if f.same == nil {
			continue
		}
		row := -1
		for c := range f.Cases() {
			hash := maphash.String(seed, c.Expect.Same.File)
			if seen[hash] && row != c.Row {
				problems = append(problems, sharedGolden(files, f, c))
				break
			}
			seen[hash], row = true, c.Row
		}
	}
	return problems
}

// sharedGolden is the problem of a case whose golden file an earlier case has, too.
func sharedGolden(files []*File, f *File, c *Case) *tomlfile.Problem {
	other := ""
	for earlier := range All(files) {
		if earlier.Expect.Same != nil && earlier.Expect.Same.File == c.Expect.Same.File {
			other = earlier.Name
			break
		}
	}
	path := c.Expect.Same.File
	if near, err := filepath.Rel(filepath.Dir(f.Path), path); err == nil {
		path = filepath.ToSlash(near)
	}
	return &tomlfile.Problem{Path: f.Path, Line: f.same.Line, Column: f.same.Column, Text: fmt.Sprintf("the cases %s and %s have the same golden file %s; give each its own, such as golden/${case}.json", other, c.Name, path)}
}

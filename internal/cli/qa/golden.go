package qa

import (
	"path/filepath"
	"slices"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/casefile"
)

// goldenFiles are the golden files that cases name.
type goldenFiles map[string]bool

func (g goldenFiles) add(c *casefile.Case) {
	if c.Expect.Same != nil {
		g[filepath.Clean(c.Expect.Same.File)] = true
	}
}

// warnUnused warns about golden files in the same directories that no case names.
func (g goldenFiles) warnUnused(s *command.Streams) {
	var dirs []string
	for path := range g {
		if dir := filepath.Dir(path); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	for _, dir := range dirs {
		files, _ := filepath.Glob(filepath.Join(dir, "*.json")) // fails for a bad pattern alone
		for _, file := range files {
			if !g[file] {
				s.Warn("note: " + line(file) + ": no case names this golden file")
			}
		}
	}
}

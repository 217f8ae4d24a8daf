package command

import (
	"path/filepath"
	"slices"
	"strings"

	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/tomlfile"
)

// ReadCases returns the case files of paths, else those of the suite, at least one.
func (e *Environments) ReadCases(paths []string, options casefile.Options) ([]*casefile.File, error) {
	var problems []*tomlfile.Problem
	if len(paths) == 0 {
		var err error
		if paths, problems, err = e.Paths(); err != nil {
			return nil, err
		}
	}
	found, missing := casefile.Find(fromHere(paths))
	files, wrong := casefile.ReadAll(found, options)
	if problems = slices.Concat(problems, missing, wrong); len(problems) > 0 {
		for _, p := range problems {
			e.Streams.Warn(p.Error())
		}
		return nil, Usagef("%s, so nothing was sent", countedProblems(len(problems)))
	}
	if len(files) == 0 {
		return nil, Usagef("there are no case files (*.toml) in %s", strings.Join(paths, ", "))
	}
	return files, nil
}

// fromHere returns paths relative to the working directory if they are below it.
func fromHere(paths []string) []string {
	list := slices.Clone(paths)
	for i, path := range paths {
		if near, err := filepath.Rel(WorkingDir(), path); err == nil && filepath.IsAbs(path) && filepath.IsLocal(near) {
			list[i] = near
		}
	}
	return list
}

func countedProblems(n int) string {
	if n == 1 {
		return "a case file has a problem"
	}
	return "the case files have problems"
}

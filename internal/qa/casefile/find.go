package casefile

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"a2aform/internal/store"
	"a2aform/internal/tomlfile"
)

// maxFiles bounds how many case files are read at once.
const maxFiles = 10_000

const dirName = "cases"

// DefaultDir is where the cases of a repository are.
var DefaultDir = filepath.Join(store.LocalDir, dirName)

// FindDir returns the [DefaultDir] of a directory, as [store.FindLocal] finds it; "" where there is none.
func FindDir(dir string) (string, error) { return store.FindLocal(dir, dirName) }

// Find returns the case files of paths, in order: a file itself, and all files of a directory that end in
// .toml, at any depth.
func Find(paths []string) (files []string, problems []*tomlfile.Problem) {
	seen := map[string]bool{}
	for _, path := range paths {
		found, err := under(path)
		if err != nil {
			var failed *fs.PathError
			if errors.As(err, &failed) {
				err = failed.Err
			}
			text := "it cannot be read: " + err.Error()
			if strings.Contains(path, "://") {
				text = "this is no file; name the agent with -a"
			}
			problems = append(problems, &tomlfile.Problem{Path: path, Text: text})
			continue
		}
		for _, file := range found {
			if !seen[file] {
				files = append(files, file)
			}
			seen[file] = true
		}
		if len(files) > maxFiles {
			return nil, append(problems, &tomlfile.Problem{Path: path, Text: "there are more than 10,000 case files; name fewer"})
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
			if entry.Type()&fs.ModeSymlink != 0 {
				if err := store.CheckPath(filepath.Join(path, filepath.Base(file)), file); err != nil {
					return fmt.Errorf("%s: %w", file, err)
				}
			}
			files = append(files, file)
		}
		return nil
	})
	return files, err
}

// ReadAll reads case files, and returns the problems of all of them. It is a problem if two files have the same name, or two
// cases the same golden file. A file comes after those whose cases it needs.
func ReadAll(paths []string, o Options) (files []*File, problems []*tomlfile.Problem) {
	names := map[string]string{}
	for _, path := range paths {
		f, wrong := Read(path, o)
		if problems = append(problems, wrong...); f == nil {
			continue
		}
		if other, ok := names[f.Name]; ok {
			problems = append(problems, &tomlfile.Problem{Path: path, Line: 1, Column: 1, Text: "the case " + f.Name + " has the same name as that of " + other})
		}
		names[f.Name] = path
		files = append(files, f)
	}
	files, wrong := inOrder(files)
	return files, slices.Concat(problems, wrong, checkGoldenFiles(files))
}

// All iterates over the cases of files.
func All(files []*File) iter.Seq[*Case] {
	return func(yield func(*Case) bool) {
		for _, f := range files {
			for c := range f.Cases() {
				if !yield(c) {
					return
				}
			}
		}
	}
}

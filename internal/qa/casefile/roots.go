package casefile

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
	"a2aform/internal/tomlfile"
)

// roots are the directories whose files a case file may name: a case file may come with a repository, and must not send or
// replace other files of the user.
type roots struct {
	repository string   // as people name it
	resolved   []string // without symbolic links: the repository and the directories of the user
	below      map[string]error
}

// newRoots returns the roots of a case file.
func newRoots(path string, allowed []string) *roots {
	r := &roots{repository: store.RepositoryOf(path), below: map[string]error{}}
	for _, dir := range append([]string{r.repository}, allowed...) {
		if target, err := store.Resolve(dir); err == nil {
			r.resolved = append(r.resolved, target)
		}
	}
	return r
}

// check says why a case file may not name a path; nil where it may. It remembers directories, because a table has many paths.
func (r *roots) check(path string) error {
	switch info, err := os.Lstat(path); {
	case err == nil && info.Mode()&fs.ModeSymlink != 0:
		return r.checkOne(path)
	case err == nil && !info.Mode().IsRegular():
		return runfile.ErrNotRegular
	}
	dir := filepath.Dir(path)
	err, known := r.below[dir]
	if !known {
		err = r.checkOne(dir)
		r.below[dir] = err
	}
	return err
}

func (r *roots) checkOne(path string) error {
	target, err := store.Resolve(path)
	if err != nil {
		return err
	}
	if info, err := os.Stat(target); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return runfile.ErrNotRegular
	}
	for _, root := range r.resolved {
		if store.IsBelow(root, target) {
			return nil
		}
	}
	return fmt.Errorf("it is not below %s, where the files of this case must be; allow its directory with --allow-files DIR", r.repository)
}

// path returns a path that the file names, from the directory of the file. One that the file may not name is a problem.
func (r *reader) path(n *tomlfile.Node, key, name string) (path string, ok bool) {
	path = filepath.Clean(r.Relative(name))
	if r.options.AnyFiles {
		return path, true
	}
	if err := r.roots.check(path); err != nil {
		r.Problemf(n, "%s %s: %s", key, name, err)
		return path, false
	}
	return path, true
}

// checkGolden reports the first case whose golden file the file may not name.
func (r *reader) checkGolden(f *File) {
	if f.same == nil || r.options.AnyFiles || len(r.Problems) > 0 {
		return
	}
	for c := range f.Cases() {
		if err := r.roots.check(c.Expect.Same.File); err != nil {
			r.Problemf(f.same, "file %s: %s", c.Expect.Same.File, err)
			return
		}
	}
}

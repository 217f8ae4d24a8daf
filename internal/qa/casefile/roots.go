package casefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"a2aform/internal/qa/tomlfile"
	"a2aform/internal/store"
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
	r := &roots{repository: repositoryOf(path), below: map[string]error{}}
	for _, dir := range append([]string{r.repository}, allowed...) {
		if target, err := resolve(dir); err == nil {
			r.resolved = append(r.resolved, target)
		}
	}
	return r
}

// repositoryOf returns the root of the repository of a case file. Without one it is the directory above .a2aform, or that of the
// file.
func repositoryOf(path string) string {
	path, err := filepath.Abs(path)
	if err != nil {
		return filepath.Dir(path)
	}
	if root := store.RepositoryRoot(filepath.Dir(path)); root != "" {
		return root
	}
	root := filepath.Dir(path)
	for dir := root; ; dir = filepath.Dir(dir) {
		if filepath.Base(dir) == store.LocalDir {
			root = filepath.Dir(dir)
		}
		if filepath.Dir(dir) == dir {
			return root
		}
	}
}

// errLink is the error of a symbolic link to a file that is not there.
var errLink = errors.New("it is a symbolic link that leads nowhere")

// resolve returns a path without symbolic links. The last part of it may not exist yet.
func resolve(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	rest := ""
	for {
		target, err := filepath.EvalSymlinks(path)
		switch {
		case err == nil:
			return filepath.Join(target, rest), nil
		case !errors.Is(err, fs.ErrNotExist) || filepath.Dir(path) == path:
			return "", err
		}
		if _, err := os.Lstat(path); err == nil {
			return "", errLink
		}
		rest, path = filepath.Join(filepath.Base(path), rest), filepath.Dir(path)
	}
}

// check says why a case file may not name a path; nil where it may. It remembers directories, because a table has many paths.
func (r *roots) check(path string) error {
	if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return r.checkOne(path)
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
	target, err := resolve(path)
	if err != nil {
		return err
	}
	for _, root := range r.resolved {
		if near, err := filepath.Rel(root, target); err == nil && filepath.IsLocal(near) {
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

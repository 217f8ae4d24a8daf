package store

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"a2aform/internal/store/runfile"
)

// LocalDir is the directory of a repository that has its files for a2aform.
const LocalDir = ".a2aform"

// FindLocal returns the path of the file or directory of a name in the [LocalDir] of dir, or of the nearest directory above it up
// to the root of its repository; without a repository only dir is searched. It is "" where there is none. What belongs to another
// user is an error, as with safe.directory of git: in a directory that several users can write to, anybody could place it.
func FindLocal(dir, name string) (path string, err error) { return thisProcess.findLocal(dir, name) }

// RepositoryRoot returns the directory at or above dir that contains a .git, "" for none.
func RepositoryRoot(dir string) string {
	for at := dir; at != ""; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return ""
		}
	}
	return ""
}

// RepositoryOf returns the root of the repository of a file. Without one it is the directory above its [LocalDir], or that of the file.
func RepositoryOf(file string) string {
	file, err := filepath.Abs(file)
	if err != nil {
		return filepath.Dir(file)
	}
	if root := RepositoryRoot(filepath.Dir(file)); root != "" {
		return root
	}
	root := filepath.Dir(file)
	for dir := root; ; dir = filepath.Dir(dir) {
		if filepath.Base(dir) == LocalDir {
			root = filepath.Dir(dir)
		}
		if filepath.Dir(dir) == dir {
			return root
		}
	}
}

// CheckPath says why a file that may come with a repository may not name a path: what it leads to, also through links, is not below
// the repository or one of the directories of the user, or is no regular file. A file that is not there is no problem here.
func CheckPath(file, path string, allowed ...string) error {
	root := RepositoryOf(file)
	target, err := Resolve(path)
	if err != nil {
		return err
	}
	if info, err := os.Stat(target); err == nil && !info.Mode().IsRegular() {
		return runfile.ErrNotRegular
	}
	for _, dir := range append([]string{root}, allowed...) {
		if dir, err := Resolve(dir); err == nil && IsBelow(dir, target) {
			return nil
		}
	}
	return fmt.Errorf("it is not below %s, where the files that %s names must be", shown(root), shown(filepath.Base(file)))
}

// errLink is the error of a symbolic link to a file that is not there.
var errLink = errors.New("it is a symbolic link that leads nowhere")

// Resolve returns a path without symbolic links. The last part of it may not exist yet.
func Resolve(path string) (string, error) {
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

// IsBelow reports whether a path is dir or below it. Both are without symbolic links.
func IsBelow(dir, path string) bool {
	near, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(near)
}

// owners says whose files are used: those of root and of the users here.
type owners struct {
	users []int
	of    func(fs.FileInfo) (user int, known bool)
}

func (o owners) findLocal(dir, name string) (path string, err error) {
	if dir == "" {
		return "", nil
	}
	root := RepositoryRoot(dir)
	for at := dir; ; at = filepath.Dir(at) {
		path := filepath.Join(at, LocalDir, name)
		if _, err := os.Lstat(path); err == nil {
			if err := o.check(filepath.Join(at, LocalDir), path); err != nil {
				return "", err
			}
			if err := isOfRepository(at, root, path); err != nil {
				return "", err
			}
			return path, nil
		}
		if root == "" || at == root || at == filepath.Dir(at) {
			return "", nil
		}
	}
}

// isOfRepository says that a path leads out of the repository with that root, "" for the directory alone.
func isOfRepository(dir, root, path string) error {
	target, err := Resolve(path)
	if err != nil {
		return fmt.Errorf("%s is not used: %w", shown(path), err)
	}
	if root, err := Resolve(cmp.Or(root, dir)); err != nil || !IsBelow(root, target) {
		return fmt.Errorf("%s leads to %s, out of the repository, so it is not used", shown(path), shown(target))
	}
	return nil
}

// check says why a path below dir is not used: it, a directory between the two, or what one of them is a link to belongs to
// another user, or can be replaced by every user.
func (o owners) check(dir, path string) error {
	for at := path; ; at = filepath.Dir(at) {
		for _, stat := range []func(string) (fs.FileInfo, error){os.Lstat, os.Stat} {
			info, err := stat(at)
			if err != nil {
				continue // reading it says why
			}
			if why := o.refusal(info); why != "" {
				return fmt.Errorf("%s %s, so nothing of it is used; copy it, or make it yours with chown, if you trust it", shown(at), why)
			}
		}
		if at == dir || at == filepath.Dir(at) {
			return nil
		}
	}
}

func (o owners) refusal(info fs.FileInfo) string {
	user, known := o.of(info)
	if !known {
		return ""
	}
	for _, own := range o.users {
		if user == own {
			return ""
		}
	}
	const others = 0o002
	switch {
	case user != 0:
		return fmt.Sprintf("belongs to another user (%d)", user)
	case info.Mode()&others != 0 && info.Mode()&fs.ModeSymlink == 0: // a link always has this mode
		return "can be changed by every user"
	}
	return ""
}

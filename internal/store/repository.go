package store

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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
			return path, nil
		}
		if root == "" || at == root || at == filepath.Dir(at) {
			return "", nil
		}
	}
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

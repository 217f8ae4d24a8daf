// Package atomicfile writes a file as a whole: a reader, also after a crash, finds the old file or the complete new one.
//
// Only a regular file is replaced. A link stays, and what it leads to is written. A device, a pipe or the open file of a process
// (/dev/stdout, /proc/self/fd/3) is written in place, because a file in its place would destroy it.
package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// The names of temporary files, which stay behind if the process is killed while it writes.
const (
	Prefix = ".a2aform-"
	Suffix = ".tmp"
)

// maxLinks bounds how many links lead from one to the next, as in the kernel of Linux.
const maxLinks = 40

// ErrDirectory says that a path is a directory.
var ErrDirectory = errors.New("it is a directory")

// File is a file that gets its name when it is closed, or one that is written in place.
type File struct {
	file    *os.File
	path    string // that it gets; "" in place
	written error  // of [File.Write]
}

// IsInPlace reports whether [Create] writes to what is at a path already, and does not replace it. It fails for a directory.
func IsInPlace(path string) (bool, error) {
	_, inPlace, err := resolve(path)
	return inPlace, err
}

// Create begins a file, next to the one that it replaces. It waits until somebody reads a pipe. Only the user may read it before it is closed.
func Create(path string) (*File, error) {
	to, inPlace, err := resolve(path)
	if err != nil {
		return nil, err
	}
	if inPlace {
		file, err := os.OpenFile(to, os.O_WRONLY|os.O_APPEND, 0) // behind what others wrote to it
		return &File{file: file}, err
	}
	file, err := os.CreateTemp(filepath.Dir(to), Prefix+"*"+Suffix)
	return &File{file: file, path: to}, err
}

// Write adds to the file. After a failure, [File.Close] discards it.
func (f *File) Write(text []byte) (int, error) {
	n, err := f.file.Write(text)
	f.written = errors.Join(f.written, err)
	return n, err
}

// Close puts the file on the disk and gives it its name and mode. It discards the file after a failed write, or for an err of the
// caller, which it returns. What is written in place keeps its mode, and what was written of it.
func (f *File) Close(mode fs.FileMode, err error) error {
	if err == nil {
		err = f.written
	}
	if f.path == "" {
		return errors.Join(err, f.file.Close())
	}
	if err == nil {
		err = errors.Join(f.file.Chmod(mode), f.file.Sync())
	}
	if err = errors.Join(err, f.file.Close()); err == nil { // before the name: Windows does not rename an open file
		err = os.Rename(f.file.Name(), f.path)
	}
	if err != nil {
		_ = os.Remove(f.file.Name())
		return err
	}
	SyncDir(filepath.Dir(f.path))
	return nil
}

// Write writes a file as a whole.
func Write(path string, text []byte, mode fs.FileMode) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return f.Close(mode, err)
}

// SyncDir puts the name of a new file on the disk, where the system can.
func SyncDir(dir string) {
	if f, err := os.Open(dir); err == nil {
		_ = f.Sync()
		_ = f.Close()
	}
}

// resolve returns where a path leads through links, and whether what is there is written in place.
func resolve(path string) (to string, inPlace bool, err error) {
	for range maxLinks {
		if isOpenFile(path) {
			return path, true, nil
		}
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return path, false, nil
		case err != nil:
			return "", false, err
		case info.IsDir():
			return "", false, &fs.PathError{Op: "write", Path: path, Err: ErrDirectory}
		case info.Mode()&fs.ModeSymlink == 0:
			return path, !info.Mode().IsRegular(), nil
		}
		link, err := os.Readlink(path)
		if err != nil {
			return "", false, err
		}
		if !filepath.IsAbs(link) {
			dir, err := filepath.EvalSymlinks(filepath.Dir(path)) // from where ".." leads up
			if err != nil {
				return "", false, err
			}
			link = filepath.Join(dir, link)
		}
		path = link
	}
	return "", false, &fs.PathError{Op: "write", Path: path, Err: syscall.ELOOP}
}

// IsSame reports whether two paths lead to one file, also by way of links, and where there is no file yet.
func IsSame(a, b string) bool {
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	to, _, err := resolve(a)
	other, _, errOther := resolve(b)
	if err != nil || errOther != nil {
		return false
	}
	info, err := os.Stat(to)
	infoOther, errOther := os.Stat(other)
	if err == nil || errOther == nil {
		return err == nil && errOther == nil && os.SameFile(info, infoOther)
	}
	dir, err := os.Stat(filepath.Dir(to))
	dirOther, errOther := os.Stat(filepath.Dir(other))
	return err == nil && errOther == nil && os.SameFile(dir, dirOther) && filepath.Base(to) == filepath.Base(other)
}

// isOpenFile reports whether a path names a file that a process has open, whatever that file is.
func isOpenFile(path string) bool {
	if runtime.GOOS == "windows" {
		return false
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	return err == nil && (strings.HasPrefix(dir, "/proc/") || dir == "/dev/fd")
}

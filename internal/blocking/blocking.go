package blocking

import (
	"context"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"sync/atomic"
)

var watcher atomic.Pointer[func(call string)]

// Watch calls f before each call of this package, on the goroutine of the caller,
// with the name of the call. A later Watch replaces an earlier one.
func Watch(f func(call string)) { watcher.Store(&f) }

// Report reports a call to the watcher that another package makes, such as a write to an
// open file.
func Report(call string) {
	if f := watcher.Load(); f != nil {
		(*f)(call)
	}
}

// Open is [os.Open].
func Open(path string) (*os.File, error) {
	Report("open")
	return os.Open(path)
}

// OpenFile is [os.OpenFile].
func OpenFile(path string, flag int, perm fs.FileMode) (*os.File, error) {
	Report("open")
	return os.OpenFile(path, flag, perm)
}

// CreateTemp is [os.CreateTemp].
func CreateTemp(dir, pattern string) (*os.File, error) {
	Report("create")
	return os.CreateTemp(dir, pattern)
}

// Stat is [os.Stat].
func Stat(path string) (fs.FileInfo, error) {
	Report("stat")
	return os.Stat(path)
}

// Lstat is [os.Lstat].
func Lstat(path string) (fs.FileInfo, error) {
	Report("stat")
	return os.Lstat(path)
}

// ReadDir is [os.ReadDir].
func ReadDir(path string) ([]fs.DirEntry, error) {
	Report("read directory")
	return os.ReadDir(path)
}

// MkdirAll is [os.MkdirAll].
func MkdirAll(path string, perm fs.FileMode) error {
	Report("make directory")
	return os.MkdirAll(path, perm)
}

// MkdirTemp is [os.MkdirTemp].
func MkdirTemp(dir, pattern string) (string, error) {
	Report("make directory")
	return os.MkdirTemp(dir, pattern)
}

// Remove is [os.Remove].
func Remove(path string) error {
	Report("remove")
	return os.Remove(path)
}

// RemoveAll is [os.RemoveAll].
func RemoveAll(path string) error {
	Report("remove")
	return os.RemoveAll(path)
}

// Rename is [os.Rename].
func Rename(from, to string) error {
	Report("rename")
	return os.Rename(from, to)
}

// EvalSymlinks is [filepath.EvalSymlinks].
func EvalSymlinks(path string) (string, error) {
	Report("resolve link")
	return filepath.EvalSymlinks(path)
}

// DialContext opens a connection by dialer.
func DialContext(dialer *net.Dialer) func(ctx context.Context, network, address string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		Report("dial")
		return dialer.DialContext(ctx, network, address)
	}
}

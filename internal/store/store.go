// Package store keeps what must outlive the program: the journal of what was
// sent, a file for each run, drafts and presets of forms, the opened and the
// saved agents with their secrets, and what the user prefers.
//
// Everything lies in the directories of the XDG Base Directory specification,
// or all below A2AFORM_HOME where that is set. Directories are 0700 and files
// 0600. Whole files are replaced (temporary file, fsync, rename), so that a crash
// at any moment leaves the old file or the new one. Logs grow by appending: a crash
// may leave the last line torn, which harms no other line. What is read, changed and
// written is locked against other processes the while. What is no regular file is
// not opened in place of one.
//
// The package knows files. It knows no terminal and no network.
package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"a2aform/internal/safe"
	"a2aform/internal/store/atomicfile"
	"a2aform/internal/store/runfile"
)

// Store is the files of one user. It may be used by several goroutines, and by
// several processes at once.
type Store struct {
	state, config string
}

// Open finds the directories by the environment. It creates nothing yet, and
// fails only where the environment names no home at all.
func Open(getenv func(string) string) (*Store, error) {
	state, config, err := findHome(runtime.GOOS, getenv)
	if err != nil {
		return nil, err
	}
	return &Store{state: state, config: config}, nil
}

// StateDir is the directory of the journal and the runs.
func (s *Store) StateDir() string { return s.state }

// ConfigDir is the directory of the files that the user writes: saved agents,
// preferences.
func (s *Store) ConfigDir() string { return s.config }

// appendLine adds a line to a file by a single write, so that lines of other goroutines and processes do not mix with it. It
// returns when the line is on the disk.
func appendLine(path string, line []byte) error {
	_, missing := os.Lstat(path)
	f, err := openAppend(path)
	if err != nil {
		return err
	}
	_, err = f.Write(line)
	if err == nil {
		err = f.Sync()
	}
	if missing != nil {
		atomicfile.SyncDir(filepath.Dir(path))
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("%s cannot be written: %w", shown(path), runfile.Fault(err))
	}
	return nil
}

// openAppend opens a file to add lines to, which only the user may read from then on; the
// target of a link keeps its mode. An incomplete last line is ended, so that the next line
// is a line of its own.
func openAppend(path string) (*os.File, error) {
	if err := makeDir(filepath.Dir(path)); err != nil {
		return nil, err
	}
	f, err := runfile.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_RDWR)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be opened: %w", shown(path), runfile.Fault(err))
	}
	if !isLink(path) {
		_ = f.Chmod(runfile.FileMode) // a file of another user stays as it is
	}
	if err := endLine(f); err != nil {
		return nil, errors.Join(fmt.Errorf("%s cannot be written: %w", shown(path), runfile.Fault(err)), f.Close())
	}
	return f, nil
}

// endLine ends the last line of a file, where its writer was killed. Where another process is just writing it, the file gets an
// empty line, which readers skip.
func endLine(f *os.File) error {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return err
	}
	last := make([]byte, 1)
	if _, err := f.ReadAt(last, info.Size()-1); err != nil || last[0] == '\n' {
		return err
	}
	_, err = f.Write([]byte("\n"))
	return err
}

// makeDir makes a directory of ours, which no other user may read; what a link
// leads to keeps the mode that it has.
func makeDir(dir string) error {
	if err := os.MkdirAll(dir, runfile.DirMode); err != nil {
		return fmt.Errorf("%s cannot be made: %w", shown(dir), runfile.Fault(err))
	}
	if !isLink(dir) {
		_ = os.Chmod(dir, runfile.DirMode) // a directory of another user stays as it is
	}
	return nil
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// KeepFault writes what is known of a mistake of the program into a file of its
// own, and says which. It may quote what agents sent.
func (s *Store) KeepFault(report string) (path string, err error) {
	if s == nil {
		return "", errors.New("nothing is kept")
	}
	path = Unused(filepath.Join(s.state, "faults", time.Now().UTC().Format("20060102T150405Z")+".txt"))
	return path, writeFile(path, []byte(report))
}

// KeepSchemas writes a document with schemas that was found for an agent, in place of an earlier one of that name.
func (s *Store) KeepSchemas(name string, document []byte) (path string, err error) {
	if s == nil {
		return "", errors.New("without a home directory nothing is kept")
	}
	path = filepath.Join(s.state, "schemas", safe.FileName(safe.Text(name), "schemas", ".json"))
	return path, writeFile(path, document)
}

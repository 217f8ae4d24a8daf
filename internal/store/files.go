package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/store/atomicfile"
	"a2aform/internal/store/runfile"
	"a2aform/internal/tomlfile"
)

// WriteFile replaces a file as a whole; only the user may read it.
func WriteFile(path string, data []byte) error { return writeFile(path, data) }

// writeFile replaces a file of ours as a whole. Only the user may read it, even if others could read the old one. A link stays; the
// directory where it leads is the user's, and stays as it is. What is no regular file is refused.
func writeFile(path string, data []byte) error {
	if err := makeDir(filepath.Dir(path)); err != nil {
		return err
	}
	inPlace, err := atomicfile.IsInPlace(path)
	if err == nil && inPlace {
		err = runfile.ErrNotRegular
	}
	if err == nil {
		err = atomicfile.Write(path, data, runfile.FileMode)
	}
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", shown(path), runfile.Fault(err))
	}
	return nil
}

// staleAfter is the age from which a temporary file counts as abandoned.
const staleAfter = time.Hour

// Sweep removes what was left behind: temporary files where a program was killed,
// the files of locks that are not needed any more, and cards that no run uses.
func (s *Store) Sweep() {
	s.sweepLocks()
	s.sweepCards()
	for _, dir := range []string{s.state, s.config, s.RunsDir(), filepath.Join(s.state, "drafts"), filepath.Join(s.state, "presets"), filepath.Join(s.state, "cards"), filepath.Join(s.state, savedCardDir)} {
		entries, _ := os.ReadDir(dir) // as far as they can be read
		for _, e := range entries {
			if !strings.HasPrefix(e.Name(), atomicfile.Prefix) || !strings.HasSuffix(e.Name(), atomicfile.Suffix) {
				continue
			}
			if info, err := e.Info(); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > staleAfter {
				_ = os.Remove(filepath.Join(dir, e.Name())) // it goes the next time
			}
		}
	}
}

// WriteNew writes a file that was not there before; one that was is left as it
// is, and the error is [fs.ErrExist]. No folder is made for it. One that could not be finished is removed, also
// where write panics.
func WriteNew(path string, write func(io.Writer) error) error {
	if strings.TrimSpace(path) == "" {
		return errors.New("it needs a name")
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, runfile.FileMode)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no folder %s; create it or choose another path", shown(filepath.Dir(path)))
	case err != nil:
		return err
	}
	finished := false
	defer func() {
		if !finished { // by an error or a panic
			_ = file.Close()
			_ = os.Remove(path)
		}
	}()
	if err := write(file); err != nil {
		return err
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return err
	}
	finished = true
	atomicfile.SyncDir(filepath.Dir(path))
	return nil
}

// maxNumbers bounds how many names are tried.
const maxNumbers = 1000

// Unused is a path that no file has: with a number where the plain one is taken.
func Unused(path string) string {
	for n := range maxNumbers {
		numbered := withNumber(path, n+1)
		if _, err := os.Lstat(numbered); errors.Is(err, fs.ErrNotExist) {
			return numbered
		}
	}
	return path
}

func withNumber(path string, n int) string {
	if n < 2 {
		return path
	}
	extension := filepath.Ext(path)
	return strings.TrimSuffix(path, extension) + "-" + strconv.Itoa(n) + extension
}

// WriteUnused is [WriteNew] by the first name that no file has, and says which.
func WriteUnused(path string, write func(io.Writer) error) (string, error) {
	for n := range maxNumbers {
		numbered := withNumber(path, n+1)
		if err := WriteNew(numbered, write); !errors.Is(err, fs.ErrExist) {
			return numbered, err
		}
	}
	return path, fs.ErrExist
}

// readFile is [os.ReadFile] for regular files alone.
func readFile(path string) ([]byte, error) {
	f, err := runfile.OpenFile(path, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(f)
	return data, errors.Join(err, f.Close())
}

// readByHand is the text of a file that the user writes, nil where there is none. One of another user, or in a directory of one, is
// an error.
func readByHand(path, what string) ([]byte, error) {
	f, err := runfile.OpenFile(path, os.O_RDONLY)
	switch {
	case isMissing(err):
		return nil, nil
	case errors.Is(err, runfile.ErrNotRegular):
		return nil, fmt.Errorf("%s is not a file of %s", shown(path), what)
	case err != nil:
		return nil, fmt.Errorf("%s cannot be read: %w", shown(path), runfile.Fault(err))
	}
	maximum := limit.AgentsFile.Int()
	data, err := limit.ReadAll(f, maximum)
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", shown(path), runfile.Fault(err))
	}
	if len(data) > maximum {
		return nil, fmt.Errorf("%s is larger than %s, too large for a file of %s", shown(path), limit.AgentsFile, what)
	}
	if err := thisProcess.check(filepath.Dir(path), path); err != nil {
		return nil, err
	}
	return ojson.Text(data), nil
}

// ReadText reads a text of at most maxBytes from a regular file.
func ReadText(path string, maxBytes int, what string) ([]byte, *tomlfile.Problem) {
	f, err := runfile.OpenFile(path, os.O_RDONLY)
	switch {
	case errors.Is(err, runfile.ErrNotRegular):
		return nil, &tomlfile.Problem{Path: path, Text: err.Error()}
	case err != nil:
		return nil, &tomlfile.Problem{Path: path, Text: "it cannot be read: " + runfile.Fault(err).Error()}
	}
	defer func() { _ = f.Close() }()
	data, err := limit.ReadAll(f, maxBytes)
	switch {
	case err != nil:
		return nil, &tomlfile.Problem{Path: path, Text: "it cannot be read"}
	case len(data) > maxBytes:
		return nil, &tomlfile.Problem{Path: path, Text: what + " may have at most " + limit.Size(maxBytes).String()}
	}
	return ojson.Text(data), nil
}

// spare is how much must fit onto the disk for [Store.CheckWritable], in bytes.
const spare = 64 << 10

// CheckWritable says why the journal and the run files cannot be written, such as a disk that is full or read-only; nil where they
// can.
func (s *Store) CheckWritable() error {
	journal, err := openAppend(s.JournalPath())
	if err != nil {
		return err
	}
	_ = journal.Close() // nothing was written
	if err := makeDir(s.RunsDir()); err != nil {
		return err
	}
	f, err := os.CreateTemp(s.state, ".check-*.tmp")
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", shown(s.state), runfile.Fault(err))
	}
	_, err = f.Write(make([]byte, spare))
	err = errors.Join(err, f.Sync(), f.Close(), os.Remove(f.Name()))
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", shown(s.state), runfile.Fault(err))
	}
	return nil
}

// findHome returns the directories of what the program keeps and of what the user configures, by the environment of a system,
// named as by runtime.GOOS. It creates neither, and fails only where the environment names no home at all.
func findHome(system string, getenv func(string) string) (state, config string, err error) {
	if home := getenv("A2AFORM_HOME"); home != "" {
		return filepath.Join(home, "state"), filepath.Join(home, "config"), nil
	}
	state, config = getenv("XDG_STATE_HOME"), getenv("XDG_CONFIG_HOME")
	home := getenv("HOME")
	if home == "" {
		home, _ = os.UserHomeDir()
	}
	otherState, otherConfig := filepath.Join(home, ".local", "state"), filepath.Join(home, ".config")
	if local, roaming := getenv("LocalAppData"), getenv("AppData"); system == "windows" && local != "" && roaming != "" {
		home, otherState, otherConfig = local, local, roaming
	}
	if !filepath.IsAbs(state) { // the specification: such a path is ignored
		state = otherState
	}
	if !filepath.IsAbs(config) {
		config = otherConfig
	}
	if home == "" && (state == otherState || config == otherConfig) {
		return "", "", errors.New("no home directory: set HOME or A2AFORM_HOME to keep runs and drafts")
	}
	return filepath.Join(state, "a2aform"), filepath.Join(config, "a2aform"), nil
}

package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/render"
)

// SaveFlag names a directory to save the files of a result in.
type SaveFlag struct{ Dir string }

// Add adds the flag.
func (f *SaveFlag) Add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.Dir, "save", "", "save the result's files in the directory `DIR`, without overwriting any")
}

// Check refuses a directory in which nothing can be saved, while nothing is lost
// by it. One that is not there yet is only made for files.
func (f *SaveFlag) Check() error {
	if f.Dir == "" {
		return nil
	}
	dir := filepath.Clean(f.Dir)
	for {
		_, err := os.Lstat(dir)
		if !errors.Is(err, fs.ErrNotExist) || filepath.Dir(dir) == dir {
			break
		}
		dir = filepath.Dir(dir)
	}
	probe, err := os.CreateTemp(dir, ".a2aform-")
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return Usagef("--save %s: nothing can be saved there: %s", safe.Text(f.Dir).Line(80), err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// Files saves what came as files, each by a name of its own, and says on standard
// error which. Where one cannot be saved, the others are, and the error says how
// many were not.
func (f *SaveFlag) Files(s *Streams, document *render.Document) error {
	if f.Dir == "" {
		return nil
	}
	files := document.Files()
	if len(files) == 0 {
		s.Warn("no file came with the result")
		return nil
	}
	if err := os.MkdirAll(f.Dir, 0o700); err != nil {
		return fmt.Errorf("--save: %s", FileFault(err))
	}
	failed := 0
	for _, file := range files {
		told, err := f.file(file)
		if err != nil {
			failed++
			told = "not saved: " + err.Error()
		}
		s.Warn(told)
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d files could not be saved", failed, len(files))
	}
	return nil
}

// file saves one file and says where.
func (f *SaveFlag) file(file render.File) (told string, err error) {
	if !file.HasBytes() {
		return "not saved: the agent sent only the file's address, and a2aform does not download it: " + file.URL.Line(0).String(), nil
	}
	data, err := file.Bytes()
	if err != nil {
		return "", fmt.Errorf("%s: %w", file.Name.Line(80), err)
	}
	path, err := store.WriteUnused(filepath.Join(f.Dir, file.SafeName(safe.Raw{})), func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("%s", FileFault(err))
	}
	return "saved: " + safe.Text(path).Line(0).String() + " (" + strconv.Itoa(len(data)) + " bytes)", nil
}

// FileFault says what is wrong with a file, without the name of a system call.
func FileFault(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Sprintf("%s: %s", safe.Text(path.Path).Line(80), path.Err)
	}
	return safe.Text(err.Error()).Line(0).String()
}

package atomicfile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"a2aform/internal/store/atomicfile"
)

func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// names are the files of a directory: no temporary one stays.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func TestRegularFileIsReplacedAsAWhole(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report.xml")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := atomicfile.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("new")); err != nil || content(t, path) != "old" {
		t.Errorf("%q while it is written, error %v", content(t, path), err)
	}
	if err := f.Close(0o644, nil); err != nil || content(t, path) != "new" {
		t.Errorf("%q after it was closed, error %v", content(t, path), err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("mode %v, error %v", info.Mode(), err)
	}
	if list := names(t, dir); len(list) != 1 {
		t.Errorf("files %v", list)
	}
}

func TestFailedFileIsDiscarded(t *testing.T) {
	dir := t.TempDir()
	f, err := atomicfile.Create(filepath.Join(dir, "report.xml"))
	if err != nil {
		t.Fatal(err)
	}
	failure := errors.New("no report")
	if err := f.Close(0o644, failure); !errors.Is(err, failure) {
		t.Errorf("error %v", err)
	}
	if list := names(t, dir); len(list) != 0 {
		t.Errorf("files %v", list)
	}
}

func TestLinksStay(t *testing.T) {
	for name, exists := range map[string]bool{"to a file": true, "to nothing": false} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			there := filepath.Join(dir, "there")
			if err := os.Mkdir(there, 0o755); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(there, "file")
			if exists {
				if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			// link -> middle -> there/file, both relative
			if err := errors.Join(os.Symlink(filepath.Join("there", "file"), filepath.Join(dir, "middle")), os.Symlink("middle", filepath.Join(dir, "link"))); err != nil {
				t.Skip("no links here: ", err)
			}
			if err := atomicfile.Write(filepath.Join(dir, "link"), []byte("new"), 0o600); err != nil {
				t.Fatal(err)
			}
			if text := content(t, file); text != "new" {
				t.Errorf("%q", text)
			}
			for _, link := range []string{"link", "middle"} {
				if info, err := os.Lstat(filepath.Join(dir, link)); err != nil || info.Mode()&fs.ModeSymlink == 0 {
					t.Errorf("%s is no link any more, error %v", link, err)
				}
			}
		})
	}
}

func TestDirectoryAndLoopAreRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink("loop", filepath.Join(dir, "loop")); err != nil {
		t.Skip("no links here: ", err)
	}
	if err := atomicfile.Write(dir, nil, 0o600); !errors.Is(err, atomicfile.ErrDirectory) {
		t.Errorf("a directory: error %v", err)
	}
	if err := atomicfile.Write(filepath.Join(dir, "loop"), nil, 0o600); err == nil {
		t.Error("a link to itself was written")
	}
}

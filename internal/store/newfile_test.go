package store_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"a2aform/internal/store"
)

func TestNewFileOverwritesNothing(t *testing.T) {
	dir := t.TempDir()
	says := func(text string) func(io.Writer) error {
		return func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		}
	}
	path := filepath.Join(dir, "a.txt")
	if err := store.WriteNew(path, says("one")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v (%v)", info.Mode(), err)
	}
	if err := store.WriteNew(path, says("two")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("%v, want that it is there", err)
	}
	if got, err := store.WriteUnused(path, says("two")); err != nil || got != filepath.Join(dir, "a-2.txt") {
		t.Errorf("%s (%v)", got, err)
	}
	if got := store.Unused(path); got != filepath.Join(dir, "a-3.txt") {
		t.Error(got)
	}
	broken := errors.New("broken")
	if err := store.WriteNew(filepath.Join(dir, "b"), func(io.Writer) error { return broken }); !errors.Is(err, broken) {
		t.Error(err)
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic is gone")
			}
		}()
		_ = store.WriteNew(filepath.Join(dir, "c"), func(io.Writer) error { panic("half") })
	}()
	if err := os.Symlink(filepath.Join(dir, "nowhere"), filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := store.WriteNew(filepath.Join(dir, "link"), says("x")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a link was followed: %v", err)
	}
	if err := store.WriteNew(" ", says("x")); err == nil {
		t.Error("a file without a name was written")
	}
	missing := filepath.Join(dir, "reports")
	if err, want := store.WriteNew(filepath.Join(missing, "a.txt"), says("x")), "there is no folder "+missing+"; create it or choose another path"; err == nil || err.Error() != want {
		t.Errorf("%v, want that %s", err, want)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 3 {
		t.Errorf("%v (%v)", entries, err)
	}
	for name, want := range map[string]string{"a.txt": "one", "a-2.txt": "two"} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q (%v)", name, got, err)
		}
	}
}

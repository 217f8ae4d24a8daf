package jsonindex

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestOpenReturnsText(t *testing.T) {
	for name, size := range map[string]int{"read": 100, "mapped": mapFrom + 1, "empty": 0} {
		path := filepath.Join(t.TempDir(), name)
		want := bytes.Repeat([]byte("[1],"), size/4)
		if err := os.WriteFile(path, want, 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(f.Data(), want) {
			t.Errorf("%s: %d bytes, want %d", name, len(f.Data()), len(want))
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestOpenRejectsNonFiles(t *testing.T) {
	if _, err := Open(t.TempDir()); err == nil {
		t.Error("a directory was opened")
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("nothing was opened")
	}
}

func TestShrinkingFileIsAnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shrinking")
	if err := os.WriteFile(path, append([]byte("["), bytes.Repeat([]byte("1,"), mapFrom)...), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	switch {
	case f.unmap == nil && runtime.GOOS == "linux":
		t.Fatal("the file is not mapped")
	case f.unmap == nil:
		t.Skip("files are not mapped here")
	}
	x := New(f.Data())
	if err := os.Truncate(path, 10); err != nil {
		t.Fatal(err)
	}
	if err := Guard(func() { _ = bytes.Count(f.Data(), []byte("]")) }); !errors.Is(err, ErrChanged) {
		t.Errorf("%v", err)
	}
	if x.Build(t.Context()); !errors.Is(x.Err(), ErrChanged) {
		t.Errorf("%v", x.Err())
	}
}

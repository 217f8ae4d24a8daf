package store_test

import (
	"os"
	"path/filepath"
	"testing"

	"a2aform/internal/store"
)

func TestCheckWritableSaysWhatIsInTheWay(t *testing.T) {
	for name, place := range map[string]string{"the directory is a file": "state", "the runs are a file": "state/runs", "": ""} {
		dir := t.TempDir()
		s, err := store.Open(func(key string) string { return map[string]string{"A2AFORM_HOME": dir}[key] })
		if err != nil {
			t.Fatal(err)
		}
		if place != "" {
			path := filepath.Join(dir, filepath.FromSlash(place))
			_ = os.MkdirAll(filepath.Dir(path), 0o700) // it may be there
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.CheckWritable(); (err != nil) != (place != "") {
			t.Errorf("%s: %v", name, err)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "state", ".check-*")); left != nil {
			t.Errorf("%s: %q is left", name, left)
		}
	}
}

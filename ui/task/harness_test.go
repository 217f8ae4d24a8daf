package task_test

import (
	"os"
	"path/filepath"
	"testing"
)

// cardFile writes a file and returns its path.
func cardFile(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "card.json")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

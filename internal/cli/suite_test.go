package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"a2aform/internal/demo"
)

// The suite of this repository passes against the demo agent.
func TestSuite(t *testing.T) {
	t.Parallel()
	server, err := demo.Start(t.Context(), "", demo.Options{Pace: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	suite := filepath.Join("..", "..", "testdata", "suite")
	files, err := filepath.Glob(filepath.Join(suite, "*.toml"))
	if err != nil || len(files) < 4 {
		t.Fatalf("%q, %v", files, err)
	}
	cmd := exec.CommandContext(t.Context(), binary, "test", "-a", server.URL, "-j", "4", suite)
	cmd.Env = append(os.Environ(), "A2AFORM_HOME="+t.TempDir())
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Count(string(out), "✓") != len(files) {
		t.Errorf("%v\n%s", err, out)
	}
}

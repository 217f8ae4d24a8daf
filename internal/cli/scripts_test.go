package cli_test

import (
	"path/filepath"
	"testing"

	"a2aform/internal/cli/clitest"
)

func TestScripts(t *testing.T) {
	t.Parallel()
	clitest.Run(t, filepath.Join("testdata", "script"))
}

// What agents of public reports answer is shown, see the README beside.
func TestPublicReports(t *testing.T) {
	t.Parallel()
	clitest.Run(t, filepath.Join("..", "..", "testdata", "public"))
}

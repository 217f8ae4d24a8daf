package qa_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"a2aform/internal/cli"
	"a2aform/internal/cli/clitest"
	"a2aform/internal/cli/command"
)

// The scripts call the program that these tests are.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"a2aform": func() { os.Exit(cli.Main(command.System())) }})
}

func TestScripts(t *testing.T) {
	t.Parallel()
	clitest.Run(t, filepath.Join("testdata", "script"))
}

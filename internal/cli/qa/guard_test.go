package qa_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/cli/command"
	"a2aform/internal/cli/qa"
	"a2aform/internal/demo"
)

// On a terminal the user is asked before more is sent than the suite has a budget for.
func TestOverBudgetIsAskedOnATerminal(t *testing.T) {
	server, err := demo.Start(t.Context(), "", demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = server.Close() }()
	home := t.TempDir()
	t.Chdir(t.TempDir())
	for path, text := range map[string]string{
		".git/config":         "",
		".a2aform/suite.toml": "version = 1\n[budget]\nmessages = 1\n",
		".a2aform/cases/two.toml": `version = 1
skill = "small-talk"
repeat = 2
[input]
text = "hello"
`,
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for said, code := range map[string]int{"n\n": command.ExitUsage, "": command.ExitUsage, "\n": command.ExitUsage, "y\n": 0, "YES\n": 0} {
		var out, warnings bytes.Buffer
		s := &command.Streams{
			In: strings.NewReader(said), Out: &out, Err: &warnings, InTTY: true, OutTTY: true,
			Getenv: func(name string) string { return map[string]string{"A2AFORM_HOME": home}[name] },
		}
		cmd := qa.NewTest(s, nil)
		cmd.SetArgs([]string{"-a", server.URL})
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		err := cmd.ExecuteContext(t.Context())
		asked := strings.Contains(warnings.String(), "this sends up to 2 messages, and the budget of the suite is 1. Send them anyway? [y/N] ")
		if command.ExitCode(err) != code || !asked || strings.Contains(out.String(), "2 messages") != (code == 0) {
			t.Errorf("%q: %v\n%s\n%s", said, err, out.String(), warnings.String())
		}
	}
}

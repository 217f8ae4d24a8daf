//go:build unix

package cli_test

import (
	"os"
	"path/filepath"
	"testing"

	"a2aform/internal/cli"
	"a2aform/internal/cli/command"
)

// The card screen offers the agents of the suite's environments, and reads their variables only when one is opened.
func TestEnvironmentsOfTheCard(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	s := command.System()
	s.Getenv = func(name string) string {
		return map[string]string{"HOME": dir, "A2AFORM_HOME": dir, "KEY": "0123456789"}[name]
	}
	if list, err := cli.EnvironmentAgents(s); list != nil || err != nil {
		t.Errorf("without a suite: %v, %v", list, err)
	}
	write := func(text string) {
		t.Helper()
		if err := os.MkdirAll(".a2aform", 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(".a2aform", "suite.toml"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("version = 1\n[environments.staging]\nagents = { checkout = \"https://staging.example.com\" }\nheaders = { X-Key = { env = \"KEY\" } }\n" +
		"[environments.prod]\nagents = { checkout = \"https://example.com\" }\nprotect = true\nheaders = { X-Key = \"${var.missing}\" }\n")
	list, err := cli.EnvironmentAgents(s)
	if err != nil || len(list) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	saved, err := list[0].Saved()
	if err != nil || saved.Ref() != "https://staging.example.com" || saved.Environment != "staging" || !saved.Local || len(saved.Headers) != 1 || saved.Headers[0].Env != "KEY" {
		t.Errorf("staging is %+v, %v", saved, err)
	}
	if _, err := list[1].Saved(); !list[1].IsProtected || err == nil {
		t.Errorf("prod is protected: %v, and opens with %v", list[1].IsProtected, err)
	}
	write("version = 1\nbogus = 1\n")
	if _, err := cli.EnvironmentAgents(s); err == nil {
		t.Error("a suite with a problem is read")
	}
}

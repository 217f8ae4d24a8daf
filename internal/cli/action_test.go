package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"a2aform/internal/demo"
)

// actionSteps are the scripts of action.yml by the names of their steps.
func actionSteps(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	steps := map[string]string{}
	for _, step := range strings.Split(string(text), "\n    - name: ")[1:] {
		name, rest, _ := strings.Cut(step, "\n")
		_, script, _ := strings.Cut(rest, "run: |\n")
		steps[name] = strings.ReplaceAll(script, "\n        ", "\n")
	}
	return steps
}

// The steps of the action for other repositories check a card and run cases: their exit codes are those of the commands.
func TestActionChecksAndTestsAnAgent(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("the action runs in bash")
	}
	server, err := demo.Start(t.Context(), "", demo.Options{Pace: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	dir, steps := t.TempDir(), actionSteps(t)
	for name, text := range map[string]string{
		"a.toml": "version = 1\nskill = 'fight-comparison'\n[input]\nset = { a = 'Lion', b = 'Tiger' }\n",
		"b.toml": "version = 1\nskill = 'fight-comparison'\n[input]\nset = { a = 'Lion', b = 'Tiger' }\n[expect]\nstate = 'failed'\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(binary, filepath.Join(dir, "a2aform")); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		step, cases string
		code        int
	}{{"Check the card", "", 0}, {"Test the skills", "a.toml", 0}, {"Test the skills", "a.toml b.toml", 10}, {"Test the skills", "", 0}, {"Test the skills", "none", 2}} {
		cmd := exec.CommandContext(t.Context(), bash, "-eo", "pipefail", "-c", steps[test.step])
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "A2AFORM_HOME="+filepath.Join(dir, "home"), "RUNNER_TEMP="+dir, "GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary.md"),
			"AGENT="+server.URL, "LIVE=true", "CASES="+test.cases, "REPORTS=reports")
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != test.code {
			t.Errorf("%s %s: exit code %d, want %d\n%s", test.step, test.cases, code, test.code, out)
		}
	}
	for _, name := range []string{"reports/doctor.xml", "reports/test.xml", "reports/test.html", "summary.md"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The action takes the program of its release where there is one with the right checksum, and else says that it builds it.
func TestActionTakesReleasedProgram(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("the action runs in bash, and shasum is not everywhere")
	}
	const (
		commit  = "0123456789abcdef0123456789abcdef01234567"
		release = `#!/bin/sh
if [ "$1" = api ]; then echo v1.2.3; exit; fi
[ "$3" = v1.2.3 ] || exit 1
name=a2aform_1.2.3_linux_$(uname -m | sed 's/x86_64/amd64/; s/aarch64/arm64/').tar.gz
echo released > a2aform && tar -czf "$name" a2aform && rm a2aform && sha256sum "$name" > checksums.txt
`
	)
	for _, test := range []struct{ gh, ref, want string }{
		{release, "v1.2.3", "released\n"},
		{release, commit, "released\n"},
		{release, "v1.2.4", ""},
		{release + "echo wrong >> \"$name\"\n", "v1.2.3", ""},
		{"#!/bin/sh\nexit 1\n", "v1.2.3", ""},
		{"#!/bin/sh\nexit 1\n", "main", ""},
		{"#!/bin/sh\n[ \"$1\" = api ]\n", "main", ""},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "gh"), []byte(test.gh), 0o700); err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), bash, "-eo", "pipefail", "-c", actionSteps(t)["Get a2aform"])
		cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "RUNNER_TEMP="+dir, "GITHUB_OUTPUT="+filepath.Join(dir, "output"), "REPOSITORY=o/a2aform", "REF="+test.ref)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		got, _ := os.ReadFile(filepath.Join(dir, "a2aform"))  // none is no text
		found, _ := os.ReadFile(filepath.Join(dir, "output")) // likewise
		if string(got) != test.want || (string(found) == "found=true\n") != (test.want != "") {
			t.Errorf("%s: %q, output %q, want %q\n%s", test.ref, got, found, test.want, out)
		}
	}
}

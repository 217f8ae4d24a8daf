//go:build linux

package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/hostile"
)

const straceEnv = "A2AFORM_STRACE" // all: watch every behavior

// touched are the files that were opened and the addresses that were asked, as
// strace writes them.
var touched = regexp.MustCompile(`(?:openat\(\w+, |execve\()"((?:[^"\\]|\\.)*)"|sin_port=htons\((\d+)\), sin_addr=inet_addr\("([^"]*)"\)`)

// TestHostileAgentOpensNoFileOrAddress watches the system calls of the program: with a hostile
// agent it opens no file and asks no address but those with a good one, its own
// home, and the agent. Those that are good themselves say what is usual.
func TestHostileAgentOpensNoFileOrAddress(t *testing.T) {
	if os.Getenv(straceEnv) == "" {
		t.Skip("takes a while; make strace sets " + straceEnv)
	}
	if _, err := exec.LookPath("strace"); err != nil {
		t.Fatal("there is no strace here: install it")
	}
	p := watched(t)
	usual := map[string]bool{}
	good := []hostile.Behavior{{}}
	for _, b := range hostile.All() {
		if slices.Contains([]string{"good TLS", "logged in", "extended card"}, b.Name) {
			good = append(good, b)
		}
	}
	for _, b := range good {
		for what := range p.touches(t, b) {
			usual[what] = true
		}
	}
	tried := 0
	for _, b := range hostile.All() {
		if b.Slow || b.Timeout > 0 || b.Name == "no such name" { // that one asks the system who it is
			continue
		}
		tried++
		t.Run(b.Category+" "+b.Name, func(t *testing.T) {
			for what := range p.touches(t, b) {
				if !usual[what] {
					t.Errorf("%s was opened or asked", what)
				}
			}
		})
	}
	t.Logf("%d behaviors: no file was opened and no address asked but those of an agent that does everything right", tried)
}

// watched is the program under strace, which writes into the directory of its
// home.
func watched(t *testing.T) program {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a2aform")
	script := "#!/bin/sh\nexec strace -f -qq -s 4096 -e trace=openat,connect,execve -o \"$A2AFORM_HOME.strace.$$\" '" + binary + "' \"$@\"\n"
	if err := os.WriteFile(path, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return program{path, hostileTime}
}

// touches are the files and addresses outside of its home that the program opened.
func (p program) touches(t *testing.T, b hostile.Behavior) map[string]bool {
	t.Helper()
	got := p.try(t, b)
	logs, err := filepath.Glob(got.home + ".strace.*")
	if err != nil || len(logs) == 0 {
		t.Fatalf("strace wrote nothing: %v", err)
	}
	found := map[string]bool{}
	for _, log := range logs {
		data, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range touched.FindAllStringSubmatch(string(data), -1) {
			what := m[1] + m[3]
			if m[2] != "" && strings.HasSuffix(got.agent.URL, ":"+m[2]) {
				what = "the agent"
			} else if m[2] != "" {
				what += ":" + m[2]
			}
			ours := strings.HasPrefix(what, got.home) || strings.HasSuffix(what, "/authority.pem") // that is trusted here
			runtime := strings.HasPrefix(what, "/proc/self/") || strings.HasPrefix(what, "/sys/")
			if !ours && !runtime {
				found[what] = true
			}
		}
	}
	return found
}

package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
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

// A test that is killed has sent no message twice, and each one that the agent received is in the journal. The failures of the
// run before are still known to --failed.
func TestKilledTestSendsNothingTwice(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	sent, enough, broken := map[string]int{}, make(chan struct{}), true
	id := regexp.MustCompile(`"messageId":\s*"([^"]+)"`)
	agent := demo.New(demo.Options{Pace: time.Millisecond})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		if found := id.FindSubmatch(body); found != nil {
			if sent[string(found[1])]++; len(sent) == 100 {
				close(enough)
			}
		}
		fails := broken && bytes.Contains(body, []byte("hello 7 "))
		mu.Unlock()
		if fails {
			http.Error(w, "broken", http.StatusInternalServerError)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		agent.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	home, dir := t.TempDir(), t.TempDir()
	table := "text\n"
	for i := range 2000 {
		table += fmt.Sprintf("hello %d of many\n", i)
	}
	for name, text := range map[string]string{"t.csv": table, "c.toml": "version = 1\nskill = 'small-talk'\n[input]\ntext = '${row.text}'\n[table]\nfile = 't.csv'\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	start := func(args ...string) (*exec.Cmd, *bytes.Buffer) {
		var out bytes.Buffer
		cmd := exec.CommandContext(t.Context(), binary, append([]string{"test", "-a", server.URL, "-j", "8", filepath.Join(dir, "c.toml")}, args...)...)
		cmd.Env, cmd.Stdout, cmd.Stderr = append(os.Environ(), "A2AFORM_HOME="+home), &out, &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd, &out
	}
	first, out := start("--rows", "1-20")
	if err := first.Wait(); first.ProcessState.ExitCode() != 10 || !strings.Contains(out.String(), "19 passed · 1 failed") {
		t.Fatalf("%v\n%s", err, out)
	}
	killed, _ := start()
	<-enough
	_ = killed.Process.Kill()
	_ = killed.Wait()
	mu.Lock()
	broken = false
	mu.Unlock()
	again, out := start("--failed")
	if err := again.Wait(); err != nil || !strings.Contains(out.String(), "1 case · 1 passed") {
		t.Errorf("%v\n%s", err, out)
	}
	journal, err := os.ReadFile(filepath.Join(home, "state", "journal.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	for message, times := range sent {
		if times != 1 || !bytes.Contains(journal, []byte(message)) {
			t.Errorf("%s was received %d times", message, times)
		}
	}
}

// A test that is interrupted writes all reports about the cases that ended, whatever the number of the others, which it counts.
func TestInterruptedTestWritesItsReports(t *testing.T) {
	t.Parallel()
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			var posts atomic.Int64
			enough := make(chan struct{})
			agent := demo.New(demo.Options{Pace: time.Millisecond})
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodPost && posts.Add(1) == 20 {
					close(enough)
				}
				if posts.Load() >= 20 && r.Method == http.MethodPost {
					_, _ = io.Copy(io.Discard, r.Body) // else the end of the connection is not seen
					<-r.Context().Done()               // the others are never answered
					return
				}
				agent.ServeHTTP(w, r)
			}))
			t.Cleanup(server.Close)
			dir, temporary := t.TempDir(), t.TempDir()
			table := "text\n" + strings.Repeat("hello\n", 50_000)
			for name, text := range map[string]string{"t.csv": table, "c.toml": "version = 1\nskill = 'small-talk'\n[input]\ntext = '${row.text}'\n[table]\nfile = 't.csv'\n"} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			args := []string{"test", "-a", server.URL, "-j", "4", "--yes", "c.toml", "-o", "json"}
			for _, format := range []string{"junit", "html", "md", "csv"} {
				args = append(args, "--report", format+"=report."+format)
			}
			var out, told bytes.Buffer
			cmd := exec.CommandContext(t.Context(), binary, args...)
			cmd.Env, cmd.Dir, cmd.Stdout, cmd.Stderr = append(os.Environ(), "A2AFORM_HOME="+t.TempDir(), "TMPDIR="+temporary), dir, &out, &told
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			<-enough
			if err := cmd.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait()
			var report struct {
				Cases   []struct{ Verdict string }
				Summary struct{ Cases, Passed, Errors, NotRun int }
			}
			if err := json.Unmarshal(out.Bytes(), &report); err != nil {
				t.Fatalf("%v\n%.2000s\n%.2000s", err, out.String(), told.String())
			}
			sum := report.Summary
			if code := cmd.ProcessState.ExitCode(); code != 128+int(signal) || sum.Passed == 0 || sum.Cases != len(report.Cases) || sum.Cases > 30 || sum.Cases+sum.NotRun != 50_000 || sum.Passed+sum.Errors != sum.Cases {
				t.Errorf("exit code %d, %+v, %d cases", code, sum, len(report.Cases))
			}
			for format, want := range map[string]string{"junit": `cases did not run" classname="a2aform" time="0"><error `, "html": "Not run", "md": " cases did not run: the command ended first.", "csv": "c [hello],"} {
				text, err := os.ReadFile(filepath.Join(dir, "report."+format))
				if err != nil || !strings.Contains(string(text), want) {
					t.Errorf("%s: %v, no %s in %.500s", format, err, want, text)
				}
			}
			for _, place := range []string{temporary, dir} {
				if left, _ := filepath.Glob(filepath.Join(place, "*a2aform*")); left != nil {
					t.Errorf("temporary files are left: %q", left)
				}
			}
			if !strings.Contains(told.String(), " not run · ") {
				t.Errorf("the summary does not count the rows: %.500s", told.String())
			}
		})
	}
}

package store_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"a2aform/internal/store"
)

const (
	crashEnv  = "A2AFORM_CRASH"  // what the process writes when it is killed
	straceEnv = "A2AFORM_STRACE" // set: kill at every system call
)

// maxCalls is beyond how often one system call is made while something is written.
const maxCalls = 60

// writes are what is written again and again while a form is filled in and sent, and
// what of it a later start must find: before or after, and nothing else.
var writes = map[string]struct {
	first, second func(*store.Store) error
	read          func(*store.Store) (string, error)
	before, after string
}{
	"draft": {
		func(s *store.Store) error { return s.SaveDraft(draft(`"one"`)) },
		func(s *store.Store) error { return s.SaveDraft(draft(`"two"`)) },
		func(s *store.Store) (string, error) { d, err := s.Draft(draftOf); return string(d.Form), err },
		`"one"`, `"two"`,
	},
	"agents": {
		func(s *store.Store) error { return s.Remember(store.Agent{Ref: "one", Used: time.Unix(1, 0)}) },
		func(s *store.Store) error { return s.Remember(store.Agent{Ref: "two", Used: time.Unix(2, 0)}) },
		func(s *store.Store) (string, error) {
			agents, err := s.Agents()
			refs := ""
			for _, a := range agents {
				refs += a.Ref + " "
			}
			return refs, err
		},
		"one ", "two one ",
	},
	"journal": {
		func(s *store.Store) error { return s.Journal(store.Sending{MessageID: "one"}) },
		func(s *store.Store) error { return s.Journal(store.Sending{MessageID: "two"}) },
		func(s *store.Store) (string, error) {
			data, err := os.ReadFile(s.JournalPath())
			ids := ""
			for line := range bytes.Lines(data) {
				var sending store.Sending
				if json.Unmarshal(line, &sending) == nil { // a torn line counts for no message
					ids += sending.MessageID + " "
				}
			}
			return ids, err
		},
		"one ", "one two ",
	},
}

// TestWriteUntilKilled is the process that is killed.
func TestWriteUntilKilled(t *testing.T) {
	what := os.Getenv(crashEnv)
	if what == "" {
		t.Skip("only as a process of TestKilledAtEverySystemCall")
	}
	if err := writes[what].second(openAt(t, os.Getenv("A2AFORM_HOME"))); err != nil {
		t.Fatal(err)
	}
	fmt.Println("written") // for the process that watches
}

// TestKilledAtEverySystemCall kills a process at each system call with which it writes.
// Afterwards the file has either the old content or all of the new one, and what was
// reported as written is there. "make strace" runs it.
func TestKilledAtEverySystemCall(t *testing.T) {
	if os.Getenv(straceEnv) == "" {
		t.Skip("takes a while; make strace sets " + straceEnv)
	}
	if _, err := exec.LookPath("strace"); err != nil {
		t.Fatal("there is no strace here: install it")
	}
	calls := []string{"openat", "write", "fsync", "close", "renameat", "newfstatat", "fchmod", "mkdirat", "flock", "unlinkat", "readlinkat", "ftruncate"}
	killed, whole := 0, 0
	for what, w := range writes {
		for _, call := range calls {
			for n := 1; n < maxCalls; n++ {
				home := t.TempDir()
				s := openAt(t, home)
				if err := w.first(s); err != nil {
					t.Fatal(err)
				}
				written, ended := writeKilled(t, what, home, call, n)
				got, err := w.read(s)
				if err != nil || got != w.after && (got != w.before || written) {
					t.Errorf("%s, killed at %s %d: found %q (%v); told to be written: %v", what, call, n, got, err, written)
				}
				if ended {
					break
				}
				if killed++; got == w.after {
					whole++
				}
			}
		}
	}
	t.Logf("%d times killed, in %d of them what was new had been written already", killed, whole)
}

// writeKilled lets a process write and kills it at the nth system call of a kind. It
// returns what the process reported, and whether it ended before.
func writeKilled(t *testing.T, what, home, call string, n int) (written, ended bool) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace="+call,
		"-e", fmt.Sprintf("inject=%s:signal=KILL:when=%d", call, n), os.Args[0], "-test.run=^TestWriteUntilKilled$")
	cmd.Env = append(os.Environ(), crashEnv+"="+what, "A2AFORM_HOME="+home, "GOMAXPROCS=1")
	out, err := cmd.CombinedOutput()
	return strings.Contains(string(out), "written"), err == nil
}

func openAt(t *testing.T, home string) *store.Store {
	t.Helper()
	s, err := store.Open(func(name string) string { return map[string]string{"A2AFORM_HOME": home}[name] })
	if err != nil {
		t.Fatal(err)
	}
	return s
}

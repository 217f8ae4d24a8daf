package store_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
)

func open(t *testing.T) *store.Store {
	t.Helper()
	home := filepath.Join(t.TempDir(), "home")
	s, err := store.Open(func(name string) string { return map[string]string{"A2AFORM_HOME": home}[name] })
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func lines(t *testing.T, path string) []string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []string
	for sc := bufio.NewScanner(f); sc.Scan(); {
		all = append(all, sc.Text())
	}
	return all
}

func TestDirectoriesFollowTheEnvironment(t *testing.T) {
	tests := []struct {
		env           map[string]string
		state, config string
	}{
		{map[string]string{"HOME": "/h"}, "/h/.local/state/a2aform", "/h/.config/a2aform"},
		{map[string]string{"HOME": "/h", "XDG_STATE_HOME": "/x"}, "/x/a2aform", "/h/.config/a2aform"},
		{map[string]string{"HOME": "/h", "XDG_CONFIG_HOME": "/c"}, "/h/.local/state/a2aform", "/c/a2aform"},
		{map[string]string{"HOME": "/h", "XDG_STATE_HOME": "relative", "XDG_CONFIG_HOME": "also"}, "/h/.local/state/a2aform", "/h/.config/a2aform"},
		{map[string]string{"XDG_STATE_HOME": "/x", "XDG_CONFIG_HOME": "/c"}, "/x/a2aform", "/c/a2aform"},
		{map[string]string{"HOME": "/h", "XDG_STATE_HOME": "/x", "A2AFORM_HOME": "/a"}, "/a/state", "/a/config"},
	}
	for _, tt := range tests {
		s, err := store.Open(func(name string) string { return tt.env[name] })
		if err != nil || s.StateDir() != filepath.FromSlash(tt.state) || s.ConfigDir() != filepath.FromSlash(tt.config) {
			t.Errorf("%v: %v, want %s and %s", tt.env, err, tt.state, tt.config)
		}
	}
}

func TestFilesArePrivate(t *testing.T) {
	s := open(t)
	if err := s.Journal(store.Sending{RunID: "r"}); err != nil {
		t.Fatal(err)
	}
	if err := s.Remember(store.Agent{Ref: "localhost"}); err != nil {
		t.Fatal(err)
	}
	r, err := s.CreateRun(runfile.Line{ID: safe.Text("r"), Time: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(s.StateDir(), func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		want := os.FileMode(0o600)
		if d.IsDir() {
			want = 0o700
		}
		if err == nil && info.Mode().Perm() != want {
			t.Errorf("%s has mode %v, want %v", path, info.Mode().Perm(), want)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestJournalOfManyWritersKeepsEveryLine(t *testing.T) {
	s := open(t)
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := range 25 {
				if err := s.Journal(store.Sending{RunID: fmt.Sprint(w), MessageID: fmt.Sprint(i), SHA256: store.Digest([]byte("x"))}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	seen := map[string]bool{}
	for _, line := range lines(t, s.JournalPath()) {
		if line == "" {
			continue // see endLine
		}
		var entry store.Sending
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatalf("damaged line %q", line)
		}
		seen[entry.RunID+"/"+entry.MessageID] = true
	}
	if len(seen) != 100 {
		t.Errorf("%d of 100 lines", len(seen))
	}
}

func TestRunFileHoldsReceivedBytes(t *testing.T) {
	s := open(t)
	r, err := s.CreateRun(runfile.Line{ID: safe.Text("abc"), Time: time.Date(2026, 3, 14, 9, 30, 0, 0, time.UTC), Skill: safe.Text("fight")})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []runfile.Line{
		{Kind: "request", Method: safe.Text("POST"), Raw: json.RawMessage(`{"z":1.10,"a":"<12345678901234567890>"}`)},
		{Kind: "end", Outcome: safe.Text("completed")},
	} {
		if err := r.Append(line); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	got := lines(t, r.Path())
	if len(got) != 3 || !strings.Contains(got[1], `"raw":{"z":1.10,"a":"<12345678901234567890>"}`) {
		t.Errorf("run file:\n%s", strings.Join(got, "\n"))
	}
	if filepath.Base(r.Path()) != "20260314T093000.000Z-abc.jsonl" {
		t.Errorf("name %s", filepath.Base(r.Path()))
	}
}

func TestAgentsLastUsedFirst(t *testing.T) {
	s := open(t)
	if agents, err := s.Agents(); err != nil || len(agents) != 0 {
		t.Errorf("no list yet: %v %v", agents, err)
	}
	for i := range 25 {
		if err := s.Remember(store.Agent{Ref: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Remember(store.Agent{Ref: "10"}); err != nil {
		t.Fatal(err)
	}
	agents, err := s.Agents()
	if err != nil || len(agents) != 20 || agents[0].Ref != "10" || agents[1].Ref != "24" {
		t.Errorf("agents %v, %v", agents, err)
	}
}

func TestDamagedListIsErrorAndIsKept(t *testing.T) {
	s := open(t)
	if err := s.Remember(store.Agent{Ref: "a"}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(s.StateDir(), "agents.json")
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Remember(store.Agent{Ref: "b"}); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("remember on a damaged list: %v", err)
	}
}

// Events are written at once, each on one line and as received.
func TestRunFileHasEventsAsReceived(t *testing.T) {
	r, err := open(t).CreateRun(runfile.Line{ID: safe.Text("abc"), Time: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 3, 14, 9, 30, 0, 5_000_000, time.UTC)
	for _, raw := range []string{`{"z":1.10}`, "{\n  \"text\": \"a\\nb <&>\"\r\n}"} {
		if err := r.AppendEvent(at, []byte(raw)); err != nil {
			t.Fatal(err)
		}
	}
	got := lines(t, r.Path())
	want := []string{
		`{"kind":"event","time":"2026-03-14T09:30:00.005Z","raw":{"z":1.10}}`,
		`{"kind":"event","time":"2026-03-14T09:30:00.005Z","raw":{   "text": "a\nb <&>"  }}`,
	}
	if len(got) != 3 || !slices.Equal(got[1:], want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
	var line runfile.Line
	if err := json.Unmarshal([]byte(got[2]), &line); err != nil || line.Kind != "event" || !line.Time.Equal(at) {
		t.Errorf("read back: %+v %v", line, err)
	}
	if err := errors.Join(r.Append(runfile.Line{Kind: "end"}), r.Close()); err != nil {
		t.Fatal(err)
	}
	if got := lines(t, r.Path()); len(got) != 4 || !strings.Contains(got[3], `"end"`) {
		t.Errorf("with the end:\n%s", strings.Join(got, "\n"))
	}
	if err := r.AppendEvent(at, []byte(`6`)); err == nil {
		t.Error("an event behind the end is taken")
	}
}

func TestJournalFailsWhereItCannotBeWritten(t *testing.T) {
	s := open(t)
	if err := os.MkdirAll(s.JournalPath(), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := s.Journal(store.Sending{Time: began}); err == nil {
		t.Error("a line was written to a directory")
	}
}

// An agent is listed once, by the address that it was opened with last.
func TestOneAgentIsListedOnce(t *testing.T) {
	t.Parallel()
	s := open(t)
	listed := func() string {
		t.Helper()
		list, err := s.Agents()
		if err != nil {
			t.Fatal(err)
		}
		var refs []string
		for _, a := range list {
			refs = append(refs, a.Ref)
		}
		return strings.Join(refs, " ")
	}
	for _, p := range []struct{ opened, want string }{
		{"127.0.0.1:1 https://127.0.0.1:1 http://127.0.0.1:1 http://127.0.0.1:1/ http://127.0.0.1:1/other a.json ./a.json", "./a.json a.json http://127.0.0.1:1/other http://127.0.0.1:1/ https://127.0.0.1:1"},
		{"127.0.0.1:1", "127.0.0.1:1 ./a.json a.json http://127.0.0.1:1/other"},
		{"http://localhost:1 http://[::1]:1/other/", "http://[::1]:1/other/ http://localhost:1 ./a.json a.json"},
		{"http://127.0.0.2:1", "http://127.0.0.2:1 http://[::1]:1/other/ http://localhost:1 ./a.json a.json"},
		{"http://localhost:2 http://localhost.example:1", "http://localhost.example:1 http://localhost:2 http://127.0.0.2:1 http://[::1]:1/other/ http://localhost:1 ./a.json a.json"},
	} {
		for ref := range strings.FieldsSeq(p.opened) {
			if err := s.Remember(store.Agent{Ref: ref}); err != nil {
				t.Fatal(err)
			}
		}
		if got := listed(); got != p.want {
			t.Errorf("after %s the list has\n%s, want\n%s", p.opened, got, p.want)
		}
	}
	if err := s.Forget("http://127.0.0.1:1"); err != nil {
		t.Fatal(err)
	}
	if got, want := listed(), "http://localhost.example:1 http://localhost:2 http://127.0.0.2:1 http://[::1]:1/other/ ./a.json a.json"; got != want {
		t.Errorf("without one the list has\n%s, want\n%s", got, want)
	}
}

// A list of an older version, which has an agent by two names of this machine, shows it once.
func TestOneAgentOfAnOlderListIsListedOnce(t *testing.T) {
	t.Parallel()
	s := open(t)
	if err := os.MkdirAll(s.StateDir(), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.StateDir(), "agents.json"), []byte(`[{"ref":"http://localhost:1"},{"ref":"http://127.0.0.1:1"}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	if list, err := s.Agents(); err != nil || len(list) != 1 || list[0].Ref != "http://localhost:1" {
		t.Errorf("the list has %v (%v)", list, err)
	}
}

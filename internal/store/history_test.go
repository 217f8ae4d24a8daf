package store_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
)

// FuzzHistory: whatever is in a run file and in the journal, nothing of the user's is
// changed by listing, reading or pruning, and the next line of the journal is whole.
func FuzzHistory(f *testing.F) {
	head := `{"kind":"run","version":1,"id":"x","time":"2026-03-14T09:30:00Z","agent":"A","skill":"s"}` + "\n"
	end := `{"kind":"end","time":"2026-03-14T09:30:01Z","outcome":"completed"}` + "\n"
	f.Add([]byte(head+end), []byte(`{"run":"1"}`))
	f.Add([]byte(head+end[:9]), []byte("{\"run\":\"1\"}\n{\"ru"))
	f.Add([]byte(`{"kind":"run","version":99,"id":"\u001b]0;x","agent":"\u202e"}`+"\n"), []byte("\x00\n"))
	f.Add([]byte(`{"kind":"run","id":"x"}`+"\n\n\n"), []byte(""))
	f.Fuzz(func(t *testing.T, text, journal []byte) {
		s := open(t)
		path := keep(t, s, 0, runfile.Line{Agent: safe.Text("Demo"), Skill: safe.Text("fight")}, completed)
		odd := filepath.Join(s.RunsDir(), "fuzz.jsonl")
		write(t, odd, string(text))
		_ = runs(t, s)
		_ = runfile.Read(odd, func(runfile.Line) bool { return true })
		_, _ = runfile.ReadInput(odd)
		for _, name := range []string{"x", "last", "fuzz.jsonl", string(text)} {
			_, _ = s.FindRun(name)
		}
		if _, err := s.PruneRuns(store.Prune{DryRun: true}); err != nil {
			t.Fatal(err)
		}
		if kept, err := os.ReadFile(odd); err != nil || !bytes.Equal(kept, text) {
			t.Fatalf("the run file is %q, %v", kept, err)
		}
		if _, err := runfile.Peek(path); err != nil {
			t.Fatal(err)
		}
		write(t, s.JournalPath(), string(journal))
		if err := s.Journal(store.Sending{RunID: "next"}); err != nil {
			t.Fatal(err)
		}
		after, err := os.ReadFile(s.JournalPath())
		lines := strings.Split(strings.TrimSuffix(string(after), "\n"), "\n")
		var entry store.Sending
		if err != nil || !bytes.HasPrefix(after, journal) || json.Unmarshal([]byte(lines[len(lines)-1]), &entry) != nil || entry.RunID != "next" {
			t.Fatalf("%q became %q, %v", journal, after, err)
		}
	})
}

func TestHistoryIsKeptWithinItsLimit(t *testing.T) {
	s := open(t)
	keep(t, s, -3, runfile.Line{ID: safe.Text("unfinished")})
	keep(t, s, -2, runfile.Line{ID: safe.Text("waits")}, runfile.Line{Kind: runfile.Pause, Outcome: safe.Text("input-required")})
	const size = 4096
	event := runfile.Line{Kind: runfile.Notice, Text: safe.Text(string(slices.Repeat([]byte("x"), size)))}
	for i := range 6 {
		keep(t, s, i, runfile.Line{ID: safe.Text(strconv.Itoa(i))}, event, completed)
	}
	if deleted, err := s.LimitRuns(); err != nil || len(deleted) != 0 {
		t.Fatalf("within the limit: %d deleted, %v", len(deleted), err)
	}
	set(t, strconv.Itoa(4*size))
	deleted, err := s.LimitRuns()
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, r := range runs(t, s).Runs {
		left = append(left, r.ID.Exact())
	}
	if want := []string{"5", "4", "3", "waits", "unfinished"}; len(deleted) != 3 || !slices.Equal(left, want) {
		t.Errorf("%d deleted, left %v, want %v", len(deleted), left, want)
	}
	set(t, "1B")
	if _, err := s.LimitRuns(); err != nil {
		t.Fatal(err)
	}
	if left := runs(t, s).Runs; len(left) != 3 || left[0].ID.Exact() != "5" {
		t.Errorf("the newest run and those that wait are not kept: %v", left)
	}
}

// set changes the limit of the history for a test.
func set(t *testing.T, to string) {
	t.Helper()
	if err := limit.Set(limit.History.Name, to); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := limit.Set(limit.History.Name, "1GiB"); err != nil {
			t.Fatal(err)
		}
	})
}

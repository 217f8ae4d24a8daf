package store_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

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

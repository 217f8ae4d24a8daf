package store_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"a2aform/internal/safe"
	"a2aform/internal/store"
)

var draftOf = store.FormOf{Agent: safe.Text("http://h"), Skill: safe.Text("fight"), Schema: safe.Text("s"), Digest: "d"}

func draft(form string) store.Draft {
	return store.Draft{FormOf: draftOf, Saved: time.Unix(1, 0).UTC(), Form: json.RawMessage(form)}
}

func draftFile(t *testing.T, s *store.Store) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(s.StateDir(), "drafts", "*.json"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v %v", files, err)
	}
	return files[0]
}

func TestOneDraftPerForm(t *testing.T) {
	s := open(t)
	if _, err := s.Draft(draftOf); !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, form := range []string{`{"a":1}`, `{"a":1.50}`} {
		if err := s.SaveDraft(draft(form)); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.Draft(draftOf)
	if err != nil || string(got.Form) != `{"a":1.50}` || !got.Saved.Equal(time.Unix(1, 0)) {
		t.Errorf("%s %v %v", got.Form, got.Saved, err)
	}
	other := draftOf
	other.Digest = "another schema"
	if _, err := s.Draft(other); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("another schema: %v", err)
	}
	if info, err := os.Stat(draftFile(t, s)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	for range 2 {
		if err := s.DropDraft(draftOf); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Draft(draftOf); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("dropped: %v", err)
	}
}

// A draft of a schema that the agent has changed is found by agent and skill; those
// of its other forms, of others, and what cannot be read are not among them.
func TestDraftsOfChangedSchemasAreFound(t *testing.T) {
	s := open(t)
	keep := func(agent, skill, digest string, saved int64) {
		d := store.Draft{FormOf: store.FormOf{Agent: safe.Text(agent), Skill: safe.Text(skill), Digest: digest}, Saved: time.Unix(saved, 0), Form: json.RawMessage(`1`)}
		if err := s.SaveDraft(d); err != nil {
			t.Fatal(err)
		}
	}
	keep("a\xff", "k", "older", 1)
	keep("a\xff", "k", "old", 2)
	keep("a\xff", "k", "now", 3)
	keep("a\xff", "k", "other form", 4)
	keep("a\xff", "other", "old", 5)
	keep("b", "k", "old", 6)
	drafts := filepath.Join(s.StateDir(), "drafts")
	write(t, filepath.Join(drafts, "damaged.json"), "{")
	write(t, filepath.Join(drafts, "copied.json"), `{"agent":"b","skill":"k","digest":"copied","version":1}`)
	describe := func(agent string, digests ...string) (all string) {
		for _, d := range s.OldDrafts(safe.Text(agent), safe.Text("k"), digests) {
			all += d.Digest + ","
			if again, err := s.Draft(d.FormOf); err != nil || !again.Saved.Equal(d.Saved) {
				t.Errorf("%s: %v", d.Digest, err)
			}
		}
		return all
	}
	if got := describe("a\xff", "now", "other form"); got != "old,older," {
		t.Errorf("found %s", got)
	}
	if got := describe("b", "old"); got != "" {
		t.Errorf("found %s", got)
	}
}

func TestDamagedDraftIsSetAside(t *testing.T) {
	for _, text := range []string{"", "{", `{"version":1}`, "\x00\x00\x00"} {
		s := open(t)
		if err := s.SaveDraft(draft(`1`)); err != nil {
			t.Fatal(err)
		}
		file := draftFile(t, s)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Draft(draftOf); !errors.Is(err, store.ErrDraftDamaged) {
			t.Errorf("%q: %v", text, err)
		}
		if kept, err := os.ReadFile(file + ".damaged"); err != nil || string(kept) != text {
			t.Errorf("%q: %q %v", text, kept, err)
		}
	}
}

func TestNewerDraftIsUnchanged(t *testing.T) {
	s := open(t)
	if err := s.SaveDraft(draft(`1`)); err != nil {
		t.Fatal(err)
	}
	file := draftFile(t, s)
	later := `{"agent":"http://h","skill":"fight","schema":"s","digest":"d","version":2,"form":1}`
	if err := os.WriteFile(file, []byte(later), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Draft(draftOf); !errors.Is(err, store.ErrDraftNewer) {
		t.Error(err)
	}
	if kept, err := os.ReadFile(file); err != nil || string(kept) != later {
		t.Errorf("%s %v", kept, err)
	}
}

func TestDraftThatCannotBeSavedIsReported(t *testing.T) {
	s := open(t)
	if err := os.MkdirAll(filepath.Dir(s.StateDir()), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.StateDir(), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.SaveDraft(draft(`1`)); err == nil {
		t.Error("a file stands where the directory would be, and nothing is said")
	}
}

package store_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/store"
)

func presetNames(t *testing.T, s *store.Store) string {
	t.Helper()
	list, err := s.Presets(draftOf)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range list {
		names = append(names, p.Name+"="+string(compact(p.Value)))
	}
	return strings.Join(names, " ")
}

func compact(raw []byte) []byte { return []byte(strings.Join(strings.Fields(string(raw)), "")) }

func TestPresets(t *testing.T) {
	s := open(t)
	save := func(name, value string) {
		t.Helper()
		if err := s.SavePreset(draftOf, store.Preset{Name: name, Value: json.RawMessage(value)}); err != nil {
			t.Fatal(err)
		}
	}
	if got := presetNames(t, s); got != "" {
		t.Error(got)
	}
	save("night", `{"n":1.50}`)
	save("day", `2`)
	save("noon", `3`)
	save("day", `4`)
	if got, want := presetNames(t, s), `day=4 night={"n":1.50} noon=3`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for range 2 {
		if err := s.RemovePreset(draftOf, "night"); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := presetNames(t, s), `day=4 noon=3`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// What cannot be read is neither used nor overwritten.
func TestDamagedPresetsAreKept(t *testing.T) {
	for _, text := range []string{"{", `{"version":2}`} {
		s := open(t)
		if err := s.SavePreset(draftOf, store.Preset{Name: "a", Value: json.RawMessage(`1`)}); err != nil {
			t.Fatal(err)
		}
		files, _ := filepath.Glob(filepath.Join(s.StateDir(), "presets", "*.json"))
		if err := os.WriteFile(files[0], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := s.SavePreset(draftOf, store.Preset{Name: "b", Value: json.RawMessage(`1`)}); !errors.Is(err, store.ErrPresets) {
			t.Error(err)
		}
		if kept, err := os.ReadFile(files[0]); err != nil || string(kept) != text {
			t.Errorf("%q became %q (%v)", text, kept, err)
		}
	}
}

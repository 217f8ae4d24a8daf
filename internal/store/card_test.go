package store

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// runWithCard is the path of a new run file with a card, and the line it has for the card.
func runWithCard(t *testing.T, s *Store, card []byte, began time.Time) (string, runfile.Line) {
	t.Helper()
	f, err := s.CreateRun(runfile.Line{Time: began, ID: safe.Text("run")})
	if err != nil {
		t.Fatal(err)
	}
	line, err := s.CardLine(card)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Append(line); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	var read runfile.Line
	if err := runfile.Read(f.Path(), func(l runfile.Line) bool { read = l; return true }); err != nil {
		t.Fatal(err)
	}
	return f.Path(), read
}

func cardOf(size int) []byte { return []byte(`{"name":"` + strings.Repeat("x", size) + `"}`) }

func cards(t *testing.T, s *Store) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(s.StateDir(), "cards", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestLargeCardIsStoredOnce(t *testing.T) {
	s := inHome(t)
	small, large := cardOf(100), cardOf(2*embeddedCard)
	now := time.Now()
	path, line := runWithCard(t, s, small, now)
	if line.Card != "" || !bytes.Equal(ReadCard(path, line), small) || len(cards(t, s)) != 0 {
		t.Errorf("a small card is not in the file: %+v, %v", line, cards(t, s))
	}
	for range 3 {
		path, line = runWithCard(t, s, large, now)
		if info, err := os.Stat(path); err != nil || info.Size() > embeddedCard || !bytes.Equal(ReadCard(path, line), large) {
			t.Errorf("the run file does not name its card: %v, %v", info, err)
		}
	}
	if got := cards(t, s); len(got) != 1 {
		t.Errorf("%d cards are stored, want 1: %v", len(got), got)
	}
}

// A copy of a run file contains the card that the file names, and all other lines as they
// are.
func TestRunCopyHoldsItsCard(t *testing.T) {
	s := inHome(t)
	card := []byte(`{"name":"<1.50>","x":"` + strings.Repeat("x", 2*embeddedCard) + `"}`)
	path, _ := runWithCard(t, s, card, time.Now())
	rest := `{"kind":"event","raw":{"a": 1.50}}` + "\n" + `{"kind":"end","outcome"`
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(rest); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	var copied bytes.Buffer
	if err := CopyRun(&copied, path); err != nil || !bytes.HasSuffix(copied.Bytes(), []byte(rest)) {
		t.Fatalf("%v: %s", err, copied.Bytes())
	}
	otherDir := filepath.Join(t.TempDir(), "copy.jsonl")
	write(t, otherDir, copied.String(), 0o600)
	var read []byte
	_ = runfile.Read(otherDir, func(l runfile.Line) bool { // its end is damaged
		if l.Kind == runfile.Card {
			read = ReadCard(otherDir, l)
		}
		return true
	})
	if !bytes.Equal(read, card) {
		t.Errorf("the card of the copy is %.80s", read)
	}
}

func TestCardWithWrongHashIsNotUsed(t *testing.T) {
	s := inHome(t)
	large := cardOf(2 * embeddedCard)
	path, line := runWithCard(t, s, large, time.Now())
	stored := cards(t, s)[0]
	write(t, stored, `{"name":"another"}`, 0o600)
	if got := ReadCard(path, line); got != nil {
		t.Errorf("another card was read: %s", got)
	}
	if _, line = runWithCard(t, s, large, time.Now()); !bytes.Equal(ReadCard(path, line), large) {
		t.Error("a damaged card was not written again")
	}
	for _, name := range []string{"../../secret", `..\secret`, "x.y", "absent"} {
		if got := ReadCard(path, runfile.Line{Kind: runfile.Card, Card: name}); got != nil {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestCardsThatNoRunUsesAreRemoved(t *testing.T) {
	s := inHome(t)
	now := time.Now()
	old, _ := runWithCard(t, s, cardOf(2*embeddedCard), now.Add(-48*time.Hour))
	unused := cards(t, s)[0]
	if err := os.Chtimes(unused, now.Add(-47*time.Hour), now.Add(-47*time.Hour)); err != nil {
		t.Fatal(err)
	}
	newer, _ := runWithCard(t, s, cardOf(3*embeddedCard), now)
	s.Sweep()
	if got := cards(t, s); len(got) != 2 {
		t.Fatalf("%d cards are left, want those of both runs: %v", len(got), got)
	}
	if err := s.DeleteRun(old); err != nil {
		t.Fatal(err)
	}
	s.Sweep()
	if got := cards(t, s); len(got) != 1 || got[0] == unused {
		t.Errorf("%v are left, want the card of the newer run", got)
	}
	if err := s.DeleteRun(newer); err != nil {
		t.Fatal(err)
	}
	s.Sweep() // the card was used within the hour: another program may be about to name it
	if got := cards(t, s); len(got) != 1 {
		t.Errorf("a card that was just written is gone: %v", got)
	}
}

package store_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
)

// manyRuns is a store with so many runs of 12 KB.
func manyRuns(b *testing.B, n int) *store.Store {
	b.Helper()
	dir := b.TempDir()
	s, err := store.Open(func(string) string { return dir })
	if err != nil {
		b.Fatal(err)
	}
	card, err := json.Marshal(strings.Repeat("a card ", 1500))
	if err != nil {
		b.Fatal(err)
	}
	first := keep(b, s, 0,
		runfile.Line{Source: safe.Text("https://agents.example.com/fights/.well-known/agent-card.json"), Agent: safe.Text("Fight Agent"), Skill: safe.Text("fight-comparison"), Schema: safe.Text("fightComparison"), Input: store.Digest(nil)},
		runfile.Line{Kind: runfile.Card, Raw: card}, runfile.Line{Kind: runfile.Input, Raw: json.RawMessage(`{"a":"Lion"}`)}, completed)
	text, err := os.ReadFile(first)
	if err != nil {
		b.Fatal(err)
	}
	for i := range n - 1 {
		name := fmt.Sprintf("20260315T%06d.000Z-%08x.jsonl", i, i+1)
		if err := os.WriteFile(filepath.Join(s.RunsDir(), name), text, 0o600); err != nil {
			b.Fatal(err)
		}
	}
	return s
}

// BenchmarkListRuns lists 10,000 runs. The anchor reads the names alone.
func BenchmarkListRuns(b *testing.B) {
	const n = 10_000
	s := manyRuns(b, n)
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			if got, err := s.Runs(); err != nil || len(got.Runs) != n {
				b.Fatalf("%d runs, %v", len(got.Runs), err)
			}
		}
	})
	b.Run("anchor=names", func(b *testing.B) {
		for b.Loop() {
			if _, err := os.ReadDir(s.RunsDir()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

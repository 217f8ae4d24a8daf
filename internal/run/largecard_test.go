package run_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
)

// The run of an agent with a large card opens with that card, and a copy of the file
// elsewhere opens without it.
func TestRunOfALargeCardOpensWithTheStoredCard(t *testing.T) {
	s := home(t)
	card := fmt.Sprintf(`{"name":"Large","description":%q,"version":"1","skills":[{"id":"fight","name":"Fight"}],
		"supportedInterfaces":[{"url":"http://localhost/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, strings.Repeat("large ", 10_000))
	f, err := s.CreateRun(runfile.Line{Time: time.Now(), ID: safe.Text("r"), Agent: safe.Text("Large"), Skill: safe.Text("fight")})
	if err != nil {
		t.Fatal(err)
	}
	line, err := s.CardLine([]byte(card))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []runfile.Line{line, {Kind: runfile.End, Outcome: safe.Text("completed")}} {
		if err := f.Append(line); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if rec := reopen(t, s); rec.Cardless || rec.Plan().Skill.Name.Exact() != "Fight" {
		t.Errorf("cardless %v, skill %q, want Fight", rec.Cardless, rec.Plan().Skill.Name.Exact())
	}
	data, err := os.ReadFile(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "runs", "copy.jsonl")
	if err := os.MkdirAll(filepath.Dir(copied), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(copied, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if rec, err := run.OpenRecording(copied); err != nil || !rec.Cardless {
		t.Errorf("the copy: %v, cardless %v, want true", err, rec.Cardless)
	}
}

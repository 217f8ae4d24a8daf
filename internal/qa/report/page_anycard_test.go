package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/a2aclient"
	"a2aform/internal/qa/report"
	"a2aform/internal/qa/runner"
	"a2aform/internal/run"
	"a2aform/internal/store"
)

// cardText draws a card with a skill that declares its form in one of two ways, and its white space, names and size.
func cardText(t *rapid.T, address string) []byte {
	name := rapid.OneOf(rapid.SampledFrom([]string{"order", "日本", `a"b\c`, "<&>\u2028", " x ", "e\u0301"}), rapid.StringMatching(`[a-z]{1,12}`)).Draw(t, "name")
	padding := strings.Repeat("x", rapid.SampledFrom([]int{0, 10, 16 << 10, 40 << 10}).Draw(t, "padding"))
	schema := map[string]any{"type": "object", "description": name + padding, "properties": map[string]any{"n": map[string]any{"type": "number", "multipleOf": json.Number("1.0")}}}
	skill := map[string]any{"id": name, "name": name, "description": "d", "tags": []string{"t"}}
	card := map[string]any{
		"name": name, "description": "d", "version": "1", "capabilities": map[string]any{}, "defaultInputModes": []string{"text/plain"}, "defaultOutputModes": []string{"text/plain"},
		"supportedInterfaces": []any{map[string]string{"url": address, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}}, "skills": []any{skill},
	}
	if rapid.Bool().Draw(t, "extension") {
		card["capabilities"] = map[string]any{"extensions": []any{map[string]string{"uri": "https://a2a-extensions.example/object-schemas/v1"}}}
		card["schemas"] = map[string]any{"form": schema}
		skill["inputModes"] = []string{"application/json;schema=form"}
	} else {
		skill["inputSchema"] = schema
	}
	var buf bytes.Buffer
	encoder := json.NewEncoder(&buf)
	encoder.SetEscapeHTML(rapid.Bool().Draw(t, "escaped"))
	encoder.SetIndent("", rapid.SampledFrom([]string{"", " ", "\t", "  \r\n "}).Draw(t, "indent"))
	if err := encoder.Encode(card); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// A run of any card is opened with its form, is shared as a page, and makes a case.
func TestRunOfAnyCardIsSharedAndMakesCase(t *testing.T) {
	t.Parallel()
	var card []byte
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			_, _ = w.Write(card)
			return
		}
		var call struct{ ID json.RawMessage }
		_ = json.NewDecoder(r.Body).Decode(&call)
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"done"}]}}}`, call.ID)
	}))
	t.Cleanup(server.Close)
	rapid.Check(t, func(t *rapid.T) {
		card = cardText(t, server.URL)
		path := recordAny(t, server.URL)
		rec, err := run.OpenRecording(path)
		if err != nil {
			t.Fatal(err)
		}
		if rec.Plan().Input == nil {
			t.Fatalf("the run has no form\n%.2000s", card)
		}
		var sb strings.Builder
		if err := report.RunPage(&sb, []string{path}, nil); err != nil || !strings.Contains(sb.String(), "What was asked") {
			t.Fatalf("page: %v", err)
		}
		if _, err := runner.FromRun(rec.Plan(), rec.Run().Snapshot()); err != nil {
			t.Fatalf("case: %v", err)
		}
	})
}

// recordAny sends data to the only skill of the agent, and returns the file of the run.
func recordAny(t *rapid.T, address string) (path string) {
	home, err := os.MkdirTemp("", "a2aform-test-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(home) })
	keep, err := store.Open(func(string) string { return home })
	if err != nil {
		t.Fatal(err)
	}
	read, err := a2aclient.Fetch(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	agent, err := read.Dial()
	if err != nil {
		t.Fatal(err)
	}
	defer agent.Close()
	skill := &agent.Card().Skills[0]
	if len(skill.Inputs) != 1 {
		t.Fatalf("%d forms", len(skill.Inputs))
	}
	r := run.Start(t.Context(), &run.Plan{Agent: agent, Skill: skill, Input: &skill.Inputs[0], Data: []byte(`{"n":1}`)}, run.Options{Store: keep, Record: true})
	if now := r.Wait(t.Context()); !now.Phase.IsOver() {
		t.Fatalf("the run is %s", now.Outcome())
	}
	r.Close()
	files, _ := filepath.Glob(filepath.Join(keep.RunsDir(), "*.jsonl"))
	if len(files) != 1 {
		t.Fatalf("run files %v", files)
	}
	return files[0]
}

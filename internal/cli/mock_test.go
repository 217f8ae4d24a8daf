package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/cli/command"
	"a2aform/internal/demo"
	"a2aform/internal/demo/mock"
	"a2aform/internal/demo/server"
	"a2aform/internal/qa/gen"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

const objectSchemas = `{"name":"Sums","description":"d","version":"1.0.0","url":"https://example.com","protocolVersion":"0.3.0","capabilities":{"streaming":STREAMS,
"extensions":[{"uri":"https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"}]},
"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
"schemas":{"in":{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}}},"out":{"type":"object","required":["sum"],"properties":{"sum":{"type":"integer"}}}},
"skills":[{"id":"one","name":"One","description":"d","tags":["t"],"inputModes":["application/json;schema=in"],"outputModes":["application/json;schema=out"]}]}`

// currentSchemas is the card in the form of 1.0.
var currentSchemas = strings.Replace(objectSchemas, `"url":"https://example.com","protocolVersion":"0.3.0"`,
	`"supportedInterfaces":[{"url":"https://example.com","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]`, 1)

const workshop = `{"name":"Sums","description":"d","version":"1.0.0","url":"https://example.com","capabilities":{"streaming":STREAMS},"skills":[{"id":"one","name":"One","description":"d",
"inputSchema":{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}}},"outputSchema":{"type":"object","required":["sum"],"properties":{"sum":{"type":"integer"}}}}]}`

const sessions = `{"name":"Sums","description":"d","version":"1.0.0","api":{"type":"a2a","url":"https://example.com"},"auth":{"type":"none"},"capabilities":[{"type":"sum","description":"d"}]}`

// Each dialect, streamed and not, as a2aform speaks it.
func TestMockSpeaksEachDialect(t *testing.T) {
	t.Parallel()
	cards := map[string]string{"1.0": currentSchemas, "0.3": objectSchemas, "0.2": strings.Replace(objectSchemas, "0.3.0", "0.2.5", 1), "workshop": workshop, "sessions": sessions}
	for version, text := range cards {
		for _, streams := range []string{"true", "false"} {
			t.Run(version+" streams "+streams, func(t *testing.T) {
				t.Parallel()
				agent, _, err := mock.New([]byte(strings.Replace(text, "STREAMS", streams, 1)), mock.Options{Sample: gen.Sample})
				if err != nil {
					t.Fatal(err)
				}
				running, err := server.StartLocal(t.Context(), "", agent, mock.MaxConnections)
				if err != nil {
					t.Fatal(err)
				}
				defer func() { _ = running.Close() }()
				checkMock(t, running.URL, version)
			})
		}
	}
}

func checkMock(t *testing.T, url, version string) {
	t.Helper()
	card, err := a2aclient.Fetch(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(card.Dialect), version) {
		t.Fatalf("the card is in the dialect %s", card.Dialect)
	}
	agent, err := card.Dial(a2aclient.WithPollInterval(time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	defer agent.Close()
	request := &a2aclient.Request{Text: "hello"}
	if version != "sessions" {
		skill := card.Skills[0]
		request = &a2aclient.Request{Data: []byte(`{"n":1}`), Tag: skill.Inputs[0].Tag, SkillID: "one"}
	}
	var words []string
	for e, err := range agent.Run(t.Context(), request) {
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case e.Task != nil:
			words = append(words, string(e.Task.Status.State))
			for _, a := range e.Task.Artifacts {
				words = append(words, string(a.Parts[0].Data))
			}
		case e.Status != nil:
			words = append(words, string(e.Status.State))
		case e.Artifact != nil:
			words = append(words, string(e.Artifact.Parts[0].Data))
		case e.Message != nil:
			words = append(words, e.Message.Parts[0].Text.Block(1000).String())
		}
	}
	all := strings.Join(words, " ")
	want := []string{string(a2a.StateCompleted), `{"sum":`}
	if version == "sessions" {
		want = []string{string(a2a.StateCompleted), "does not read text"}
	}
	for _, word := range want {
		if !strings.Contains(all, word) {
			t.Errorf("no %s in %s", word, all)
		}
	}
}

// The command serves until it is interrupted, and says what it changed.
func TestCommandServes(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "card.json")
	if err := os.WriteFile(file, []byte(strings.Replace(objectSchemas, "STREAMS", "true", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out := make(chan string, 1)
	var stderr bytes.Buffer
	s := &command.Streams{Out: writer(func(b []byte) { out <- string(b) }), Err: &stderr, Getenv: func(string) string { return "" }}
	cmd := newMock(s)
	cmd.SetArgs([]string{file})
	ended := make(chan error, 1)
	go func() { ended <- cmd.ExecuteContext(ctx) }()
	select {
	case url := <-out:
		if card, err := a2aclient.Fetch(t.Context(), strings.TrimSpace(url)); err != nil || card.Name != safe.Text("Sums") {
			t.Errorf("%v", err)
		}
	case err := <-ended:
		t.Fatal(err)
	}
	stop()
	if err := <-ended; err != nil || !strings.Contains(stderr.String(), "the address of the mock") {
		t.Errorf("%v %s", err, &stderr)
	}
}

// The page of mocks explains each fault.
func TestFaultsAreDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/reference/mock.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "## Faults")
	for _, name := range mock.FaultNames() {
		if !strings.Contains(table, "`"+name+"`") && !strings.Contains(table, "`"+name+"=") {
			t.Errorf("%s is not explained", name)
		}
	}
}

type writer func([]byte)

func (w writer) Write(b []byte) (int, error) {
	w(bytes.Clone(b))
	return len(b), nil
}

// The mock answers an input that was recorded as the real agent did, byte for byte, and another one by the schema.
func TestMockRepeatsRealRun(t *testing.T) {
	t.Parallel()
	original, err := demo.Start(t.Context(), "", demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = original.Close() }()
	home := t.TempDir()
	s := &command.Streams{Getenv: func(name string) string { return map[string]string{"A2AFORM_HOME": home}[name] }}
	want := fight(t, original.URL, s.Store(), "Lion")
	list, err := recorded(s, []string{"last"})
	if err != nil {
		t.Fatal(err)
	}
	card, err := a2aclient.Fetch(t.Context(), original.URL)
	if err != nil {
		t.Fatal(err)
	}
	agent, _, err := mock.New(card.Raw, mock.Options{Recorded: list, Sample: gen.Sample})
	if err != nil {
		t.Fatal(err)
	}
	running, err := server.StartLocal(t.Context(), "", agent, mock.MaxConnections)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = running.Close() }()
	if got := fight(t, running.URL, nil, "Lion"); got != want || !strings.Contains(got, `"winner":"Tiger"`) {
		t.Errorf("the recorded input gives\n%s\nwant\n%s", got, want)
	}
	if got := fight(t, running.URL, nil, "Wolf"); got == want || !strings.Contains(got, `"winner":`) {
		t.Errorf("another input gives %s", got)
	}
}

// fight compares an animal with a tiger, and returns the state, what was said, and the data that came. The run is recorded in a
// store, unless it is nil.
func fight(t *testing.T, url string, keep *store.Store, animal string) string {
	t.Helper()
	card, err := a2aclient.Fetch(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	agent, err := card.Dial(a2aclient.WithPollInterval(time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	defer agent.Close()
	skill := card.Skill("fight-comparison")
	plan := &run.Plan{Agent: agent, Skill: skill, Input: &skill.Inputs[0], Data: []byte(`{"a":"` + animal + `","b":"Tiger"}`)}
	r := run.Start(t.Context(), plan, run.Options{Store: keep, Record: true})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	now := r.Wait(ctx)
	r.Close()
	words := []string{string(now.State)}
	for i := range now.Timeline.Len() {
		if e := now.Timeline.Entry(i); e.Kind == run.MessageEntry {
			words = append(words, exact(e.Text))
		}
	}
	for _, a := range now.Artifacts {
		for _, p := range a.Parts {
			words = append(words, exact(a.Name), exact(p.MediaType), string(p.Data), exact(p.Text))
		}
	}
	return strings.Join(words, "\n")
}

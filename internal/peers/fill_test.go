package peers

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/demo"
	"a2aform/internal/run"
)

// module is the module of a2aform.
const module = "a2aform"

// built is a program of a module that go.mod names.
func built(t *testing.T, path string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), filepath.Base(path))
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, path).CombinedOutput(); err != nil {
		missing(t, path+" cannot be built: "+string(out))
	}
	return program
}

// What fill prints is taken by the official command. Its version 2.4.0 has no --data, so the output is the data of --parts.
func TestFilledFormIsSentByOfficialCommand(t *testing.T) {
	t.Parallel()
	official, ours := built(t, "github.com/a2aproject/a2a-go/v2/cmd/a2a"), built(t, module)
	agent, err := demo.Start(t.Context(), "", demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = agent.Close() }()
	fill := exec.CommandContext(t.Context(), ours, "fill", agent.URL, "--skill", "fight-comparison", "--plain", "--from", payload)
	fill.Env, fill.Stdin = []string{"A2AFORM_HOME=" + t.TempDir(), "HOME=" + t.TempDir()}, strings.NewReader("\n\n\n")
	data, err := fill.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, data)
	}
	filled := strings.TrimSpace(string(data))
	if want := `{"a":"Lion \"the é🦁\"","b":"Tiger & <Co>"}`; filled != want { // in the order of the form
		t.Fatalf("fill printed %s, want %s", filled, want)
	}
	parts := `[{"data":` + filled + `,"metadata":{"mimeType":"application/json;schema=fightComparison"}}]`
	send := exec.CommandContext(t.Context(), official, "send", agent.URL, "--parts", parts, "-o", "json")
	sent, err := send.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, sent)
	}
	if !strings.Contains(string(sent), "COMPLETED") || !strings.Contains(string(sent), `"winner"`) || !strings.Contains(string(sent), "Lion") {
		t.Errorf("%s", sent)
	}
}

// The command that the review copies is one that the official command takes: with the card, and where the agent is named by its endpoint.
func TestCopiedCommandIsTakenByOfficialCommand(t *testing.T) {
	t.Parallel()
	official := built(t, "github.com/a2aproject/a2a-go/v2/cmd/a2a")
	agent, err := demo.Start(t.Context(), "", demo.Options{Pace: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = agent.Close() }()
	read, err := a2aclient.Fetch(t.Context(), agent.URL)
	if err != nil {
		t.Fatal(err)
	}
	file, err := a2aclient.Parse(read.Raw, "card.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, card := range []*a2aclient.Card{read, file} {
		dialed, err := card.Dial()
		if err != nil {
			t.Fatal(err)
		}
		defer dialed.Close()
		input := card.Skill("fight-comparison").Inputs[0]
		p := &run.Plan{Agent: dialed, Skill: card.Skill("fight-comparison"), Input: &input, Data: []byte(payload)}
		command, err := p.StandardCommand()
		if err != nil {
			t.Fatal(err)
		}
		rest, ok := strings.CutPrefix(command, "a2a ")
		if !ok {
			t.Fatal(command)
		}
		sent, err := exec.CommandContext(t.Context(), "bash", "-c", official+" "+rest).CombinedOutput()
		if err != nil || !strings.Contains(string(sent), "completed") && !strings.Contains(string(sent), "COMPLETED") || !strings.Contains(string(sent), "Lion") {
			t.Errorf("%s\n%v: %s", command, err, sent)
		}
	}
}

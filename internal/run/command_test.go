package run_test

import (
	"os/exec"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// planOf is a plan for an agent whose card stands in this text.
func planOf(t *testing.T, card string, o ...a2aclient.Option) *run.Plan {
	t.Helper()
	c, err := a2aclient.Parse([]byte(card), "http://h/card.json")
	if err != nil {
		t.Fatal(err)
	}
	agent, err := c.Dial(o...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(agent.Close)
	return &run.Plan{Agent: agent, Skill: &a2aclient.Skill{ID: safe.Text("it's")}, Input: &a2aclient.Input{Name: safe.Text("s"), Tag: safe.Text("application/json;schema=s")}, Data: []byte(`{"a":"it's"}`)}
}

const plainCard = `{"name":"A","url":"http://h/rpc","version":"1","capabilities":{"streaming":true},"skills":[],
	"protocolVersion":"0.3.0","preferredTransport":"JSONRPC","defaultInputModes":[],"defaultOutputModes":[]}`

func TestCommands(t *testing.T) {
	p := planOf(t, plainCard)
	if got, want := p.Command(), `a2aform send http://h/card.json --skill 'it'\''s' --schema s --data '{"a":"it'\''s"}'`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, err := p.StandardCommand(); err == nil || !strings.Contains(err.Error(), "A2A 1.0") {
		t.Errorf("%s, %v", got, err)
	}
	const current = `{"name":"A","version":"1","capabilities":{"streaming":true},"skills":[],"defaultInputModes":[],"defaultOutputModes":[],
		"supportedInterfaces":[{"url":"http://h/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`
	want := `a2a send http://h/rpc --transport jsonrpc --stream \` + "\n  " +
		`--json '{"role":"ROLE_USER","parts":[{"data":{"a":"it'\''s"},"metadata":{"mimeType":"application/json;schema=s"}}]}'`
	if got, err := planOf(t, current).StandardCommand(); err != nil || got != want {
		t.Errorf("got  %s, %v\nwant %s", got, err, want)
	}
	got, err := p.Curl()
	if err != nil || !strings.HasPrefix(got, "curl -sS -N http://h/rpc \\\n  -H ") || !strings.Contains(got, `--data-binary '{"jsonrpc"`) {
		t.Errorf("%s\n%v", got, err)
	}
}

// Whatever a text contains, the shell makes the same text of it, and nothing of it
// is drawn as anything else.
func TestQuotedTextRoundTrips(t *testing.T) {
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash to ask: " + err.Error())
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.OneOf(rapid.Rune(), rapid.SampledFrom([]rune("'\"\\$`\n\x1b\u202e !")))).
			Filter(func(s string) bool { return s != "" && !strings.ContainsRune(s, 0) }).Draw(t, "text")
		p := &run.Plan{Agent: commandAgent(t), Text: text}
		_, word, _ := strings.Cut(p.Command(), "--text ")
		if strings.ContainsAny(word, "\n\x1b\u202e") {
			t.Fatalf("%q is written as %q", text, word)
		}
		out, err := exec.Command(shell, "-c", "printf %s "+word).Output()
		if err != nil || string(out) != text {
			t.Fatalf("%q became %q, by %s (%v)", text, out, word, err)
		}
	})
}

// A shell that does not know $'...' makes another text of it, which is one word all the same: no text of an agent is a command.
func TestQuotedTextIsOneWordOfEachShell(t *testing.T) {
	for _, name := range []string{"bash", "dash", "zsh"} {
		shell, err := exec.LookPath(name)
		if err != nil {
			t.Log("not tried: " + err.Error())
			continue
		}
		rapid.Check(t, func(t *rapid.T) {
			text := rapid.StringOf(rapid.SampledFrom([]rune("'\"\\$`();#\n\u200b x!é"))).Draw(t, "text")
			out, err := exec.Command(shell, "-c", "set -- "+run.ShellWord(text)+"; echo $#").CombinedOutput()
			if err != nil || string(out) != "1\n" {
				t.Fatalf("%s: %q is written as %s: %s (%v)", name, text, run.ShellWord(text), out, err)
			}
		})
	}
}

func commandAgent(t *rapid.T) *a2aclient.Agent {
	c, err := a2aclient.Parse([]byte(plainCard), "http://h/card.json")
	if err != nil {
		t.Fatal(err)
	}
	agent, err := c.Dial()
	if err != nil {
		t.Fatal(err)
	}
	return agent
}

// Secrets are not in the command; the shell is told where to put them.
func TestCurlWithoutSecrets(t *testing.T) {
	w, err := auth.NewCredentialSet(safe.Text("http://h/rpc"))
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		w.Put(auth.Scheme{Name: safe.Text("k"), Kind: auth.SchemeAPIKey, In: auth.KeyInQuery, Param: safe.Text("key")}, "hunter2-query", "typed"),
		w.PutHeader("X-Team", "hunter2-header", "env:TEAM", true),
		w.PutHeader("X-Open", "seen", "typed", false),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	card := strings.Replace(plainCard, `"skills":[]`, `"skills":[],"securitySchemes":{"k":{"type":"apiKey","in":"query","name":"key"}},"security":[{"k":[]}]`, 1)
	got, err := planOf(t, card, a2aclient.WithCredentials(w)).Curl()
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`http://h/rpc'?''key='"$A2AFORM_QUERY"`, `-H 'X-Team: '"$A2AFORM_X_TEAM"`, `-H 'X-Open: seen'`} {
		if !strings.Contains(got, part) {
			t.Errorf("%s is not in\n%s", part, got)
		}
	}
	if strings.Contains(got, "hunter2") || strings.Contains(got, auth.Mask) {
		t.Error(got)
	}
}

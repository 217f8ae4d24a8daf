package cli_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"a2aform/internal/demo"
)

const k6Suite = `version = 1
[environments.local]
agents = { demo = "URL" }
headers = { X-Tenant = "qa", Authorization = { env = "K6_AUTH" } }
`

var k6Cases = map[string]string{
	"fight": "name = \"fight: \\\"Lion\\\" {1}\"\nskill = \"fight-comparison\"\n[input]\njson = '{\"a\": \"Lion \u2028 ${uuid}\", \"b\": \"`${iteration}` \\\\ </script>\"}'\n[expect]\nsettled = \"5s\"\n",
	"talk":  "skill = \"small-talk\"\n[input]\ntext = \"hello\"\n[expect]\nstate = \"answered\"\n",
	"wrong": "skill = \"small-talk\"\n[input]\ntext = \"hello\"\n[expect]\nstate = \"failed\"\n",
	"turns": "skill = \"small-talk\"\n[input]\ntext = \"hello\"\n[[turn]]\ntext = \"yes\"\n",
}

// k6Script exports the cases, and returns the path of the script.
func k6Script(t *testing.T) string {
	t.Helper()
	server, err := demo.Start(t.Context(), "", demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	dir := t.TempDir()
	for name, text := range k6Cases {
		writeFile(t, filepath.Join(dir, ".a2aform", "cases", name+".toml"), "version = 1\nagent = \"demo\"\n"+text)
	}
	writeFile(t, filepath.Join(dir, ".a2aform", "suite.toml"), strings.Replace(k6Suite, "URL", server.URL, 1))
	writeFile(t, filepath.Join(dir, ".git", "config"), "")
	cmd := exec.CommandContext(t.Context(), binary, "cases", "export", "-e", "local", "--trust", server.URL, "--k6", "load.mjs")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "A2AFORM_HOME="+filepath.Join(dir, "home"), "K6_AUTH=Bearer a-long-secret")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	} else if !strings.Contains(string(out), "turns is left out: it has turns") || !strings.Contains(string(out), "load.mjs with 3 cases") {
		t.Errorf("%s", out)
	}
	script := filepath.Join(dir, "load.mjs")
	text, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(text, []byte("a-long-secret")) || !bytes.Contains(text, []byte("__ENV.A2AFORM_AUTHORIZATION")) {
		t.Errorf("the secret is not a variable:\n%s", text)
	}
	return script
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// k6Run runs three iterations of a script with the modules of k6 replaced: the requests are real.
const k6Run = `
import { spawnSync } from 'node:child_process';
globalThis.__ENV = { A2AFORM_AUTHORIZATION: 'Bearer of-the-environment' };
globalThis.seen = [];
globalThis.k6post = (url, body, params) => {
  const program = 'const [url, body, headers] = JSON.parse(require("fs").readFileSync(0, "utf8")); fetch(url, {method: "POST", body, headers}).then(async (r) => console.log(JSON.stringify({status: r.status, type: r.headers.get("content-type"), body: await r.text()})))';
  const ran = spawnSync(process.execPath, ['-e', program], { input: JSON.stringify([url, body, params.headers]), encoding: 'utf8' });
  const reply = JSON.parse(ran.stdout);
  globalThis.seen.push({ body, params });
  return { status: reply.status, headers: { 'Content-Type': reply.type }, body: reply.body };
};
const script = await import('./load.mjs');
const checks = [];
globalThis.k6check = (value, set, tags) => { for (const name in set) checks.push({ name, ok: set[name](value), tag: tags.case, state: script.stateOf(value) }); };
for (globalThis.__ITER = 0; globalThis.__ITER < 4; globalThis.__ITER++) script.default();
console.log(JSON.stringify({ checks, seen: globalThis.seen, options: script.options }));
`

// The script of k6 is JavaScript that sends what test sends, and checks the state.
func TestK6ScriptRunsInNode(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("K6 SCRIPT NOT TESTED: node is not installed")
	}
	script := k6Script(t)
	dir := filepath.Dir(script)
	if out, err := exec.CommandContext(t.Context(), node, "--check", script).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	modules := filepath.Join(dir, "node_modules", "k6")
	writeFile(t, filepath.Join(modules, "package.json"), `{"name":"k6","type":"module","exports":{".":"./index.js","./http":"./http.js"}}`)
	writeFile(t, filepath.Join(modules, "index.js"), "export const check = (...a) => globalThis.k6check(...a);\n")
	writeFile(t, filepath.Join(modules, "http.js"), "export default { post: (...a) => globalThis.k6post(...a) };\n")
	writeFile(t, filepath.Join(dir, "run.mjs"), k6Run)
	out, err := exec.CommandContext(t.Context(), node, filepath.Join(dir, "run.mjs")).Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var ran struct {
		Checks []struct {
			Name, Tag, State string
			OK               bool
		}
		Seen []struct {
			Body   string
			Params struct{ Headers map[string]string }
		}
		Options struct{ Thresholds map[string][]string }
	}
	if err := json.Unmarshal(out, &ran); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var got []string
	for _, c := range ran.Checks {
		got = append(got, c.Tag+" "+c.State+map[bool]string{true: " ok", false: " failed"}[c.OK])
	}
	if want := []string{`fight "Lion" 1 completed ok`, "talk answered ok", "wrong answered failed", `fight "Lion" 1 completed ok`}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q\n%s", got, want, out)
	}
	first, last := ran.Seen[0], ran.Seen[3]
	if first.Params.Headers["Authorization"] != "Bearer of-the-environment" || first.Params.Headers["X-Tenant"] != "qa" {
		t.Errorf("headers: %v", first.Params.Headers)
	}
	if first.Body == last.Body || strings.Contains(first.Body, "${uuid}") || !strings.Contains(first.Body, "`1` \\\\ </script>") || !strings.Contains(last.Body, "`4`") {
		t.Errorf("bodies:\n%s\n%s", first.Body, last.Body)
	}
	if limit := ran.Options.Thresholds[`http_req_duration{case:fight "Lion" 1}`]; len(limit) != 1 || limit[0] != "max<=5000" {
		t.Errorf("thresholds: %v", ran.Options.Thresholds)
	}
}

// The script runs in k6 itself.
func TestK6ScriptRunsInK6(t *testing.T) {
	t.Parallel()
	k6, err := exec.LookPath("k6")
	if err != nil {
		t.Skip("K6 SCRIPT NOT TESTED: k6 is not installed")
	}
	script := k6Script(t)
	out, err := exec.CommandContext(t.Context(), k6, "run", "--quiet", "--iterations", "2", "-e", "A2AFORM_AUTHORIZATION=Bearer x", script).CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

package cli_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// reportAgent answers with two lists and a text as artifacts of their own, and with a
// text alone where the message asks for words.
func reportAgent(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			_, _ = fmt.Fprintf(w, `{"name":"reports","version":"1","capabilities":{"streaming":false},"defaultInputModes":["text/plain"],
				"skills":[],"supportedInterfaces":[{"url":"http://%s/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, r.Host)
			return
		}
		body, _ := io.ReadAll(r.Body)
		artifacts := `{"artifactId":"a1","name":"Costs","parts":[{"data":[{"n":1},{"n":2}]}]},
			{"artifactId":"a2","name":"Words","parts":[{"text":"all of it"}]},
			{"artifactId":"a3","name":"Same","parts":[{"data":[{"m":3}]}]},
			{"artifactId":"a4","name":"Same","parts":[{"text":"again"}]}`
		if strings.Contains(string(body), "words") {
			artifacts = `{"artifactId":"a1","parts":[{"text":"only words"}]}`
		}
		task := `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[` + artifacts + `]}`
		if !strings.Contains(string(body), "GetTask") {
			task = `{"task":` + task + `}`
		}
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":`+task+`}`)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// A file of CSV holds one table. Where a result has several, the error names their
// artifacts, and --artifact chooses one in every command that prints a result.
func TestArtifactFlagChoosesOneTable(t *testing.T) {
	t.Parallel()
	url := reportAgent(t)
	record := call(t, "send", url, "--text", "x", "--record")
	if out, err := record.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	file := filepath.Join(t.TempDir(), "out.csv")
	for _, c := range []struct {
		args           string
		exit           int
		stdout, stderr string
	}{
		{"send URL --text x -o csv", 1, "", "the result has 2 tables, but csv can hold only one: choose an artifact with --artifact NAME (Costs, a3), or use jsonl, md or html"},
		{"send URL --text x -o csv", 1, "", "a2aform task get " + url + " t --artifact NAME"},
		{"send URL --text x -o csv --artifact Costs", 0, "n\n1\n2\n", "outcome: completed"},
		{"send URL --text x -o tsv --artifact a3", 0, "m\n3\n", ""},
		{"send URL --text x -o jsonl --artifact 3", 0, "{\"m\":3}\n", ""},
		{"send URL --text x -o jsonl", 0, "{\"n\":1}\n{\"n\":2}\n{\"m\":3}\n", ""},
		{"send URL --text x --artifact Words", 0, "Task:     t\nContext:  c\nState:    completed\nResult:\nWords\n \nall of it\n\n", ""},
		{"send URL --text x -o csv --artifact Same", 1, "", "several artifacts Same: set --artifact to one of a3, a4"},
		{"send URL --text x -o csv --artifact Nope", 1, "", "the result has no artifact Nope; it has Costs, Words, a3, a4"},
		{"send URL --text x -o json --artifact Costs", 2, "ERROR", "--artifact does not go with -o json"},
		{"send URL --text words -o jsonl", 0, "", "note: the result holds no data, so there are no rows"},
		{"send URL --text words -o csv", 1, "", "the result holds no data to write as csv"},
		{"task get URL t -o csv --artifact Costs", 0, "n\n1\n2\n", ""},
		{"task get URL t -o csv", 1, "", "(Costs, a3)"},
		{"runs show last -o csv --artifact Costs", 0, "n\n1\n2\n", ""},
		{"runs show last --artifact Nope", 1, "", "it has Costs, Words, a3, a4"},
		{"runs export last -o json --artifact a3", 0, "[{\"m\":3}]\n", ""},
		{"runs export last -o csv --to FILE", 1, "", "(Costs, a3)"},
		{"runs export last -o csv --artifact Costs --to FILE", 0, "", "written: "},
		{"runs export last --artifact Costs", 2, "", "--artifact goes with a format of the result"},
	} {
		args := strings.Fields(strings.NewReplacer("URL", url, "FILE", file).Replace(c.args))
		cmd := call(t, args...)
		cmd.Env = record.Env
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		stdout, err := cmd.Output()
		code := 0
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			code = exit.ExitCode()
		}
		if code != c.exit || string(stdout) != c.stdout && !(c.stdout == "ERROR" && strings.HasPrefix(string(stdout), `{"error":`)) || !strings.Contains(stderr.String(), c.stderr) {
			t.Errorf("%s: exit code %d\n%s\n%s", c.args, code, stdout, stderr.String())
		}
	}
}

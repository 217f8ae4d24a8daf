//go:build unix

package cli_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// A ctrl+c while the messages of 200 rows are sent loses no answer and sends no row twice: the table has the answers that came, which rows
// the agent may work on, and which were not sent.
func TestStoppedRowsAreNeitherLostNorSentTwice(t *testing.T) {
	t.Parallel()
	const rows, stopAt, jobs = 200, 80, 4
	var mu sync.Mutex
	sent := map[string]int{}
	reached := make(chan struct{})
	number := regexp.MustCompile(`"n":"(row-\d+)"`)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			_, _ = fmt.Fprintf(w, `{"name":"Rows","description":"d","version":"1","protocolVersion":"0.3.0","url":"http://%s/","capabilities":{"streaming":false,
				"extensions":[{"uri":"https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"}]},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
				"skills":[{"id":"w","name":"W","description":"d","tags":["w"],"inputModes":["application/json;schema=in"]}],
				"schemas":{"in":{"type":"object","properties":{"n":{"type":"string"}},"required":["n"]}}}`, r.Host)
			return
		}
		body, _ := io.ReadAll(r.Body)
		n := number.FindSubmatch(body)
		if n == nil {
			t.Errorf("another request: %s", body)
			return
		}
		mu.Lock()
		sent[string(n[1])]++
		count := len(sent)
		mu.Unlock()
		if count == stopAt+jobs-1 {
			close(reached)
		}
		if count >= stopAt { // they are under way as the program is stopped
			<-r.Context().Done()
			return
		}
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"result":{"kind":"message","messageId":"m","role":"agent","parts":[{"kind":"text","text":"Got %s."}]}}`, n[1])
	}))
	t.Cleanup(server.Close)
	var in, out, stderr bytes.Buffer
	for i := range rows {
		_, _ = fmt.Fprintf(&in, "{\"n\":\"row-%d\"}\n", i)
	}
	send := call(t, "send", server.URL, "--skill", "w", "--each", "-", "-j", fmt.Sprint(jobs), "-o", "json")
	send.Stdin, send.Stdout, send.Stderr = &in, &out, &stderr
	if err := send.Start(); err != nil {
		t.Fatal(err)
	}
	<-reached
	if err := send.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := send.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 130 {
		t.Errorf("%v\n%s", err, stderr.String())
	}
	var table []struct{ N, Outcome, Answer, Error string }
	if err := json.Unmarshal(out.Bytes(), &table); err != nil || len(table) != rows {
		t.Fatalf("%v: %d rows\n%s", err, len(table), stderr.String())
	}
	mu.Lock()
	defer mu.Unlock()
	counts := map[string]int{}
	for i, r := range table {
		counts[r.Outcome]++
		want := 1
		if r.Outcome == "not sent" {
			want = 0
		}
		switch {
		case r.N != fmt.Sprintf("row-%d", i):
			t.Errorf("row %d is %s", i, r.N)
		case sent[r.N] != want:
			t.Errorf("%s is %s, and was sent %d times", r.N, r.Outcome, sent[r.N])
		case r.Outcome == "answered" && r.Answer != "Got "+r.N+".":
			t.Errorf("%s has the answer %q", r.N, r.Answer)
		case r.Outcome != "answered" && want == 1 && !strings.Contains(r.Error, "interrupted"):
			t.Errorf("%s is %s: %q", r.N, r.Outcome, r.Error)
		}
	}
	if counts["answered"] != stopAt-1 || counts["interrupted"] != jobs || counts["not sent"] != rows-stopAt+1-jobs {
		t.Errorf("%v, and %d were sent", counts, len(sent))
	}
	if want := fmt.Sprintf("interrupted: %d of %d messages were sent", len(sent), rows); !strings.Contains(stderr.String(), want) {
		t.Errorf("no %q in:\n%s", want, stderr.String())
	}
}

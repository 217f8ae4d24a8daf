package cli_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Each row is sent once, some at the same time, also where one of them fails; the table has the rows in their order, with words as they came.
func TestEachRowIsSentOnceThoughOneFails(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	sent := map[string]int{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			_, _ = fmt.Fprintf(w, `{"name":"Weather","description":"d","version":"1","protocolVersion":"0.3.0","url":"http://%s/","capabilities":{"streaming":false,
				"extensions":[{"uri":"https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"}]},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
				"skills":[{"id":"w","name":"W","description":"d","tags":["w"],"inputModes":["application/json;schema=in"]}],
				"schemas":{"in":{"type":"object","properties":{"city":{"type":"string","title":"Name of the city"},"days":{"type":"integer"},"key":{"type":"string","format":"password"}},"required":["city"]}}}`, r.Host)
			return
		}
		body, _ := io.ReadAll(r.Body)
		for _, city := range []string{"Oslo", "Rome", "Bern"} {
			if strings.Contains(string(body), `"city":"`+city+`"`) {
				mu.Lock()
				sent[city]++
				mu.Unlock()
			}
		}
		if strings.Contains(string(body), "Rome") {
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no such city"}}`)
			return
		}
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"kind":"message","messageId":"m","role":"agent","parts":[{"kind":"text","text":"It rains."}]}}`)
	}))
	t.Cleanup(server.Close)
	file := filepath.Join(t.TempDir(), "cities.csv")
	if err := os.WriteFile(file, []byte("name-of-the-city,days,key,outcome\nOslo,2,sesame,sun\nRome,,,\nBern,3,,\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	send := call(t, "send", server.URL, "--skill", "w", "--each", file, "-j", "3", "-o", "json")
	var stderr bytes.Buffer
	send.Stderr = &stderr
	out, err := send.Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 10 || !strings.Contains(stderr.String(), "1 of 3 messages failed") {
		t.Errorf("%v\n%s", err, stderr.String())
	}
	var rows []map[string]any
	if err := json.Unmarshal(out, &rows); err != nil || len(rows) != 3 {
		t.Fatalf("%v: %s", err, out)
	}
	if sent["Oslo"] != 1 || sent["Rome"] != 1 || sent["Bern"] != 1 {
		t.Errorf("sent: %v", sent)
	}
	first, second := rows[0], rows[1]
	if first["name-of-the-city"] != "Oslo" || first["answer"] != "It rains." || first["answer.outcome"] != "answered" || first["outcome"] != "sun" {
		t.Errorf("the first row: %v", first)
	}
	if why, _ := second["error"].(string); second["answer.outcome"] != "refused" || !strings.Contains(why, "no such city") {
		t.Errorf("the second row: %v", second)
	}
	if strings.Contains(string(out)+stderr.String(), "sesame") {
		t.Errorf("the secret of a row is printed:\n%s\n%s", out, stderr.String())
	}
}

//go:build !race

package cli

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"a2aform/internal/cli/command"
)

// Sending a large value allocates at most three times what was measured: it is decoded, validated and encoded once. A form
// took four times as much.
func TestLargeDataTakesLittleMemory(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			_, _ = fmt.Fprintf(w, `{"name":"large","version":"1","capabilities":{},"skills":[{"id":"s","name":"S","inputModes":["application/json;schema=in"]}],
				"schemas":{"in":{"type":"object","required":["rows"],"properties":{"rows":{"type":"array","items":{"type":"object","properties":{"n":{"type":"integer"},"text":{"type":"string"}}}}}}},
				"supportedInterfaces":[{"url":"http://%s/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, r.Host)
			return
		}
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}}`)
	}))
	t.Cleanup(server.Close)
	row := `{"n": 1, "text": "` + strings.Repeat("lorem ipsum ", 8) + `"}`
	data := `{"rows": [` + strings.Repeat(row+", ", 4<<20/len(row)) + row + `]}`
	file := filepath.Join(t.TempDir(), "data.json")
	if err := os.WriteFile(file, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	s := &command.Streams{Out: io.Discard, Err: io.Discard, Getenv: func(name string) string {
		return map[string]string{"A2AFORM_HOME": home}[name]
	}}
	s.Args = []string{"send", server.URL, "--skill", "s", "--data", "@" + file, "-o", "json"}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := Run(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 60*uint64(len(data)) {
		t.Errorf("%d bytes of data took %d bytes of memory", len(data), used)
	}
}

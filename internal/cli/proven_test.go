package cli

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Data that is proven valid by its bytes is sent as the form would send it.
func TestProvenDataIsSentAsByTheForm(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "schemas", "*", "positive", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	proven := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := os.ReadFile(filepath.Join(filepath.Dir(file), "..", "schema.json"))
		if err != nil {
			t.Fatal(err)
		}
		doc, err := schema.Load(raw)
		if err != nil || !isProven(doc, text) {
			continue
		}
		proven++
		form := formgen.New(doc)
		v, err := ojson.Parse(text, ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		form.Load(v)
		want, err := form.Submit()
		if got := compactJSON(text); err != nil || !bytes.Equal(got, want) || form.HasSecret() {
			t.Errorf("%s: %v\n%s\nwant\n%s", file, err, got, want)
		}
	}
	if proven < 20 {
		t.Errorf("only %d values of %d are proven", proven, len(files))
	}
}

func TestCompactJSONKeepsTexts(t *testing.T) {
	t.Parallel()
	in := " {\n\t\"a b\" : [ 1 , \" \\\" \\\\\" , \"\" ] , \"c\\\\\" : {\r\n} }\n"
	if got, want := string(compactJSON([]byte(in))), `{"a b":[1," \" \\",""],"c\\":{}}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A large value is in memory at most three times: read, and encoded once.
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
	data := `{"rows": [` + strings.Repeat(row+", ", 16<<20/len(row)) + row + `]}`
	file := filepath.Join(t.TempDir(), "data.json")
	if err := os.WriteFile(file, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	s := &Streams{Out: io.Discard, Err: io.Discard, Getenv: func(name string) string {
		return map[string]string{"A2AFORM_HOME": home}[name]
	}}
	s.Args = []string{"send", server.URL, "--skill", "s", "--data", "@" + file, "-o", "json"}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := Run(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 3*uint64(len(data)) {
		t.Errorf("%d bytes of data took %d bytes of memory", len(data), used)
	}
}

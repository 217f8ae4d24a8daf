package run_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/run"
	"a2aform/internal/store/runfile"
)

// The run file says which tool made it, and keeps each answer to a message: its
// status and headers, and its body where that is no event, with secrets masked and
// within 64 KiB.
func TestRunFileKeepsToolAndResponses(t *testing.T) {
	const secret = "s3cr3t-t0ken-of-the-test"
	answers := map[string]http.HandlerFunc{
		"refused": func(w http.ResponseWriter, r *http.Request) {
			_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":%q}}`, r.Header.Get("Authorization"))
		},
		"status": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Echo", r.Header.Get("Authorization"))
			http.Error(w, "not for "+r.Header.Get("Authorization"), http.StatusInternalServerError)
		},
		"long": func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, strings.Repeat("x", 100_000), http.StatusInternalServerError)
		},
		"completed": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"task":`+wholeTask+`}}`)
		},
	}
	for name, answer := range answers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := agent(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodGet {
					_, _ = fmt.Fprintf(w, `{"name":"r","version":"1","skills":[],"supportedInterfaces":[{"url":"http://%s/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, r.Host)
					return
				}
				answer(w, r)
			}))
			credentials, err := auth.NewCredentialSet(a.Interface().URL)
			if err != nil {
				t.Fatal(err)
			}
			if err := credentials.PutHeader("Authorization", "Bearer "+secret, "test", true); err != nil {
				t.Fatal(err)
			}
			if a, err = a.Redial(a.Card(), a2aclient.WithCredentials(credentials)); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(a.Close)
			s := home(t)
			r := run.Start(t.Context(), &run.Plan{Agent: a, Text: "hi"}, run.Options{Store: s, Record: true})
			wait(t, r)
			r.Close()
			var tool, response runfile.Line
			if err := runfile.Read(theFile(t, s), func(line runfile.Line) bool {
				switch line.Kind {
				case runfile.Tool:
					tool = line
				case runfile.Response:
					response = line
				}
				if text := string(line.Raw) + line.Body.Exact() + line.Error.Exact() + fmt.Sprint(line.Header); strings.Contains(text, secret) {
					t.Errorf("the secret is in a line of kind %s", line.Kind)
				}
				return true
			}); err != nil {
				t.Fatal(err)
			}
			if tool.Tool.IsEmpty() || !strings.HasPrefix(tool.Go.Exact(), "go") || !strings.Contains(tool.OS.Exact(), "/") || tool.Zone.IsEmpty() {
				t.Errorf("tool: %+v", tool)
			}
			status := http.StatusOK
			if name == "status" || name == "long" {
				status = http.StatusInternalServerError
			}
			if response.Status != status || response.Header["Content-Type"] == nil || response.Time.IsZero() {
				t.Errorf("response: %+v", response)
			}
			switch raw, body := string(response.Raw), response.Body.Exact(); name {
			case "refused":
				if !strings.Contains(raw, `"code":-32602`) {
					t.Errorf("raw: %s", raw)
				}
			case "status":
				if !strings.HasPrefix(body, "not for ") {
					t.Errorf("body: %s", body)
				}
			case "long":
				if len(body) > 66_000 || !strings.HasSuffix(body, "(100001 bytes in all)") {
					t.Errorf("a body of %d bytes is kept: …%s", len(body), body[max(len(body)-40, 0):])
				}
			case "completed":
				if raw+body != "" {
					t.Errorf("the event is there twice: %s%s", raw, body)
				}
			}
			if frames, _ := reopen(t, s).Run().Traffic().Frames(); len(frames) < 2 || !strings.HasPrefix(frames[1].Head.Exact(), fmt.Sprint(status)) {
				t.Errorf("opened again, the wire has %d frames", len(frames))
			}
		})
	}
}

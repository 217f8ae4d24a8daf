package a2aclient

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"a2aform/a2aclient/auth"
	"a2aform/internal/safe"
)

// echoes are answers, as they stand on the connection, that repeat SECRET where a
// client may quote it.
var echoes = map[string]string{
	"type":              okHead + "Content-Type: text/SECRET\r\n\r\nx",
	"type of a page":    okHead + "Content-Type: text/html; SECRET\r\n\r\n<html>SECRET",
	"encoding":          jsonHead + "Content-Encoding: SECRET\r\n\r\nx",
	"extensions":        jsonHead + "A2A-Extensions: SECRET, urn:x\r\n\r\n" + completed[len("data: "):],
	"event":             streamHead + "\r\nevent: SECRET\n" + completed,
	"event in the long": streamHead + "\r\nevent: " + strings.Repeat("x", 60) + "SECRET\n" + completed,
	"reason":            "HTTP/1.1 200 SECRET\r\nConnection: close\r\nContent-Type: text/event-stream\r\n\r\n" + completed,
	"reason of a no":    "HTTP/1.1 500 SECRET\r\nConnection: close\r\n\r\n",
	"name of a header":  jsonHead + "X-SECRET: 1\r\n\r\n" + completed[len("data: "):],
	"two cookies":       jsonHead + "Set-Cookie: a=SECRET\r\nSet-Cookie: b=CRUMB\r\n\r\n" + completed[len("data: "):],
	"status":            "HTTP/1.1 SECRET x\r\n\r\n",
	"version":           "HTTP/SECRET 200 x\r\n\r\n",
	"length":            okHead + "Content-Length: SECRET\r\n\r\n",
	"transfer":          okHead + "Transfer-Encoding: SECRET\r\n\r\n",
	"trailer":           jsonHead + "Trailer: Content-Length, SECRET\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
	"broken header":     okHead + "SECRET\r\n\r\n",
	"chunk":             streamHead + "Transfer-Encoding: chunked\r\n\r\nSECRET\r\n",
	"no answer":         jsonHead + "\r\n" + `{"result":{"SECRET":1}}`,
	"no event":          streamHead + "\r\ndata: SECRET\n\n" + completed,
	"stream of nothing": streamHead + "\r\n: " + strings.Repeat("x", 600) + "SECRET\n",
	"no task":           jsonHead + "\r\n" + `{"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"SECRET"}]}}}`,
}

// Wherever an answer repeats a secret, short ones too, it comes into no error, no
// notice and no trace. In an event it is masked where it is no short one, which
// would be found in ordinary words; nor are short ones in the names of headers.
func TestSecretsAreMaskedAnywhereInAnswer(t *testing.T) {
	for _, secret := range []string{"cnry-token-5f1c9a7e3b", "q7Zx", strings.Repeat("long-token.", 90)} {
		for name, answer := range echoes {
			if len(secret) < auth.MinMaskedInData && name == "name of a header" {
				continue
			}
			t.Run(fmt.Sprintf("%s of %d", name, len(secret)), func(t *testing.T) {
				t.Parallel()
				said := saidOf(t, secret, strings.ReplaceAll(answer, "SECRET", secret))
				for _, found := range []string{secret, http.CanonicalHeaderKey(secret), secret[:min(len(secret), 20)], "CRUMB"} {
					if strings.Contains(said, found) {
						t.Errorf("%.40s is in\n%s", found, said)
					}
				}
			})
		}
	}
}

// saidOf is all that is said of a message, and of a question, that are answered so.
func saidOf(t *testing.T, secret, answer string) string {
	t.Helper()
	raw := func(w http.ResponseWriter, _ *http.Request) {
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			_, _ = io.WriteString(conn, answer)
			_ = conn.Close()
		}
	}
	f := newFake(t, scripts{"SendStreamingMessage": raw, "GetTask": raw})
	a := agentOf(t, f.URL, "1.0", true, `,"securitySchemes":{"k":{"httpAuthSecurityScheme":{"scheme":"Bearer"}}}`)
	a, err := a.Redial(a.Card(), WithCredentials(credentialsFor(t, a.Card(), f.URL, map[string]string{"k": secret})))
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var said strings.Builder
	ctx := WithTrace(t.Context(), func(f Frame) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(&said, "%s %v %s\n", f.Head, f.Header, f.Body)
	})
	tell := func(words ...any) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintln(&said, words...)
	}
	for e, err := range a.Run(ctx, &Request{Text: "x"}) {
		if tell(err); len(secret) >= auth.MinMaskedInData {
			tell(string(e.Raw))
		}
		if e.Notice != nil {
			tell(e.Notice.Text, e.Notice.Err, e.Notice.Extensions)
		}
		if err != nil {
			break
		}
	}
	_, err = a.Get(ctx, safe.Text("t"))
	tell(err)
	mu.Lock()
	defer mu.Unlock()
	return said.String()
}

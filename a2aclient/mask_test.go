package a2aclient

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"a2aform/a2aclient/auth"
	"a2aform/internal/safe"
)

// Servers repeat the address they were asked at, and the key in it must not
// come to the screen, into an error or a run file that way.
func TestSecretsRepeatedByAgentAreMasked(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"redirect": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", "https://example.com"+r.URL.RequestURI())
			w.WriteHeader(http.StatusTemporaryRedirect)
		},
		"refusal": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("WWW-Authenticate", "not "+r.URL.Query().Get("key"))
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = io.WriteString(w, "cannot POST "+r.URL.RequestURI())
		},
		"page": func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, "<html>nothing at "+r.URL.Query().Get("key"))
		},
		"error": func(w http.ResponseWriter, r *http.Request) {
			_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no %s"}}`, r.URL.Query().Get("key"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake(t, map[string]http.HandlerFunc{"GetTask": answer})
			card := securedAgent(t, f, `{"query":[]}`).Card()
			a := securedAgent(t, f, `{"query":[]}`, WithCredentials(credentialsFor(t, card, f.URL, map[string]string{"query": "HU/SH"})))
			var mu sync.Mutex
			var seen strings.Builder
			_, err := a.Get(WithTrace(t.Context(), func(f Frame) {
				mu.Lock()
				defer mu.Unlock()
				fmt.Fprintf(&seen, "%s %v %s\n", f.Head, f.Header, f.Body)
			}), safe.Text("t"))
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				t.Fatal("no error")
			}
			said := err.Error() + seen.String()
			if strings.Contains(said, "SH") && strings.Contains(said, "HU") || !strings.Contains(seen.String(), auth.Mask) {
				t.Errorf("%v\n%s", err, seen.String())
			}
		})
	}
}

// Whatever an agent repeats of a secret in its events is masked before anybody
// sees it, and what it answers stays JSON with every other byte.
func TestSecretsInEventsAreMasked(t *testing.T) {
	const secret = `HU/SH"key-1`
	echo := `{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"you sent HU\/SH\"key-1!"}]}},
		"artifacts":[{"artifactId":"a","parts":[{"data":{"HU/SH\"key-1":[1.10,"x HU/SH\"key-1 y"]}}]}]}}`
	for _, streaming := range []bool{true, false} {
		f := newFake(t, scripts{"SendMessage": result(echo), "SendStreamingMessage": sseText(strings.ReplaceAll(echo, "\n", ""))})
		a := agentOf(t, f.URL, "1.0", streaming, `,"securitySchemes":{"k":{"apiKeySecurityScheme":{"location":"header","name":"X-Key"}}}`)
		a, err := a.Redial(a.Card(), WithCredentials(credentialsFor(t, a.Card(), f.URL, map[string]string{"k": secret})))
		if err != nil {
			t.Fatal(err)
		}
		_, events, err := runAll(a, t, &Request{Text: "x"})
		if err != nil {
			t.Fatal(err)
		}
		task := events[0].Task
		if got := string(task.Artifacts[0].Parts[0].Data); got != `{"••••••":[1.10,"x •••••• y"]}` {
			t.Errorf("data %s", got)
		}
		if got := task.Status.Message.Parts[0].Text.Exact(); got != "you sent ••••••!" {
			t.Errorf("text %s", got)
		}
		if strings.Contains(string(events[0].Raw), "key-1") || !json.Valid(events[0].Raw) {
			t.Errorf("raw %s", events[0].Raw)
		}
	}
}

func TestCookiesThatAreNeededTogether(t *testing.T) {
	var got string
	f := newFake(t, map[string]http.HandlerFunc{"GetTask": func(w http.ResponseWriter, r *http.Request) {
		got = r.Header.Get("Cookie")
		result(bareTask("TASK_STATE_COMPLETED"))(w, r)
	}})
	a := securedAgent(t, f, `{"cookie":[]}`)
	w := credentialsFor(t, a.Card(), f.URL, map[string]string{"cookie": "CRUMB"})
	other := auth.Scheme{Name: safe.Text("other"), Kind: auth.SchemeAPIKey, In: auth.KeyInCookie, Param: safe.Text("csrf")}
	if err := w.Put(other, "MORE", "env:X"); err != nil {
		t.Fatal(err)
	}
	a.card.Requirements = []auth.Requirement{{{Scheme: safe.Text("cookie")}, {Scheme: safe.Text("other")}}}
	a.opts.credentials = w
	if _, err := a.Get(t.Context(), safe.Text("t")); err != nil || got != "sid=CRUMB; csrf=MORE" {
		t.Errorf("%q, %v", got, err)
	}
}

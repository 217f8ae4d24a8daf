package cli

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/cli/command"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// A flood is a few lines on standard error, with the last entries, and each notice.
func TestFloodPrintsFewLines(t *testing.T) {
	t.Parallel()
	var timeline run.Timeline
	for i := range 100_000 {
		timeline.Add(run.Entry{At: time.Unix(0, 0), Kind: run.MessageEntry, Text: safe.Text(fmt.Sprintf("line %d.", i))})
		if i == 500 {
			timeline.Add(run.Entry{At: time.Unix(0, 0), Kind: run.NoticeEntry, Note: "the connection was lost"})
		}
	}
	timeline.Add(run.Entry{At: time.Unix(0, 0), Kind: run.StateEntry, State: a2a.StateCompleted})
	var out bytes.Buffer
	s := &command.Streams{Err: &out}
	var tail run.Tail
	printEntries(s, tail.Next(timeline, false))
	got := out.String()
	if lines := strings.Count(got, "\n"); lines > maxTimelineRows+2 {
		t.Errorf("%d lines", lines)
	}
	for _, want := range []string{"! the connection was lost", fmt.Sprintf("… %d more\n", 100_000-maxTimelineRows+1), "line 99999.", "completed"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if again := tail.Next(timeline, true); len(again) > 0 {
		t.Errorf("%v is printed again", again)
	}
}

// If messages go to another host than the card's, a note says so.
func TestMessagesToAnotherHostAreNamed(t *testing.T) {
	agent := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"hi"}]}}}`))
	}))
	t.Cleanup(agent.Close)
	var target string
	cards := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			agent.Config.Handler.ServeHTTP(w, r)
			return
		}
		_, _ = fmt.Fprintf(w, `{"name":"x","version":"1","skills":[],"supportedInterfaces":[{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, target)
	}))
	t.Cleanup(cards.Close)
	for url, named := range map[string]bool{agent.URL: true, cards.URL: false, strings.Replace(cards.URL, "127.0.0.1", "localhost", 1): false} {
		target = url
		_, errOut, code := sendWith(t, nil, cards.URL, "--text", "hi")
		if code != command.ExitOK || strings.Contains(errOut, "messages go to another host, ") != named {
			t.Errorf("%s: exit code %d\n%s", url, code, errOut)
		}
	}
}

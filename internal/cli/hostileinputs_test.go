package cli_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/auth"
	"a2aform/internal/catalog"
	"a2aform/internal/hostile"
	"a2aform/internal/safe"
	"a2aform/internal/webhook"
)

// The limits of what one input may take.
const (
	maxInputMemory = 700 << 20 // allocated in all, not at once
)

// withinLimits runs what reads an input, and checks its memory against the limit.
func withinLimits(t *testing.T, read func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	read()
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > maxInputMemory {
		t.Errorf("it took %d MiB", used>>20)
	}
}

// plainWords fails where an error says nothing, or shows what came as it is.
func plainWords(t *testing.T, err error) {
	t.Helper()
	if err == nil || strings.TrimSpace(err.Error()) == "" || strings.ContainsAny(err.Error(), "\x1b\n") || len(err.Error()) > 2000 {
		t.Errorf("the error is no clear sentence: %.300q", fmt.Sprint(err))
	}
}

// countingServer counts the requests that a handler gets, by path.
func countingServer(h http.Handler) (server *httptest.Server, calls func(path string) int) {
	var mu sync.Mutex
	counts := map[string]int{}
	server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		counts[r.URL.Path]++
		mu.Unlock()
		h.ServeHTTP(w, r)
	}))
	return server, func(path string) int {
		mu.Lock()
		defer mu.Unlock()
		return counts[path]
	}
}

func TestHostileCatalogs(t *testing.T) {
	for _, d := range hostile.Catalogs() {
		t.Run(d.Name, func(t *testing.T) {
			server, calls := countingServer(d.Serve)
			server.Start()
			defer server.Close()
			withinLimits(t, func() {
				c, err := catalog.Open(t.Context(), server.URL+"/list")
				if c != nil {
					t.Errorf("%s is a catalog of %s", d.What, c.Summary())
				}
				plainWords(t, err)
				if err != nil && !strings.Contains(err.Error(), d.Says) {
					t.Errorf("got %v, want %s", err, d.Says)
				}
			})
			if calls("/list") > 1 || calls(catalog.WellKnown) > 1 {
				t.Error("an address was asked twice")
			}
		})
	}
}

func TestHostileMetadata(t *testing.T) {
	client := auth.Client{Transport: http.DefaultTransport, Describe: func(err error, _ *url.URL) string { return err.Error() }}
	for _, d := range hostile.Metadata() {
		t.Run(d.Name, func(t *testing.T) {
			server, calls := countingServer(d.Serve)
			server.Start()
			defer server.Close()
			withinLimits(t, func() {
				_, err := auth.Discover(t.Context(), auth.Scheme{Kind: auth.SchemeOpenID, MetadataURL: safe.Text(server.URL)}, client)
				plainWords(t, err)
				if err != nil && !strings.Contains(err.Error(), d.Says) {
					t.Errorf("got %v, want %s", err, d.Says)
				}
			})
			if calls("/.well-known/openid-configuration") != 1 {
				t.Error("the metadata were not asked for once")
			}
		})
	}
}

func TestHostileKeySets(t *testing.T) {
	for _, d := range hostile.KeySets() {
		t.Run(d.Name, func(t *testing.T) {
			server, calls := countingServer(d.Serve)
			server.Start()
			defer server.Close()
			// {"alg":"ES256","kid":"key-1","jku":ADDRESS}, twice: the keys are read once.
			protected := encodedHeader(fmt.Sprintf(`{"alg":"ES256","kid":"key-1","jku":%q}`, server.URL+"/keys"))
			signature := fmt.Sprintf(`{"protected":%q,"signature":"AAAA"}`, protected)
			card, err := a2aclient.Parse(fmt.Appendf(nil, `{"name":"S","skills":[],"supportedInterfaces":[{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":"1.0"}],"signatures":[%s,%s]}`, server.URL, signature, signature), server.URL+"/card")
			if err != nil {
				t.Fatal(err)
			}
			withinLimits(t, func() {
				verdicts, err := card.VerifySignatures(t.Context(), nil)
				if err != nil || len(verdicts) != 2 || verdicts[0].Valid {
					t.Fatalf("%+v, %v", verdicts, err)
				}
				plainWords(t, errors.New(verdicts[0].Text()))
				if !strings.Contains(verdicts[0].Text(), d.Says) {
					t.Errorf("got %s, want %s", verdicts[0].Text(), d.Says)
				}
			})
			if n := calls("/keys"); n > 2 {
				t.Errorf("the keys were asked for %d times", n)
			}
		})
	}
}

func TestHostileNotifications(t *testing.T) {
	r, err := webhook.Listen(t.Context(), "127.0.0.1:0", "s3cret")
	if err != nil {
		t.Fatal(err)
	}
	var received atomic.Int32
	done := make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer close(done)
		for {
			select {
			case <-r.Notifications():
				received.Add(1)
			case <-ctx.Done():
				return
			}
		}
	}()
	for _, n := range hostile.Notifications() {
		t.Run(n.Name, func(t *testing.T) {
			req, err := n.Request(t.Context(), r.URL(), webhook.Header, "s3cret")
			if err != nil {
				t.Fatal(err)
			}
			withinLimits(t, func() {
				resp, err := http.DefaultClient.Do(req)
				if err != nil {
					if n.Status != http.StatusRequestEntityTooLarge { // the receiver closes before all is sent
						t.Error(err)
					}
					return
				}
				_ = resp.Body.Close()
				if resp.StatusCode != n.Status {
					t.Errorf("it answers %d, want %d", resp.StatusCode, n.Status)
				}
			})
		})
	}
	http.DefaultClient.CloseIdleConnections()
	r.Close()
	cancel()
	<-done
	if want := len(hostile.Notifications()); int(received.Load()) != want {
		t.Errorf("%d of %d requests came to the one who waits", received.Load(), want)
	}
}

// An agent that answers in gRPC with anything gets a message once, and the run ends with words
// of ours.
func TestHostileMessagesOfGRPC(t *testing.T) {
	for _, m := range hostile.Messages() {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel() // most of it is waiting to ask once more for the task
			server, calls := countingServer(m.Serve)
			server.Config.Protocols = new(http.Protocols)
			server.Config.Protocols.SetHTTP1(true)
			server.Config.Protocols.SetUnencryptedHTTP2(true)
			server.Start()
			defer server.Close()
			card, err := a2aclient.Parse(fmt.Appendf(nil, `{"name":"G","skills":[],"capabilities":{},"supportedInterfaces":[{"url":%q,"protocolBinding":"GRPC","protocolVersion":"1.0"}]}`, server.URL), "card.json")
			if err != nil {
				t.Fatal(err)
			}
			agent, err := card.Dial()
			if err != nil {
				t.Fatal(err)
			}
			defer agent.Close()
			withinLimits(t, func() { // by all of them together
				var last error
				for e, err := range agent.Run(t.Context(), &a2aclient.Request{MessageID: "m", Text: "go"}) {
					last = err
					if err == nil && e.Notice == nil {
						t.Errorf("it is an event: %+v", e)
					}
				}
				plainWords(t, last)
			})
			sent := 0
			for _, method := range []string{"SendMessage", "SendStreamingMessage"} {
				sent += calls("/lf.a2a.v1.A2AService/" + method)
			}
			if sent != 1 {
				t.Errorf("the message was sent %d times", sent)
			}
		})
	}
}

// Who does not answer is left when the user gives up.
func TestHangingServersAreLeft(t *testing.T) {
	server, _ := countingServer(hostile.Hanging())
	server.Start()
	defer server.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	began := time.Now()
	if _, err := catalog.Open(ctx, server.URL+"/list"); err == nil {
		t.Error("a server that hangs has a catalog")
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it took %s to leave", took)
	}
}

func encodedHeader(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }

package a2aclient

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"a2aform/a2aclient/auth"
	"a2aform/internal/safe"
)

// The places of a graph of redirects. The first is the agent's; each of the
// others is another origin, however much it looks like that one.
var (
	graphHosts = []string{
		"http://a.example", "http://a.example:81", "https://a.example", "http://a.example.", "http://b.example", "http://a.example.b.example",
		"http://sub.a.example", "http://127.0.0.1", "https://a.example:80",
	}
	graphPaths = []string{"/card.json", "/rpc", "/tasks/t1", "/x"}
	// Spellings of an address, "H" its host without the scheme, "P" its path.
	graphLinks = []string{"SCHEME://HP", "//HP", "SCHEME://a.example@HP", "SCHEME://a.example:80%40HP", "SCHEME:/HP", `SCHEME:\\HP`, "SCHEME://HP#a.example", "SCHEME://HP?u=http://a.example", "P", "..P"}
)

// graph answers every address by a redirect or by itself.
type graph struct {
	links map[string]string // by host and path; "" for none
	codes map[string]int
	seen  []*http.Request
	texts []string // their bodies
}

func graphs(t *rapid.T) *graph {
	g := &graph{links: map[string]string{}, codes: map[string]int{}}
	for _, host := range graphHosts {
		for _, path := range graphPaths {
			at := host + path
			g.codes[at] = rapid.SampledFrom([]int{301, 302, 303, 307, 308}).Draw(t, "status")
			if rapid.IntRange(0, 2).Draw(t, "ends") == 0 {
				continue
			}
			to := rapid.SampledFrom(graphHosts).Draw(t, "host")
			scheme, name, _ := strings.Cut(to, "://")
			g.links[at] = strings.NewReplacer("SCHEME", scheme, "H", name, "P", rapid.SampledFrom(graphPaths).Draw(t, "path")).
				Replace(rapid.SampledFrom(graphLinks).Draw(t, "link"))
		}
	}
	return g
}

func (g *graph) RoundTrip(req *http.Request) (*http.Response, error) {
	body := ""
	if req.Body != nil {
		data, _ := io.ReadAll(req.Body)
		body = string(data)
	}
	g.seen, g.texts = append(g.seen, req), append(g.texts, body)
	at := req.URL.Scheme + "://" + req.URL.Host + req.URL.Path
	resp := &http.Response{StatusCode: 200, Request: req, Header: http.Header{"Content-Type": {"application/json"}}}
	text := `{"jsonrpc":"2.0","id":1,"result":` + bareTask("TASK_STATE_COMPLETED") + `}`
	switch to := g.links[at]; {
	case to != "":
		resp.StatusCode, text = g.codes[at], ""
		resp.Header.Set("Location", to)
	case strings.HasSuffix(at, "/card.json"):
		text = graphCard
	}
	resp.Body = io.NopCloser(strings.NewReader(text))
	return resp, nil
}

// mayGetMessages reports whether a path of the agent's origin is that of messages, or that some redirects with status 307 or 308
// lead there. No two paths of the graph differ in a slash alone. It does not use the functions under test.
func (g *graph) mayGetMessages(path string) bool {
	if path == "/rpc" || path == "/message:send" {
		return true
	}
	for _, from := range graphPaths {
		at := "http://a.example" + from
		to, _, _ := strings.Cut(g.links[at], "#")
		to, _, _ = strings.Cut(to, "?")
		if (g.codes[at] == 307 || g.codes[at] == 308) && strings.HasSuffix(to, path) {
			return true
		}
	}
	return false
}

const graphCard = `{"name":"x","skills":[],"supportedInterfaces":[{"url":"http://a.example/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"},
	{"url":"http://a.example","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}],` + allSchemes + `}`

// isAtHome reports a request to the agent's own origin. It does not use the functions
// under test.
func isAtHome(r *http.Request) bool {
	host := strings.ToLower(r.URL.Host)
	return r.URL.Scheme == "http" && (host == "a.example" || host == "a.example:80")
}

// whole is all that a request tells whoever receives it.
func whole(r *http.Request, body string) string {
	var sb strings.Builder
	_, _ = fmt.Fprintln(&sb, r.URL.String(), r.URL.User, r.Host)
	_ = r.Header.Write(&sb)
	return sb.String() + body
}

// TestNoRedirectCarriesASecret: whatever an agent redirects to, by whatever
// spelling, its card is asked for at the origin that was typed alone, and messages and
// secrets go to the origin of the address on the card alone. A message goes to another path
// of it only where the status asks to send it there.
func TestNoRedirectCarriesASecret(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := graphs(t)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_, _ = Fetch(ctx, "http://a.example/card.json", WithTransport(g))
		card, err := Parse([]byte(graphCard), "http://a.example/card.json")
		if err != nil {
			t.Fatal(err)
		}
		w, err := auth.NewCredentialSet(safe.Text("http://a.example/rpc"))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range card.Schemes {
			_ = w.Put(s, "cnry:"+s.Name.Exact(), "env:X") // those that cannot be used say so
		}
		if err := w.PutHeader("X-Mine", "cnry:header", "env:X", true); err != nil {
			t.Fatal(err)
		}
		for _, binding := range []Binding{BindingJSONRPC, BindingHTTPJSON} {
			a, err := card.Dial(WithTransport(g), WithCredentials(w), WithBinding(binding))
			if err != nil {
				t.Fatal(err)
			}
			_, _ = a.Get(ctx, safe.Text("t1"))
			_, _ = a.List(ctx, Query{})
			_, _ = a.Cancel(ctx, safe.Text("t1"))
			for _, err := range a.Run(ctx, &Request{Text: "cnry:typed", Mode: ModePoll}) {
				_ = err // how it ends is not asked here
			}
		}
		secrets := 0
		for i, r := range g.seen {
			said := whole(r, g.texts[i])
			if !isAtHome(r) {
				t.Fatalf("%s was asked for:\n%s", r.URL, said)
			}
			if strings.Contains(g.texts[i], "cnry:typed") && !g.mayGetMessages(r.URL.Path) {
				t.Fatalf("what was typed went to %s", r.URL)
			}
			if strings.Contains(said, "cnry") {
				secrets++
			}
		}
		if secrets == 0 {
			t.Fatal("no secret was sent anywhere: nothing was tried")
		}
	})
}

package a2aclient

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/auth"
	"a2aform/internal/safe"
)

// redirectError is an answer that names another address.
type redirectError struct {
	*TransportError
	to *url.URL
}

// redirected is the error for an answer with a redirect that is not followed.
func (x connection) redirected(resp *http.Response, c *call, from, to *url.URL) *TransportError {
	e := &TransportError{Layer: LayerHTTP, Method: c.method, Status: resp.StatusCode}
	switch {
	case to == nil:
		e.What, e.Next = fmt.Sprintf("the agent redirects (%d) and names no address that can be read", resp.StatusCode), "check the agent's log"
	case auth.Origin(to) != auth.Origin(from):
		e.What = fmt.Sprintf("the agent redirects from %s to %s, which is another origin; a2aform follows redirects within one scheme, host and port only", x.shown(from), x.shown(to))
		e.Next = "if you trust that address, name it with --endpoint URL"
	default:
		e.What = fmt.Sprintf("the agent redirects from %s to %s with status %d, which does not ask to send the request there", x.shown(from), x.shown(to), resp.StatusCode)
		e.Next = "if that is the address for messages, name it with --endpoint URL"
	}
	return e
}

// shown is an address that an agent may have put together, which may repeat a secret.
func (x connection) shown(u *url.URL) string {
	return safe.Text(string(x.opts.credentials.MaskText([]byte(u.String())))).Line(200).String()
}

// follows reports whether a redirect of the call is followed. That is so within one origin alone. A request that is not a GET
// goes on as it is, with its body, where the status asks for that (307 and 308, RFC 9110 §15.4), and where nothing but a
// trailing slash differs: servers redirect so from the path of a mounted application.
func (c *call) follows(status int, from, to *url.URL) bool {
	switch {
	case auth.Origin(to) == "" || auth.Origin(to) != auth.Origin(from):
		return false
	case c.verb == http.MethodGet, status == http.StatusTemporaryRedirect, status == http.StatusPermanentRedirect:
		return true
	case status == http.StatusMovedPermanently, status == http.StatusFound:
		return strings.TrimSuffix(from.EscapedPath(), "/") == strings.TrimSuffix(to.EscapedPath(), "/")
	}
	return false
}

// redirects are the addresses that an agent redirects to, so that they are asked from then on.
type redirects struct {
	mu      sync.Mutex
	targets map[string]*url.URL // by the address of a call
	notice  string              // that no run has given yet; "" for none
}

// maxRedirects bounds how many redirects of an agent are kept: over HTTP+JSON each task has an address.
const maxRedirects = 64

// target is the address to ask in place of u.
func (r *redirects) target(u *url.URL) *url.URL {
	r.mu.Lock()
	defer r.mu.Unlock()
	if to := r.targets[u.String()]; to != nil {
		return to
	}
	return u
}

// add keeps that the agent redirects from one address to another, and that it answered there. A target with a query of its own
// is not kept, as that may repeat a key.
func (r *redirects) add(from, to *url.URL, status int, shown string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if to.RawQuery != from.RawQuery || len(r.targets) == maxRedirects {
		return
	}
	if r.targets == nil {
		r.targets = map[string]*url.URL{}
		r.notice = fmt.Sprintf("The agent redirects to %s (status %d), on the same host and port. Messages go there.", shown, status)
	}
	r.targets[from.String()] = to
}

// takeNotice returns the notice of the first redirect once, "" after that.
func (r *redirects) takeNotice() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	text := r.notice
	r.notice = ""
	return text
}

// noticeRedirect adds the notice that the agent redirects, once for each agent, and reports whether the run goes on.
func (f *follower) noticeRedirect() bool {
	text := f.agent.learned.redirects.takeNotice()
	return text == "" || f.notice(a2a.Notice{Kind: a2a.NoticeRedirected, Text: text})
}

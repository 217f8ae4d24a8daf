package auth

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"a2aform/internal/limit"
	"a2aform/internal/safego"
)

// callbackPath is the path of the redirect address.
const callbackPath = "/callback"

// showPage tells the user which page to open; port is the port of the redirect address.
type showPage func(page string, port int)

// TokenInBrowser asks for a token that the user grants in a browser. It calls show once the answer
// can be received, and waits for it until the context ends or [limit.SignInTime] is over.
// Port 0 takes any that is free.
func TokenInBrowser(ctx context.Context, s Scheme, c Client, port int, show showPage) (Token, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, limit.SignInTime.Duration(), errTime)
	defer cancel()
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return Token{}, fmt.Errorf("the answer of the browser cannot be received at 127.0.0.1: %w", err)
	}
	host := l.Addr().String()
	request, err := NewCodeRequest(s, c, "http://"+host+callbackPath)
	if err != nil {
		_ = l.Close()
		return Token{}, err
	}
	r := &codeReceiver{request: request, host: host, answers: make(chan url.Values, 1)}
	stop := r.serve(l)
	defer stop()
	show(request.Address(), l.Addr().(*net.TCPAddr).Port)
	select {
	case answer := <-r.answers:
		return request.Token(ctx, answer)
	case <-ctx.Done():
		return Token{}, context.Cause(ctx)
	}
}

var errTime = errors.New("no token was issued: nobody signed in in time; try again")

// codeReceiver waits for one answer at a loopback address.
type codeReceiver struct {
	request *CodeRequest
	host    string
	answers chan url.Values

	mu       sync.Mutex
	answered bool
}

// serve answers requests until stop is called, which lets the last page reach the browser.
func (r *codeReceiver) serve(l net.Listener) (stop func()) {
	server := &http.Server{Handler: r, ReadTimeout: requestTime, WriteTimeout: requestTime, MaxHeaderBytes: maxHeader}
	server.SetKeepAlivesEnabled(false)
	ended := make(chan struct{})
	safego.Go(func() {
		defer close(ended)
		_ = server.Serve(l)
	})
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), closeTime)
		defer cancel()
		if server.Shutdown(ctx) != nil {
			_ = server.Close()
		}
		<-ended
	}
}

const (
	requestTime = 10 * time.Second
	closeTime   = time.Second
	maxHeader   = 64 << 10
)

// ServeHTTP takes the first answer to the request. What any page or program may send
// besides changes nothing: it does not know the state, and another host name (DNS
// rebinding) is refused.
func (r *codeReceiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	values, err := url.ParseQuery(req.URL.RawQuery)
	switch {
	case req.Host != r.host || req.URL.Path != callbackPath || req.Method != http.MethodGet:
		writePage(w, http.StatusNotFound, "Not found", "Nothing is here.")
	case err != nil || !r.request.IsAnswer(values):
		writePage(w, http.StatusBadRequest, "Not this sign-in", "This answer belongs to another sign-in. a2aform goes on waiting for its own: open the address that it shows.")
	case !r.take(values):
		writePage(w, http.StatusConflict, "Already answered", "a2aform has received its answer. You can close this window.")
	case values.Get("error") != "":
		writePage(w, http.StatusOK, "Not signed in", "The sign-in ended without access. a2aform says why. You can close this window.")
	default:
		writePage(w, http.StatusOK, "Back to a2aform", "a2aform goes on in the terminal. You can close this window.")
	}
}

func (r *codeReceiver) take(values url.Values) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.answered {
		return false
	}
	r.answered = true
	r.answers <- values
	return true
}

// writePage writes words of ours: nothing of the request is in them.
func writePage(w http.ResponseWriter, status int, title, text string) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>`+title+`</title><style>:root{color-scheme:light dark}body{font:1.1rem system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem}</style>
<h1>`+title+`</h1><p>`+text+`</p></html>
`)
}

package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"golang.org/x/oauth2"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
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
func writePage(w http.ResponseWriter, status int, title, text safe.HTML) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, string(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>`+title+`</title><style>:root{color-scheme:light dark}body{font:1.1rem system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem}</style>
<h1>`+title+`</h1><p>`+text+`</p></html>
`))
}

// CodeRequest is one use of the authorization code flow (RFC 6749 §4.1), with PKCE
// (RFC 7636) by S256.
type CodeRequest struct {
	scheme                    Scheme
	client                    Client
	redirect, state, verifier string
	address                   string
}

// NewCodeRequest prepares a request whose answer comes to a redirect address of ours. It
// fails where the scheme has no endpoints that a secret may go to.
func NewCodeRequest(s Scheme, c Client, redirect string) (*CodeRequest, error) {
	s = s.ForCode()
	if err := checkEndpoint(s.AuthURL.Exact(), "authorization"); err != nil {
		return nil, err
	}
	if err := checkEndpoint(s.TokenURL.Exact(), "token"); err != nil {
		return nil, err
	}
	r := &CodeRequest{scheme: s, client: c, redirect: redirect, state: rand.Text(), verifier: oauth2.GenerateVerifier()}
	u, err := url.Parse(s.AuthURL.Exact())
	if err != nil || u.User != nil || u.Fragment != "" {
		return nil, fmt.Errorf("the card's authorization address is not one to open in a browser: %s", s.AuthURL.Line(200))
	}
	ours, err := url.Parse(r.config().AuthCodeURL(r.state, oauth2.S256ChallengeOption(r.verifier)))
	if err != nil {
		return nil, fmt.Errorf("the request cannot be written: %w", err)
	}
	values := u.Query()
	for name, value := range ours.Query() {
		values[name] = value // the address may have parameters, but none in place of ours
	}
	for _, name := range []string{"request", "request_uri"} { // they would count in place of all others (RFC 9101)
		values.Del(name)
	}
	u.RawQuery = values.Encode()
	r.address = u.String()
	return r, nil
}

func (r *CodeRequest) config() *oauth2.Config {
	config := oauthConfig(r.scheme, r.client)
	config.RedirectURL = r.redirect
	return config
}

// Address returns the page that the user opens.
func (r *CodeRequest) Address() string { return r.address }

// IsAnswer reports whether parameters answer this request: they repeat its state.
func (r *CodeRequest) IsAnswer(values url.Values) bool {
	return len(values["state"]) == 1 && subtle.ConstantTimeCompare([]byte(values.Get("state")), []byte(r.state)) == 1
}

// Token exchanges the code of an answer for a token.
func (r *CodeRequest) Token(ctx context.Context, answer url.Values) (Token, error) {
	secrets := tokenSecrets(r.client, r.verifier, r.state)
	for name, list := range answer {
		if len(list) != 1 {
			return Token{}, fmt.Errorf("no token was issued: the answer has %s several times", secrets.quote(name, 40))
		}
	}
	if err := r.checkIssuer(answer); err != nil {
		return Token{}, err
	}
	code := answer.Get("code")
	switch failed := answer.Get("error"); {
	case failed == "access_denied":
		return Token{}, fmt.Errorf("no token was issued: access was denied in the browser %s", secrets.quote(answer.Get("error_description"), 200))
	case failed != "":
		return Token{}, fmt.Errorf("no token was issued: %s %s", secrets.quote(failed, 80), secrets.quote(answer.Get("error_description"), 200))
	case code == "":
		return Token{}, errors.New("no token was issued: the answer from the browser has no code")
	}
	t, err := r.config().Exchange(tokenContext(ctx, r.client), code, oauth2.VerifierOption(r.verifier))
	return tokenOf(r.client, t, err, tokenSecrets(r.client, r.verifier, code))
}

// checkIssuer refuses an answer from another authorization server than the one that was
// asked (RFC 9207). Without metadata its name is not known, and nothing is compared.
func (r *CodeRequest) checkIssuer(answer url.Values) error {
	said, known := answer.Get("iss"), r.scheme.Issuer.Exact()
	switch {
	case known == "" || said == known || said == "" && !r.scheme.SendsIssuer:
		return nil
	case said == "":
		return errors.New("no token was issued: the answer does not say which authorization server it is from")
	}
	return fmt.Errorf("no token was issued: the answer is from another authorization server, %s, and %s was asked", safe.Text(said).Line(200), safe.Text(known).Line(200))
}

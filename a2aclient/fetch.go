package a2aclient

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"

	"a2aform/a2aclient/auth"
	"a2aform/a2aclient/sse"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// Fetch reads an agent card. ref is a host ("localhost:9999"), a base URL, the
// card's own URL, or a file. A host of this machine means http, any other
// https. The error is a [*CardError].
func Fetch(ctx context.Context, ref string, o ...Option) (*Card, error) {
	t, err := resolve(ref)
	if err != nil {
		return nil, err
	}
	f := &fetcher{ref: ref, opts: newOptions(o)}
	defer f.opts.closeIdle()
	c, err := f.read(ctx, t)
	if err != nil {
		return nil, err
	}
	return c.withSchemas(f.opts.inputs, f.opts.outputs), nil
}

// read reads the card of a file or finds it at a host.
func (f *fetcher) read(ctx context.Context, t target) (*Card, error) {
	if t.file != "" {
		data, err := readFile(f.ref, t.file, limit.CardFileBytes.Int())
		if err != nil {
			return nil, err
		}
		return parse(data, f.ref, t.file)
	}
	return f.search(ctx, t)
}

// Parse reads a card that is already in memory; source says where it came from.
// The error is a [*CardError].
func Parse(data []byte, source string) (*Card, error) { return parse(data, source, source) }

// parse is [Parse] for a card that the user named as ref.
func parse(data []byte, ref, source string) (*Card, error) {
	c, problem := readCard(data, source)
	if problem != nil {
		problem.Ref = ref
		return nil, problem
	}
	return c, nil
}

func openFile(ref, path string) (*os.File, *CardError) {
	file, err := os.Open(path)
	if err == nil {
		return file, nil
	}
	e := &CardError{Ref: ref, Layer: LayerFile, What: "it cannot be opened", Next: "check the path", Err: err}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.What, e.Next = "there is no such file", "check the path; for a host, write https:// in front of it"
	case errors.Is(err, fs.ErrPermission):
		e.What, e.Next = "you do not have permission to read it", "change its permissions"
	}
	return nil, e
}

// Read reads a card from something that is open, such as standard input; source
// says what that is. The error is a [*CardError].
func Read(r io.Reader, source string) (*Card, error) {
	data, err := readLocal(r, source, limit.CardFileBytes.Int())
	if err != nil {
		return nil, err
	}
	return Parse(data, source)
}

// fetcher looks for one card on the network.
type fetcher struct {
	ref  string
	opts options
}

// search tries one address after the other, as long as the host answers at all. If none
// has a card, it returns the most informative failure.
func (f *fetcher) search(ctx context.Context, t target) (*Card, error) {
	var worst *CardError
	for i, at := range t.urls {
		c, problem := f.fetch(ctx, at)
		if problem == nil {
			if i >= t.root {
				c.warn("nothing was found under the path of %s: this is the card at the root of its host", safe.Text(f.ref).Line(0))
			}
			return c, nil
		}
		if worst == nil || weight(problem) > weight(worst) {
			worst = problem
		}
		if !mayGoOn(problem) {
			break
		}
	}
	if worst.Status == http.StatusNotFound && len(t.urls) > 1 {
		worst.What = fmt.Sprintf("the host answers, but has no card at %s or %d other well-known paths", safe.Text(t.urls[0]).Line(0), len(t.urls)-1)
	}
	worst.Ref = f.ref
	return nil, worst
}

// mayGoOn reports whether another path of the same host may do better.
func mayGoOn(e *CardError) bool {
	switch e.Layer {
	case LayerHTTP:
		return e.Status != http.StatusUnauthorized && e.Status != http.StatusForbidden && e.Status != http.StatusTooManyRequests
	case LayerContent, LayerCard:
		return true
	}
	return false
}

// weight orders failures by how informative they are.
func weight(e *CardError) int {
	switch {
	case e.Layer == LayerCard:
		return 4
	case e.Layer == LayerContent:
		return 3
	case e.Layer != LayerHTTP:
		return 5
	case e.Status == http.StatusNotFound || e.Status == http.StatusMethodNotAllowed:
		return 1
	}
	return 2
}

func (f *fetcher) fetch(ctx context.Context, at string) (*Card, *CardError) {
	d, problem := f.document(ctx, at, limit.CardBytes.Int())
	if problem != nil {
		if errors.Is(problem.Err, errTooLarge) {
			problem.Next = "if it is a card, download it and open the file, or allow more: --max card-bytes=SIZE"
		}
		return nil, problem
	}
	c, problem := readCard(d.data, d.from)
	if problem != nil {
		problem.Status = d.status
	}
	return c, problem
}

func cardFault(f fault, err error) *CardError {
	return &CardError{Layer: f.layer, What: f.what, Next: f.next, Err: err}
}

func statusFault(resp *http.Response, body []byte) *CardError {
	e := &CardError{Layer: LayerHTTP, Status: resp.StatusCode, Next: "check the address"}
	e.What = fmt.Sprintf("the host answered %d %s", resp.StatusCode, http.StatusText(resp.StatusCode))
	switch {
	case resp.StatusCode == http.StatusUnauthorized || resp.StatusCode == http.StatusForbidden:
		e.Next = "the card requires credentials: ask its owner for a public URL or the card file"
		if challenge := resp.Header.Get("WWW-Authenticate"); challenge != "" {
			e.Next = fmt.Sprintf("the card requires credentials (%s): ask its owner for a public URL or the card file", safe.Text(challenge).Line(160))
		}
	case resp.StatusCode == http.StatusPaymentRequired:
		e.Next = noPayment
		if payment := paymentOf(resp.Header, body); payment != "" {
			e.What += " for its card, and wants to be paid: " + payment
			return e
		}
	case resp.StatusCode == http.StatusTooManyRequests:
		e.Next = "wait a moment, then try again"
	case resp.StatusCode >= 500:
		e.Next = "the server failed: check its log, or try again"
	}
	if len(body) > 0 && resp.StatusCode != http.StatusNotFound {
		e.What += ": " + snippet(errorMessage(body))
	}
	if text := bytes.ToLower(body); resp.StatusCode == http.StatusBadRequest && resp.TLS == nil && (bytes.Contains(text, []byte("https")) || bytes.Contains(text, []byte("tls"))) {
		e.Next = "if the host speaks TLS, write https://"
	}
	return e
}

// errorMessage is the text of a JSON document about an error, such as that of JSON-RPC; any other body is returned as it is.
func errorMessage(body []byte) []byte {
	v, err := ojson.Parse(body, ojson.DataLimits)
	if err != nil {
		return body
	}
	for _, at := range []string{"/error/message", "/message", "/detail", "/error"} {
		if text := v.At(at); text.Is(ojson.String) && text.Text() != "" {
			return []byte(text.Text())
		}
	}
	return body
}

// get makes the request and follows redirects of the same origin.
func (f *fetcher) get(ctx context.Context, u *url.URL) (answer, *url.URL, *CardError) {
	for range limit.Redirects.Int() + 1 {
		req := &http.Request{
			Method: http.MethodGet, URL: u, Host: u.Host, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
			// Without the version a server of both dialects answers a card
			// that has lost its schemas (seen at a peer).
			Header: http.Header{"Accept": {"application/json"}, "User-Agent": {userAgent}},
		}
		req.Header.Set(versionHeader, protocolV10.version)
		trace(ctx, nil, func() Frame { return Frame{Sent: true, Head: safe.Text("GET " + u.String()), Header: req.Header} })
		resp, err := f.opts.roundTrip(ctx, req, limit.HeaderTime.Duration())
		if err != nil {
			return answer{}, nil, cardFault(classify(err, u), err)
		}
		trace(ctx, nil, func() Frame { return responseFrame(resp.Response) })
		if resp.Request == nil {
			resp.Request = req
		}
		location := resp.Header.Get("Location")
		if resp.StatusCode/100 != 3 || location == "" {
			return resp, u, nil
		}
		_, _ = io.CopyN(io.Discard, resp.Body, 4<<10)
		_ = resp.Body.Close()
		to, err := u.Parse(location)
		if err != nil || origin(to) != origin(u) {
			return answer{}, nil, &CardError{
				Layer: LayerHTTP, Status: resp.StatusCode,
				What: fmt.Sprintf("the host redirects to another origin, %s; a2aform does not follow that", safe.Text(location).Line(200)),
				Next: "if you trust that address, open it yourself",
			}
		}
		u = to
	}
	return answer{}, nil, &CardError{Layer: LayerHTTP, What: "the host redirects in a loop", Next: "pass the card's own URL"}
}

// Where cards lie, in the order in which they are looked for: 0.3 and later,
// 0.2, seed 003.
var wellKnown = []string{"/.well-known/agent-card.json", "/.well-known/agent.json", "/card"}

// target is what a reference means.
type target struct {
	file string   // a card on disk; "" for a URL
	urls []string // where to look, in order
	root int      // from this one on they lie outside the path that was typed
}

// resolve says what the user's words mean: a file that exists, a URL, or a host.
func resolve(ref string) (target, error) {
	typed := strings.TrimSpace(ref)
	if typed == "" {
		return target{}, &CardError{Ref: ref, Layer: LayerRef, What: "it is empty", Next: "pass a URL, a host or a card file"}
	}
	scheme, _, hasScheme := strings.Cut(typed, "://")
	switch path, ok := filePath(typed); {
	case ok:
		return target{file: path}, nil
	case hasScheme && !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https"):
		return target{}, &CardError{
			Ref: ref, Layer: LayerRef, What: "only http and https are supported, not " + safe.Text(scheme).Line(40).String(),
			Next: "pass a URL that begins with https://",
		}
	case !hasScheme && isFile(typed):
		return target{file: typed}, nil
	case !hasScheme:
		typed = schemeFor(typed) + typed
	}
	u, err := url.Parse(typed)
	if err != nil || u.Hostname() == "" {
		return target{}, &CardError{Ref: ref, Layer: LayerRef, What: "it is neither a file, a host nor a URL", Next: "pass a URL such as https://agent.example.com", Err: err}
	}
	if u.User != nil {
		return target{}, &CardError{Ref: u.Redacted(), Layer: LayerRef, What: "it contains a user name or password", Next: "remove them from the URL"}
	}
	u.Fragment = ""
	return candidates(u), nil
}

// Locate says what the user's words mean without looking there: the address of a
// host or a card, with its scheme, or the path of a card file; one of both. The
// error is a [*CardError].
func Locate(ref string) (address, file string, err error) {
	t, err := resolve(ref)
	if err != nil || t.file != "" {
		return "", t.file, err
	}
	typed := strings.TrimSpace(ref)
	if !strings.Contains(typed, "://") {
		typed = schemeFor(typed) + typed
	}
	return typed, "", nil
}

// filePath is the path of an address of a file (RFC 8089): file:/x, file:///x or
// file://localhost/x. A path is taken as it is typed, unless only its escapes name a
// file that is there.
func filePath(typed string) (path string, ok bool) {
	scheme, path, _ := strings.Cut(typed, ":")
	if !strings.EqualFold(scheme, "file") || !strings.HasPrefix(path, "/") {
		return "", false // file:9999 is a host with a port
	}
	path = strings.TrimPrefix(path, "//")
	if below, local := strings.CutPrefix(path, "localhost/"); local {
		path = "/" + below
	}
	if isOnDrive(path[1:]) && !exists(path) { // file:///C:/x
		path = path[1:]
	}
	if plain, err := url.PathUnescape(path); err == nil && plain != path && !exists(path) {
		path = plain
	}
	return path, true
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// isOnDrive reports a path of Windows that begins with a drive: no host is written like that.
func isOnDrive(s string) bool {
	return len(s) > 2 && s[1] == ':' && (s[2] == '\\' || s[2] == '/') && (s[0]|0x20 >= 'a' && s[0]|0x20 <= 'z')
}

// isFile reports whether the words mean a file: one that is there, or that only
// a file is written like.
func isFile(s string) bool {
	if info, err := os.Stat(s); err == nil && !info.IsDir() {
		return true
	}
	slashed := strings.ReplaceAll(s, `\`, "/") // as Windows writes paths, and no host
	if strings.HasPrefix(slashed, "/") || strings.HasPrefix(slashed, "./") || strings.HasPrefix(slashed, "../") || strings.HasPrefix(s, "~") || isOnDrive(s) {
		return true
	}
	return !strings.ContainsAny(s, "/:") && strings.HasSuffix(strings.ToLower(s), ".json")
}

// schemeFor is http for this machine, https for every other host.
func schemeFor(hostAndPath string) string {
	host, _, _ := strings.Cut(hostAndPath, "/")
	if u, err := url.Parse("//" + host); err == nil && auth.IsLoopback(u.Hostname()) {
		return "http://"
	}
	return "https://"
}

// candidates are the places where the card of a URL may lie: the URL alone
// where it names one document, else the known paths under it, itself, that of an agent at
// /a2a/NAME, and the known paths of its host. A query of a host alone stays with each path: some servers
// choose by it which agent is meant.
func candidates(u *url.URL) target {
	path := strings.TrimSuffix(u.Path, "/")
	if u.RawQuery != "" && path != "" || strings.HasSuffix(path, ".json") || strings.HasSuffix(path, "/card") || strings.Contains(path, "/.well-known/") {
		return target{urls: []string{u.String()}, root: 1}
	}
	base := *u
	base.RawPath = ""
	var t target
	add := func(path string) {
		base.Path = path
		t.urls = append(t.urls, base.String())
	}
	for _, p := range wellKnown {
		add(path + p)
	}
	if path == "" {
		t.root = len(t.urls)
		return t
	}
	t.urls = append(t.urls, u.String())
	if dir, name, ok := strings.Cut(path, "/a2a/"); ok { // Mastra and VoltAgent
		add(dir + "/.well-known/" + name + "/agent-card.json")
	}
	t.root = len(t.urls)
	for _, p := range wellKnown[:2] {
		add(p)
	}
	return t
}

// origin is scheme, host and port: what credentials and trust are bound to.
func origin(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[strings.ToLower(u.Scheme)]
	}
	return strings.ToLower(u.Scheme) + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}

// document is JSON that a host answered.
type document struct {
	data   []byte
	from   string // where it lies, behind redirects
	status int    // of HTTP
}

var errTooLarge = errors.New("the answer is too large")

// ReadDocument reads a JSON document other than a card, such as a catalog, from a URL or a
// file, of at most size bytes. Redirects to another origin are not followed, and no
// credentials are sent. from is where it lies. The error is a [*CardError].
func ReadDocument(ctx context.Context, at string, size int, o ...Option) (data []byte, from string, err error) {
	address, file, err := Locate(at)
	switch {
	case err != nil:
		return nil, "", err
	case file != "":
		data, err = readFile(at, file, size)
		return data, file, err
	}
	f := &fetcher{ref: at, opts: newOptions(o)}
	defer f.opts.closeIdle()
	d, problem := f.document(ctx, address, size)
	if problem != nil {
		problem.Ref = at
		return nil, "", problem
	}
	return d.data, d.from, nil
}

func readFile(ref, path string, size int) ([]byte, error) {
	file, problem := openFile(ref, path)
	if problem != nil {
		return nil, problem
	}
	defer func() { _ = file.Close() }()
	return readLocal(file, ref, size)
}

// readLocal reads a file or standard input, at most size bytes.
func readLocal(r io.Reader, ref string, size int) ([]byte, error) {
	data, over, err := sse.ReadAll(r, size)
	switch {
	case err != nil:
		return nil, &CardError{Ref: ref, Layer: LayerFile, What: "it cannot be read", Next: "pass the file itself", Err: err}
	case over:
		return nil, &CardError{Ref: ref, Layer: LayerFile, What: "it is larger than " + limit.Size(size).String(), Next: "pass a smaller file"}
	}
	return ojson.Text(data), nil
}

// document reads the JSON at an address, at most size bytes of it.
func (f *fetcher) document(ctx context.Context, at string, size int) (document, *CardError) {
	u, err := url.Parse(at)
	if err != nil {
		return document{}, &CardError{Layer: LayerRef, What: "it is not a URL", Err: err}
	}
	resp, u, problem := f.get(ctx, u)
	if problem != nil {
		return document{}, problem
	}
	defer closeBody(resp.Response)
	data, over, err := readBody(resp.Response, size)
	data = ojson.Text(data)
	trace(ctx, nil, func() Frame { return Frame{Head: safe.Text("body"), Body: data} })
	switch {
	case err != nil:
		return document{}, cardFault(classify(err, u), err)
	case over:
		return document{}, &CardError{Layer: LayerContent, Status: resp.StatusCode, What: "the answer is larger than " + limit.Size(size).String(), Next: "ask its owner for a smaller one", Err: errTooLarge}
	case resp.StatusCode/100 != 2:
		return document{}, statusFault(resp.Response, data)
	case !ojson.IsValid(data):
		problem := cardFault(contentFault(resp.Response, data), nil)
		problem.Status = resp.StatusCode
		return document{}, problem
	}
	return document{data, u.String(), resp.StatusCode}, nil
}

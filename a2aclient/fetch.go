package a2aclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"

	"a2aform/a2aclient/sse"
	"a2aform/internal/blocking"
	"a2aform/internal/limit"
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
	return c.withInputs(f.opts.inputs), nil
}

// read reads the card of a file or finds it at a host.
func (f *fetcher) read(ctx context.Context, t target) (*Card, error) {
	if t.file != "" {
		return fetchFile(f.ref, t.file)
	}
	return f.search(ctx, t)
}

// Parse reads a card that is already in memory; source says where it came from.
// The error is a [*CardError].
func Parse(data []byte, source string) (*Card, error) {
	c, problem := readCard(data, source)
	if problem != nil {
		problem.Ref = source
		return nil, problem
	}
	return c, nil
}

func fetchFile(ref, path string) (*Card, error) {
	fail := func(what, next string, err error) (*Card, error) {
		return nil, &CardError{Ref: ref, Layer: LayerFile, What: what, Next: next, Err: err}
	}
	file, err := blocking.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fail("there is no such file", "check the path; for a host, write https:// in front of it", err)
	case errors.Is(err, fs.ErrPermission):
		return fail("you do not have permission to read it", "change its permissions", err)
	case err != nil:
		return fail("it cannot be opened", "check the path", err)
	}
	defer func() { _ = file.Close() }()
	return readFrom(file, ref, path)
}

// Read reads a card from something that is open, such as standard input; source
// says what that is. The error is a [*CardError].
func Read(r io.Reader, source string) (*Card, error) { return readFrom(r, source, source) }

func readFrom(r io.Reader, ref, source string) (*Card, error) {
	data, over, err := sse.ReadAll(r, limit.CardFileBytes.Int())
	switch {
	case err != nil:
		return nil, &CardError{Ref: ref, Layer: LayerFile, What: "it cannot be read", Next: "pass the card file itself", Err: err}
	case over:
		return nil, &CardError{Ref: ref, Layer: LayerFile, What: "it is larger than " + limit.CardFileBytes.String(), Next: "pass a file that holds only the card"}
	}
	c, problem := readCard(data, source)
	if problem != nil {
		problem.Ref = ref
		return nil, problem
	}
	return c, nil
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
	u, err := url.Parse(at)
	if err != nil {
		return nil, &CardError{Layer: LayerRef, What: "it is not a URL", Err: err}
	}
	resp, u, problem := f.get(ctx, u)
	if problem != nil {
		return nil, problem
	}
	defer closeBody(resp.Response)
	data, over, err := readBody(resp.Response, limit.CardBytes.Int())
	trace(ctx, nil, func() Frame { return Frame{Head: safe.Text("body"), Body: data} })
	switch {
	case err != nil:
		return nil, cardFault(classify(err, u), err)
	case over:
		return nil, &CardError{
			Layer: LayerContent, Status: resp.StatusCode, What: "the answer is larger than " + limit.CardBytes.String(),
			Next: "if it is a card, download it and open the file, or allow more: --max card-bytes=SIZE",
		}
	case resp.StatusCode/100 != 2:
		return nil, statusFault(resp.Response, data)
	case !isCardJSON(data):
		problem := cardFault(contentFault(resp.Response, data), nil)
		problem.Status = resp.StatusCode
		return nil, problem
	}
	c, problem := readCard(data, u.String())
	if problem != nil {
		problem.Status = resp.StatusCode
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
	case resp.StatusCode == http.StatusTooManyRequests:
		e.Next = "wait a moment, then try again"
	case resp.StatusCode >= 500:
		e.Next = "the server failed: check its log, or try again"
	}
	if len(body) > 0 && resp.StatusCode != http.StatusNotFound {
		e.What += ": " + snippet(body)
	}
	if resp.StatusCode == http.StatusBadRequest && resp.TLS == nil && resp.Request != nil && resp.Request.URL.Scheme == "http" {
		e.Next = "if the host speaks TLS, write https://"
	}
	return e
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

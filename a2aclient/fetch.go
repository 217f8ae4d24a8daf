package a2aclient

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"

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

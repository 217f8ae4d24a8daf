package a2aclient

import (
	"context"
	"errors"
	"io"
	"net/url"

	"a2aform/a2aclient/sse"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

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

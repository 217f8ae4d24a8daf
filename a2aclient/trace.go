package a2aclient

import (
	"context"
	"net/http"
	"time"

	"a2aform/a2aclient/auth"
	"a2aform/internal/safe"
)

// Frame is one request, answer or event of the traffic, for traces. Its text is untrusted;
// the credentials of the call are masked in all of it.
type Frame struct {
	At     time.Time
	Sent   bool        // by us
	Head   safe.Raw    // "POST https://…", "200 OK", "event"
	Header http.Header // nil for none
	Body   []byte      // as it was, shared and not to be changed; nil for none
}

type traceKey struct{}

// WithTrace returns a context whose calls report every frame to see. It is called from
// several goroutines, and must return at once.
func WithTrace(ctx context.Context, see func(Frame)) context.Context {
	return context.WithValue(ctx, traceKey{}, see)
}

// trace reports a frame to the tracer of the context, if there is one. The secrets of
// the credential set, which may be nil, are masked.
func trace(ctx context.Context, c *auth.CredentialSet, frame func() Frame) {
	if see, ok := ctx.Value(traceKey{}).(func(Frame)); ok {
		f := frame()
		f.At = time.Now()
		see(maskFrame(c, f))
	}
}

// maskFrame masks the secrets that an answer repeats, in its head too: its text is the
// server's own.
func maskFrame(c *auth.CredentialSet, f Frame) Frame {
	if !f.Sent {
		f.Head = safe.Text(string(c.MaskText([]byte(f.Head.Exact()))))
		f.Header, f.Body = c.MaskHeader(f.Header), c.MaskText(f.Body)
	}
	return f
}

// responseFrame is the head of an answer.
func responseFrame(resp *http.Response) Frame {
	return Frame{Head: safe.Text(resp.Status), Header: resp.Header}
}

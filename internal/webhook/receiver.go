// Package webhook receives the push notifications of an agent ([Receiver]), and waits for a task with them ([Wait]).
package webhook

import (
	"bytes"
	"cmp"
	"context"
	"crypto/subtle"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"time"

	"a2aform/internal/limit"
	"a2aform/internal/safego"
)

// Header is the header in which an agent repeats the token of the configuration. The
// Go SDK 2.4 leaves out the X.
const (
	Header      = "X-A2A-Notification-Token"
	otherHeader = "A2A-Notification-Token"
)

const (
	readTime   = 30 * time.Second // for a whole notification
	closeTime  = 2 * time.Second  // for notifications that are still being read
	queued     = 2                // notifications that wait to be handled
	smallBytes = 256 << 10        // of a notification that waits for no other
	atOnce     = 4                // large notifications that are read, or wait to be handled, at one time
)

// Notification is what was posted: its body, or why it was refused.
type Notification struct {
	Body    []byte
	Refused string
}

// Receiver is a server that takes notifications with a token.
type Receiver struct {
	token    string
	listener net.Listener
	server   *http.Server
	posts    chan Notification
	reading  chan struct{} // its capacity is the number of such bodies
	served   <-chan struct{}
}

// Listen starts a receiver. Address is a host and a port, which may be 0 for a free one.
func Listen(ctx context.Context, address, token string) (*Receiver, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("cannot listen for notifications at %s: %w", address, err)
	}
	r := &Receiver{token: token, listener: listener, posts: make(chan Notification, queued), reading: make(chan struct{}, atOnce)}
	r.server = &http.Server{
		Handler: r, ReadTimeout: readTime, WriteTimeout: readTime, MaxHeaderBytes: 64 << 10,
		ErrorLog: log.New(io.Discard, "", 0),
	}
	served := make(chan struct{})
	r.served = served
	safego.Go(func() {
		defer close(served)
		_ = r.server.Serve(listener) // it ends when it is closed
	})
	return r, nil
}

// URL is where the receiver listens.
func (r *Receiver) URL() string { return "http://" + r.listener.Addr().String() + "/" }

// Notifications returns the posted notifications, in their order.
func (r *Receiver) Notifications() <-chan Notification { return r.posts }

// Close ends the receiver. Notifications that are being read are refused after a moment.
func (r *Receiver) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	if r.server.Shutdown(ctx) != nil {
		_ = r.server.Close()
	}
	<-r.served
}

// ServeHTTP takes one notification.
func (r *Receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	status, refused := r.check(req)
	var body []byte
	if refused == "" {
		var err error
		var done func()
		if body, done, err = r.read(w, req); err != nil {
			body, status, refused = nil, http.StatusRequestEntityTooLarge, "it cannot be read to its end, or is larger than "+limit.ReplyBytes.String()
		}
		defer done()
	}
	select {
	case r.posts <- Notification{Body: body, Refused: refused}:
	case <-req.Context().Done():
		return
	}
	if refused != "" {
		http.Error(w, refused, status)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// read reads the body of a notification. Of large ones only some are read at once, and wait to
// be handled, until done is called; small ones wait for no other.
func (r *Receiver) read(w http.ResponseWriter, req *http.Request) (body []byte, done func(), err error) {
	all, done := http.MaxBytesReader(w, req.Body, int64(limit.ReplyBytes.Int())), func() {}
	body, err = io.ReadAll(io.LimitReader(all, smallBytes))
	if err != nil || len(body) < smallBytes {
		return body, done, err
	}
	select {
	case r.reading <- struct{}{}:
		done = func() { <-r.reading }
	case <-req.Context().Done():
		return nil, done, context.Cause(req.Context())
	}
	// Its memory is allocated at once: a buffer that grows is there twice for a while.
	whole := bytes.NewBuffer(make([]byte, 0, limit.ReplyBytes.Int()+bytes.MinRead))
	whole.Write(body)
	_, err = whole.ReadFrom(all)
	return whole.Bytes(), done, err
}

// check says why a request is refused, "" where it is not.
func (r *Receiver) check(req *http.Request) (status int, refused string) {
	token := cmp.Or(req.Header.Get(Header), req.Header.Get(otherHeader))
	switch {
	case req.Method != http.MethodPost:
		return http.StatusMethodNotAllowed, "it is a " + req.Method + ", not a POST"
	case token == "":
		return http.StatusUnauthorized, "it has no header " + Header
	case subtle.ConstantTimeCompare([]byte(token), []byte(r.token)) != 1:
		return http.StatusUnauthorized, "its token is not the one that the agent was given"
	}
	return http.StatusNoContent, ""
}

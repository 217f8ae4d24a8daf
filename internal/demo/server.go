package demo

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"a2aform/internal/watched"
)

// Server is a running demo agent.
type Server struct {
	// URL is the agent's base URL, without a slash at the end.
	URL string
	// CardURL is where its card lies.
	CardURL string

	agent *Agent
	http  *http.Server
	done  chan struct{}
}

// Start serves the demo agent on listen ("HOST:PORT"), until ctx ends or Close is called. An empty listen, host or port
// means loopback and a free port; any other address is reached from outside only when it is named.
func Start(ctx context.Context, listen string, o Options) (*Server, error) {
	address, err := loopbackUnlessNamed(listen)
	if err != nil {
		return nil, err
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("the demo agent cannot listen on %s (is the port taken? try port 0 for a free one): %w", address, err)
	}
	agent := New(o)
	s := &Server{
		URL: "http://" + l.Addr().String(), agent: agent, done: make(chan struct{}),
		http: &http.Server{Handler: agent, ReadHeaderTimeout: 10 * time.Second},
	}
	s.CardURL = s.URL + "/.well-known/agent-card.json"
	watched.Go(func() {
		defer close(s.done)
		_ = s.http.Serve(l) // always ends with ErrServerClosed, by Close
	})
	context.AfterFunc(ctx, func() { _ = s.Close() })
	return s, nil
}

// Close stops serving and all tasks. It may be called more than once.
func (s *Server) Close() error {
	err := errors.Join(s.http.Close(), s.agent.Close())
	<-s.done
	return err
}

func loopbackUnlessNamed(listen string) (string, error) {
	if listen == "" {
		listen = ":0"
	}
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return "", fmt.Errorf("%q is not an address to listen on (write it as 127.0.0.1:8080): %w", listen, err)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port), nil
}

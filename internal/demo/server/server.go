// Package server is the protocol side of the agents that a2aform serves, the demo agent and mocks: A2A 1.0, 0.3 and 0.2 and the
// dialect workshop over JSON-RPC with SSE, the dialect sessions over REST, tasks in memory, and the request flow of the
// object-schemas extension. What an agent can do is its [Skills].
//
// It must never know a2aclient: both sides implement the protocol from the specification alone, so that a mistake made on one side
// is not repeated on the other.
package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"

	"golang.org/x/net/netutil"

	"a2aform/internal/safe"
	"a2aform/internal/safego"
)

// Server is a running agent.
type Server struct {
	// URL is the agent's base URL, without a slash at the end.
	URL string
	// CardURL is where its card lies.
	CardURL string

	agent Handler
	http  *http.Server
	done  chan struct{}
}

// ErrAddress says that an address to listen on is invalid.
var ErrAddress = errors.New("write HOST:PORT, such as 127.0.0.1:8080; port 0 takes a free one")

// Handler is what a server serves.
type Handler interface {
	http.Handler
	io.Closer
}

// ErrLoopback says that an address can be reached from other machines.
var ErrLoopback = errors.New("use a loopback address, such as 127.0.0.1:0")

// StartLocal is [Start] for an address that only this machine reaches, with a limit of connections at once. Any other address is
// [ErrLoopback].
func StartLocal(ctx context.Context, listen string, agent Handler, connections int) (*Server, error) {
	address, err := loopbackUnlessNamed(ctx, listen)
	if err != nil {
		return nil, err
	}
	host, _, _ := net.SplitHostPort(address) // loopbackUnlessNamed made it
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("%s can be reached from other machines: %w", safe.Text(address).Line(80), ErrLoopback)
	}
	return start(ctx, address, agent, connections)
}

// Start serves an agent on listen ("HOST:PORT"), until ctx ends or Close is called. An empty listen, host or port
// means loopback and a free port; any other address is reached from outside only when it is named. What is no HOST:PORT is
// [ErrAddress].
func Start(ctx context.Context, listen string, agent Handler) (*Server, error) {
	address, err := loopbackUnlessNamed(ctx, listen)
	if err != nil {
		return nil, err
	}
	return start(ctx, address, agent, 0)
}

func start(ctx context.Context, address string, agent Handler, connections int) (*Server, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("the agent cannot listen on %s: %s", safe.Text(address).Line(80), listenFault(err))
	}
	if connections > 0 {
		l = netutil.LimitListener(l, connections)
	}
	s := &Server{
		URL: "http://" + l.Addr().String(), agent: agent, done: make(chan struct{}),
		http: &http.Server{Handler: agent, ReadHeaderTimeout: 10 * time.Second},
	}
	if at, ok := l.Addr().(*net.TCPAddr); ok && at.IP.IsLoopback() {
		s.http.Handler = forThisMachine(agent)
	}
	s.CardURL = s.URL + "/.well-known/agent-card.json"
	safego.Go(func() {
		defer close(s.done)
		_ = s.http.Serve(l) // always ends with ErrServerClosed, by Close
	})
	context.AfterFunc(ctx, func() { _ = s.Close() })
	return s, nil
}

// forThisMachine refuses requests for other hosts. A page of the Web whose name leads to 127.0.0.1 (DNS rebinding) could talk to the agent
// otherwise, and would find its own name in the card.
func forThisMachine(agent http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := (&url.URL{Host: r.Host}).Hostname()
		if ip := net.ParseIP(host); !strings.EqualFold(host, "localhost") && !ip.IsLoopback() {
			http.Error(w, "This agent answers requests for this machine alone: use localhost or its address.", http.StatusMisdirectedRequest)
			return
		}
		agent.ServeHTTP(w, r)
	})
}

// Close stops serving and all tasks. It may be called more than once.
func (s *Server) Close() error {
	err := errors.Join(s.http.Close(), s.agent.Close())
	<-s.done
	return err
}

// listenFault says in our words why an address cannot be listened on.
func listenFault(err error) string {
	var unknown *net.DNSError
	switch {
	case errors.As(err, &unknown):
		return "there is no host of that name"
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return "this machine has no such address"
	case errors.Is(err, syscall.EACCES):
		return "the system does not allow that port; port 0 takes a free one"
	}
	return "the port may be taken; port 0 takes a free one"
}

func loopbackUnlessNamed(ctx context.Context, listen string) (string, error) {
	if listen == "" {
		listen = ":0"
	}
	host, port, err := net.SplitHostPort(listen)
	if err == nil {
		_, err = net.DefaultResolver.LookupPort(ctx, "tcp", port)
	}
	if err != nil {
		return "", fmt.Errorf("%s is no address to listen on: %w", safe.Text(listen).Line(80), ErrAddress)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port), nil
}
